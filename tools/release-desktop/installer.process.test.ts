import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { entryName } from '../../apps/desktop/src/autostart/autostart.ts';
import { readCurrentIni } from '../../apps/desktop/src/updates/current-ini.ts';
import { faultOfVersion } from '../../apps/desktop/src/updates/version-files.ts';
import { makeSmallDisk, NO_SMALL_DISK } from '../small-disk.ts';
import { callsOf } from './testing/called.ts';
import { makeSmallRelease } from './testing/small-release.ts';
import { createWine, type Wine, withoutWine } from './testing/wine.ts';

const UNINSTALL = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Quorate';
const RUN = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';
const QUIT = 'ui --quit --resume-later --data-dir';
const RUNS_MS = 20_000;

describe('the installer under Wine', { skip: withoutWine }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'installer ü-'));
  const setups = new Map<string, string>();
  let wine: Wine;

  before(async () => {
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
      setups.set(version, (await makeSmallRelease(folder, { version })).installer);
    }
    wine = await createWine(folder);
  });

  beforeEach(() => {
    for (const place of [places().install, places().data, places().local('codes.ini')]) {
      rmSync(place, { recursive: true, force: true });
    }
    callsOf(wine).forget();
  });

  after(async () => {
    await wine?.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  function places() {
    const local = (path: string) => join(wine.home, 'AppData/Local', path);
    return {
      local,
      install: local('Programs/Quorate'),
      data: join(wine.home, 'AppData/Roaming/Quorate'),
      startMenu: join(
        wine.home,
        'AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Quorate.lnk',
      ),
    };
  }

  const setup = (version: string, ...args: readonly string[]) =>
    wine.run(setups.get(version) ?? '', ['/S', ...args]);

  /** The uninstaller goes on by itself from another folder, as Windows removes no program that runs. */
  async function uninstall(...args: readonly string[]): Promise<void> {
    await wine.run(join(places().install, 'uninstall.exe'), ['/S', ...args]);
    for (let looks = 0; looks < 200 && existsSync(places().install); looks += 1) await sleep(25);
  }

  function keepData(): void {
    mkdirSync(join(places().data, 'profiles'), { recursive: true });
    writeFileSync(join(places().data, 'profiles', 'main.json'), '{}');
  }

  /** What is in a folder, with the hash of each file. */
  function contents(place: string): Readonly<Record<string, string>> {
    const files = readdirSync(place, { recursive: true, withFileTypes: true });
    return Object.fromEntries(
      files
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]),
    );
  }

  test('installs for one person: program, start menu and the list of installed apps', async () => {
    assert.equal((await setup('1.0.0')).code, 0);
    const { install, startMenu } = places();
    assert.deepEqual(readdirSync(install).toSorted(), [
      'Quorate.exe',
      'current.ini',
      'install.ini',
      'uninstall.exe',
      'versions',
    ]);
    assert.equal(await faultOfVersion(install, '1.0.0'), null);
    assert.deepEqual(readCurrentIni(install), {
      current: '1.0.0',
      previous: null,
      trial: null,
      tries: 0,
      rolledBack: null,
    });
    assert.ok(existsSync(startMenu));
    assert.equal(await wine.registry(UNINSTALL, 'DisplayVersion'), '1.0.0');
    assert.equal(await wine.registry(UNINSTALL, 'Publisher'), 'Quorate');
    assert.match((await wine.registry(UNINSTALL, 'EstimatedSize')) ?? '', /^0x[0-9a-f]+$/);
  });

  test('refuses a Windows older than 10 and leaves it as it was', async () => {
    await wine.setWindows('win7');
    try {
      assert.equal((await setup('1.0.0')).code, 2);
    } finally {
      await wine.setWindows('win10');
    }
    assert.ok(!existsSync(places().install));
  });

  /** Versions, and how many Nodes are beside them. */
  function versions() {
    const names = readdirSync(join(places().install, 'versions')).toSorted();
    const isNode = (name: string) => /^node-26\.0\.0-[0-9a-f]{12}$/.test(name);
    return { versions: names.filter((name) => !isNode(name)), nodes: names.filter(isNode).length };
  }

  /** The program of a version at work for a while, started as a command that ends when it is told. */
  async function atWork(version: string, command = 'live') {
    writeFileSync(places().local('codes.ini'), `[sleeps]\r\n${command}=${RUNS_MS}\r\n`);
    const program = join(places().install, 'versions', version, 'quorate-app.exe');
    const running = wine.start(program, [command]);
    await callsOf(wine).atLeast(1);
    return running;
  }

  test('a newer version goes beside the one before and older ones go; nobody is asked to end who is not at work', async () => {
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
      assert.equal((await setup(version)).code, 0);
    }
    const ini = readCurrentIni(places().install);
    assert.deepEqual([ini?.current, ini?.previous], ['1.2.0', '1.1.0']);
    assert.deepEqual(versions(), { versions: ['1.1.0', '1.2.0'], nodes: 1 });
    assert.deepEqual(callsOf(wine).read(), []);
  });

  test('what runs is asked to stop its bots until later, and is started again', async () => {
    await setup('1.0.0');
    const running = await atWork('1.0.0');
    const installing = setup('1.1.0');
    const calls = await callsOf(wine).atLeast(2);
    assert.ok(calls[1]?.startsWith(`1.0.0 ${QUIT}`), calls.join('; '));
    // It ends as it was asked to.
    await running.kill();
    assert.equal((await installing).code, 0);
    const [, , started] = await callsOf(wine).atLeast(3);
    assert.equal(started, '1.1.0 ui --background');
  });

  test('an older version is refused silently, and goes in with /FORCE', async () => {
    await setup('1.1.0');
    const before = contents(places().install);
    assert.equal((await setup('1.0.0')).code, 2);
    assert.deepEqual(contents(places().install), before);
    assert.equal((await setup('1.0.0', '/FORCE')).code, 0);
    const ini = readCurrentIni(places().install);
    assert.deepEqual([ini?.current, ini?.previous], ['1.0.0', '1.1.0']);
  });

  test('a second installation has entries of its own, and leaves those of the first', async () => {
    await setup('1.0.0');
    const { install, startMenu } = places();
    assert.equal((await setup('1.1.0', '/D=C:\\Zweite-Ünser')).code, 0);
    const there = join(wine.home, '../..', 'Zweite-Ünser');
    assert.equal(readCurrentIni(there)?.current, '1.1.0');
    assert.equal(entryName(there), 'Quorate 2');
    assert.equal(entryName(install), 'Quorate');
    assert.equal(await wine.registry(`${UNINSTALL} 2`, 'DisplayName'), 'Quorate 2');
    assert.equal(await wine.registry(UNINSTALL, 'DisplayVersion'), '1.0.0');
    assert.ok(existsSync(startMenu.replace('Quorate.lnk', 'Quorate 2.lnk')));
    // Once more, it keeps its name.
    assert.equal((await setup('1.2.0', '/D=C:\\Zweite-Ünser')).code, 0);
    assert.equal(entryName(there), 'Quorate 2');
    await wine.run(join(there, 'uninstall.exe'), ['/S']);
    for (let looks = 0; looks < 200 && existsSync(there); looks += 1) await sleep(25);
    assert.equal(await wine.registry(`${UNINSTALL} 2`, 'DisplayName'), null);
    assert.ok(existsSync(startMenu));
    assert.equal(await wine.registry(UNINSTALL, 'DisplayName'), 'Quorate');
    assert.equal(readCurrentIni(install)?.current, '1.0.0');
  });

  test('the same version once more replaces it, and whatever was damaged in it', async () => {
    await setup('1.0.0');
    const { install } = places();
    const page = join(install, 'versions/1.0.0/resources/interface/index.html');
    writeFileSync(page, 'damaged');
    writeFileSync(join(install, 'versions/1.0.0/more.txt'), 'of somebody else');
    assert.equal((await setup('1.0.0')).code, 0);
    assert.equal(await faultOfVersion(install, '1.0.0'), null);
    assert.equal(readCurrentIni(install)?.previous, null);
  });

  test('a launcher that cannot be written is said, and the version of before stays current', async () => {
    await setup('1.0.0');
    const { install } = places();
    rmSync(join(install, 'Quorate.exe'));
    mkdirSync(join(install, 'Quorate.exe', 'in the way'), { recursive: true });
    assert.equal((await setup('1.1.0')).code, 2);
    assert.equal(readCurrentIni(install)?.current, '1.0.0');
  });

  test('an app that does not end is left at work, and nothing is changed', async () => {
    await setup('1.0.0');
    const before = contents(places().install);
    const running = await atWork('1.0.0');
    writeFileSync(places().local('codes.ini'), '[codes]\r\nui=5\r\n');
    assert.equal((await setup('1.1.0')).code, 2);
    assert.deepEqual(contents(places().install), before);
    await running.kill();
  });

  test('a bot whose app is gone is found by its program, and nothing is changed', async () => {
    await setup('1.0.0');
    const { install } = places();
    const before = contents(install);
    const bot = await atWork('1.0.0');
    assert.equal((await setup('1.1.0')).code, 2);
    assert.deepEqual(contents(install), before);
    await bot.kill();
  });

  test('an update puts its version beside the others and touches nothing else', async () => {
    await setup('1.0.0');
    const { install } = places();
    const before = contents(install);
    callsOf(wine).forget();
    const listed = await wine.registry(UNINSTALL, 'DisplayVersion');
    assert.equal((await setup('1.1.0', '/UPDATE')).code, 0);
    assert.equal(await faultOfVersion(install, '1.1.0'), null);
    const rest = Object.entries(contents(install)).filter(([file]) => !file.includes('1.1.0'));
    assert.deepEqual(Object.fromEntries(rest), before);
    assert.equal(await wine.registry(UNINSTALL, 'DisplayVersion'), listed);
    assert.deepEqual(callsOf(wine).read(), []);
  });

  test('an update goes where it is told, whatever the folder is called', async () => {
    // Wine would put quotes around a space, which NSIS takes for a part of the name.
    const place = 'C:\\Ünser-Ordner\\Quorate&co';
    assert.equal((await setup('1.1.0', '/UPDATE', `/D=${place}`)).code, 0);
    const there = join(wine.home, '../..', 'Ünser-Ordner/Quorate&co');
    assert.equal(await faultOfVersion(there, '1.1.0'), null);
    assert.deepEqual(readdirSync(there), ['versions']);
  });

  test('an installer that is killed leaves a version whole or not at all', async () => {
    await setup('1.0.0');
    const { install } = places();
    for (let ms = 20; ms <= 200; ms += 20) {
      await wine.runFor(ms, setups.get('1.1.0') ?? '', ['/S', '/UPDATE']);
      const found = existsSync(join(install, 'versions/1.1.0'));
      if (found) assert.equal(await faultOfVersion(install, '1.1.0'), null, `after ${ms} ms`);
      assert.equal(await faultOfVersion(install, '1.0.0'), null);
      rmSync(join(install, 'versions/1.1.0'), { recursive: true, force: true });
    }
    assert.equal((await setup('1.1.0')).code, 0);
    assert.equal(await faultOfVersion(install, '1.1.0'), null);
    assert.deepEqual(versions(), { versions: ['1.0.0', '1.1.0'], nodes: 1 });
  });

  test('goes into a folder whose name has blanks', async () => {
    const root = join(wine.home, '../..');
    const there = join(root, 'My Programs/Quorate & Sons');
    copyFileSync(setups.get('1.0.0') ?? '', join(root, 'setup.exe'));
    // As somebody types it: NSIS wants no quotes around the folder, and Wine would add them.
    const line = 'C:\\setup.exe /S /D=C:\\My Programs\\Quorate ^& Sons';
    writeFileSync(join(root, 'install.cmd'), `@${line}\r\n`);
    const { output } = await wine.run('cmd', ['/c', 'C:\\install.cmd']);
    assert.equal(await faultOfVersion(there, '1.0.0'), null, output);
    assert.equal((await wine.run(join(there, 'Quorate.exe'), ['--version'])).code, 0);
    assert.deepEqual(callsOf(wine).read(), ['1.0.0 --version']);
    await wine.run(join(there, 'uninstall.exe'), ['/S']);
    for (let looks = 0; looks < 200 && existsSync(there); looks += 1) await sleep(25);
    assert.ok(!existsSync(there));
  });

  test('a full disk and one that cannot be written to are said, and what is installed stays', async (t) => {
    const place = join(wine.home, '../..', 'voll');
    const disk = makeSmallDisk(place, 4);
    if (!disk) return t.skip(NO_SMALL_DISK);
    t.after(disk.remove);
    const there = join(place, 'Quorate');
    const put = (version: string, ...more: readonly string[]) =>
      setup(version, ...more, '/D=C:\\voll\\Quorate');
    await disk.fill();
    assert.equal((await put('1.0.0')).code, 2);
    assert.ok(!existsSync(join(there, 'current.ini')));
    disk.empty();
    assert.equal((await put('1.0.0')).code, 0);
    await disk.fill();
    for (const update of [[], ['/UPDATE']]) {
      assert.equal((await put('1.1.0', ...update)).code, 2);
      assert.equal(await faultOfVersion(there, '1.0.0'), null);
      assert.equal(readCurrentIni(there)?.current, '1.0.0');
    }
    disk.empty();
    const before = contents(there);
    disk.readOnly(true);
    for (const update of [[], ['/UPDATE']]) {
      assert.equal((await put('1.1.0', ...update)).code, 2);
      assert.deepEqual(contents(there), before);
    }
    disk.readOnly(false);
    assert.equal((await put('1.1.0')).code, 0);
    assert.equal(readCurrentIni(there)?.current, '1.1.0');
    assert.equal(await faultOfVersion(there, '1.1.0'), null);
    await wine.run(join(there, 'uninstall.exe'), ['/S']);
    for (let looks = 0; looks < 200 && existsSync(there); looks += 1) await sleep(25);
  });

  test('a silent uninstall leaves the data and nothing else', async () => {
    await setup('1.0.0');
    keepData();
    const autostart = ['reg', 'add', RUN, '/v', 'Quorate', '/d', 'x', '/f'];
    assert.equal((await wine.run('reg', autostart.slice(1))).code, 0);
    assert.equal(await wine.registry(RUN, 'Quorate'), 'x');
    callsOf(wine).forget();
    await uninstall();
    const { install, data, startMenu } = places();
    assert.ok(!existsSync(install));
    assert.ok(!existsSync(startMenu));
    assert.ok(existsSync(join(data, 'profiles/main.json')));
    assert.equal(await wine.registry(UNINSTALL, 'DisplayName'), null);
    assert.equal(await wine.registry(RUN, 'Quorate'), null);
    assert.deepEqual(callsOf(wine).read(), []);
  });

  test('with /REMOVEDATA the data goes, and the secrets before it', async () => {
    await setup('1.0.0');
    keepData();
    callsOf(wine).forget();
    await uninstall('/REMOVEDATA');
    assert.ok(!existsSync(places().install));
    assert.ok(!existsSync(places().data));
    const [forget, ...more] = callsOf(wine).read();
    assert.match(forget ?? '', /^1\.0\.0 forget-secrets --data-dir "C:\\.*\\Roaming\\Quorate"$/);
    assert.deepEqual(more, []);
  });

  test('what somebody else keeps among the versions stays, whatever it is called', async () => {
    const { install } = places();
    const theirs = join(install, 'versions', '18.0.0', 'bin');
    mkdirSync(theirs, { recursive: true });
    writeFileSync(join(theirs, 'node.exe'), 'mine');
    for (const version of ['1.0.0', '1.1.0', '1.2.0'])
      assert.equal((await setup(version)).code, 0, version);
    assert.deepEqual(versions(), { versions: ['1.1.0', '1.2.0', '18.0.0'], nodes: 1 });
    mkdirSync(join(install, 'versions', '1.3.0.part'));
    mkdirSync(join(install, 'versions', '.leaving-1.0.0'));
    await wine.run(join(install, 'uninstall.exe'), ['/S']);
    for (let looks = 0; looks < 200 && existsSync(join(install, 'uninstall.exe')); looks += 1)
      await sleep(25);
    assert.deepEqual(readdirSync(install), ['versions']);
    assert.deepEqual(versions(), { versions: ['18.0.0'], nodes: 0 });
    assert.deepEqual(readdirSync(theirs), ['node.exe']);
  });

  test('what somebody else put beside the app stays, and an app that does not end stays whole', async () => {
    await setup('1.0.0');
    const { install, local } = places();
    writeFileSync(join(install, 'notes.txt'), 'mine');
    const before = contents(install);
    const running = await atWork('1.0.0');
    writeFileSync(local('codes.ini'), '[codes]\r\nui=5\r\n');
    const inPlace = `_?=${'C:\\users\\'}${wine.home.split('/').at(-1)}\\AppData\\Local\\Programs\\Quorate`;
    const { code } = await wine.run(join(install, 'uninstall.exe'), ['/S', inPlace]);
    assert.equal(code, 2);
    assert.deepEqual(contents(install), before);
    rmSync(local('codes.ini'));
    await running.kill();
    await wine.run(join(install, 'uninstall.exe'), ['/S', inPlace]);
    // Run in place, it cannot remove itself.
    assert.deepEqual(readdirSync(install).toSorted(), ['notes.txt', 'uninstall.exe']);
  });
});
