import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LAUNCHER } from './installer.ts';
import { createWine, type Wine, withoutWine } from './testing/wine.ts';
import { wineRelease } from './testing/wine-release.ts';

const UNINSTALL = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Quorate';
/** Wine on a machine with much else to do. */
const SOON_MS = 60_000;

describe('the whole app under Wine', { skip: withoutWine }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'whole app ü-'));
  let setup: string;
  let wine: Wine;

  before(async () => {
    setup = (await wineRelease('1.2.3')).installer;
    wine = await createWine(folder);
  });

  after(async () => {
    await wine?.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  const installed = (...path: readonly string[]) =>
    join(wine.home, 'AppData/Local/Programs/Quorate', ...path);
  const data = (...path: readonly string[]) => join(wine.home, 'AppData/Roaming/Quorate', ...path);
  const program = () => installed('versions/1.2.3/quorate-app.exe');

  async function until<Found>(what: string, look: () => Found | Promise<Found>): Promise<Found> {
    const end = performance.now() + SOON_MS;
    for (;;) {
      const found = await look();
      if (found || performance.now() > end) {
        assert.ok(found, `${what}; the app's log: ${log()}`);
        return found;
      }
      await sleep(50);
    }
  }

  function log(): string {
    const file = data('logs', 'app.log');
    return existsSync(file) ? readFileSync(file, 'utf8') : 'none';
  }

  function readPort(): number | null {
    if (!existsSync(data('app.json'))) return null;
    const found = /"port":(\d+)/.exec(readFileSync(data('app.json'), 'utf8'))?.[1];
    return found === undefined ? null : Number(found);
  }

  // @spec 1.7
  test('is installed, tells its version, and answers on loopback after a start', async (t) => {
    assert.equal((await wine.run(setup, ['/S'])).code, 0);
    const version = await wine.run(program(), ['--version']);
    assert.match(version.output, /^1\.2\.3\r?\n/);
    const startedAt = performance.now();
    assert.equal((await wine.run(installed(LAUNCHER), ['ui', '--background'])).code, 0);
    const port = (await until('it writes down its port', readPort)) ?? 0;
    const page = await until('it answers', () =>
      fetch(`http://127.0.0.1:${port}/`).catch(() => null),
    );
    t.diagnostic(`it answered ${Math.round(performance.now() - startedAt)} ms after its start`);
    assert.equal(page?.status, 200);
    assert.match((await page?.text()) ?? '', /<script type="module"/);
    const call = await fetch(`http://127.0.0.1:${port}/api/state`);
    assert.equal(call.status, 403, 'without the secret of the launch');
  });

  test('started a second time, it asks the first for a window', async () => {
    const { code, output } = await wine.run(program(), ['ui', '--print-address']);
    assert.equal(code, 0, output);
    assert.match(output, new RegExp(`http://127\\.0\\.0\\.1:${readPort()}/#ticket=\\S+`));
  });

  test('a silent uninstall ends it and leaves the data and nothing else', async () => {
    mkdirSync(data('profiles'), { recursive: true });
    writeFileSync(data('profiles/broken.json'), '{');
    await wine.run(installed('uninstall.exe'), ['/S']);
    await until('the program is gone', () => !existsSync(installed()));
    assert.match(log(), /Ended\./);
    assert.ok(existsSync(data('profiles/broken.json')));
    assert.ok(!existsSync(data('app.json')));
    assert.equal(await wine.registry(UNINSTALL, 'DisplayName'), null);
  });

  test('uninstalled with its data, nothing of it is left', async () => {
    assert.equal((await wine.run(setup, ['/S'])).code, 0);
    await wine.run(installed('uninstall.exe'), ['/S', '/REMOVEDATA']);
    await until('the program is gone', () => !existsSync(installed()));
    assert.ok(!existsSync(data()));
  });
});
