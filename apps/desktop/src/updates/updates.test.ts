import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { installerOf, unpack } from './testing/install-stage.ts';
import { NOW, until, updateStage } from './testing/update-stage.ts';
import { waitAfter } from './updates.ts';
import { PROGRAM, versionFolder } from './version-files.ts';

const isoAt = (ms: number) => new Date(ms).toISOString();

describe('updates that are off', () => {
  const copies: [string, object, RegExp][] = [
    ['a checkout', { kind: 'checkout' }, /runs from its sources/],
    ['a release without an update key', { updateKey: null }, /built without an update key/],
    ['a release whose update key is damaged', { updateKey: 'AAAA' }, /key is damaged/],
  ];
  for (const [name, facts, message] of copies)
    it(`say so in ${name}, ask for nothing and refuse to install`, async (t) => {
      const { open, deps, service, world } = await updateStage(t);
      const updates = open({ facts: { ...deps.facts, ...facts } });
      assert.equal(updates.state().kind, 'off');
      assert.match(updates.state().message ?? '', message);
      await updates.check();
      await assert.rejects(updates.install(), { code: 'no_update' });
      assert.deepEqual(updates.cameUp(), []);
      assert.deepEqual([service.seen, world.naps], [[], []]);
    });
});

describe('an update', () => {
  it('is downloaded, verified and unpacked, and waits with nothing switched', async (t) => {
    const { open, world, installFolder, readIni } = await updateStage(t);
    const updates = open();
    const kinds: string[] = [];
    updates.onChange(() => kinds.push(updates.state().kind));
    await updates.check();
    assert.deepEqual(updates.state(), {
      kind: 'waiting',
      version: '1.3.0',
      progress: null,
      message: null,
      checked_at: isoAt(NOW),
    });
    assert.equal(kinds[0], 'checking');
    assert.ok(kinds.includes('downloading'));
    assert.ok(existsSync(join(versionFolder(installFolder, '1.3.0'), PROGRAM)));
    assert.equal(readIni()?.current, '1.2.3');
    assert.deepEqual([world.botCalls, world.started], [[], []]);
  });

  // @spec 1.7
  it('goes in when the person says so: bots stop, the pointer turns, and the new version is told their names', async (t) => {
    const { open, deps, world, readIni, dataDir } = await updateStage(t);
    for (const name of ['Main', '-odd "name"']) world.bots.set(name, {});
    world.hasWindow = true;
    const updates = open();
    await updates.check();
    await updates.install();
    await until(() => world.started.length === 1);
    assert.deepEqual(world.started, [
      {
        version: '1.3.0',
        args: [
          'ui',
          `--data-dir=${dataDir}`,
          '--after-update',
          '--resume=Main',
          '--resume=-odd "name"',
        ],
      },
    ]);
    assert.deepEqual(world.botCalls, ['stop all']);
    assert.equal(world.letGo, 1);
    assert.deepEqual(readIni(), {
      current: '1.3.0',
      previous: '1.2.3',
      trial: '1.3.0',
      tries: 0,
      rolledBack: null,
    });
    assert.equal(updates.state().kind, 'installing');
    // The new version comes up.
    const next = open({ facts: { ...deps.facts, version: '1.3.0' } });
    assert.deepEqual(next.cameUp(), ['Main', '-odd "name"']);
    assert.equal(readIni()?.trial, null);
    await updates.close();
  });

  it('opens no window in the new version where none was open', async (t) => {
    const { open, world } = await updateStage(t);
    const updates = open();
    await updates.check();
    await updates.install();
    await until(() => world.started.length === 1);
    assert.ok(world.started[0]?.args.includes('--background'));
  });

  it('never goes in while a position is being opened, whoever asks, and does once the broker has answered', async (t) => {
    const { open, world, readIni } = await updateStage(t);
    let answers: (boolean | Error)[] = [true, new Error('no answer'), true];
    let asked = 0;
    world.isOpening = () => {
      asked++;
      return answers.shift() ?? false;
    };
    const updates = open();
    await updates.check();
    answers = [true, new Error('the bot does not answer'), true];
    for (let press = 1; press <= 3; press++) {
      await updates.install();
      const message =
        press === 2
          ? /^Whether a position is being opened cannot be told \(the bot does not answer\)/
          : /^A position is being opened\./;
      await until(() => asked === press && message.test(updates.state().message ?? ''));
      assert.deepEqual([world.botCalls, readIni()?.current], [[], '1.2.3']);
    }
    for (const nap of world.naps) nap.wake();
    await until(() => world.started.length === 1);
  });

  it('that finds a position being opened after it compared its files waits once more', async (t) => {
    const { open, world } = await updateStage(t);
    const answers = [false, true];
    world.isOpening = () => answers.shift() ?? true;
    const updates = open();
    await updates.check();
    await updates.install();
    await until(() => updates.state().message?.startsWith('A position') === true);
    assert.deepEqual([world.botCalls, world.started], [[], []]);
  });

  const moments: [string, object, boolean][] = [
    ['a decision is due in 59 s', { next_bar_at: isoAt(NOW + 59_000) }, false],
    ['a decision is due in 61 s', { next_bar_at: isoAt(NOW + 61_000) }, true],
    ['a bar closed 5 s ago', { next_bar_at: isoAt(NOW - 5_000) }, false],
    ['a bar closed 15 s ago', { next_bar_at: isoAt(NOW - 15_000) }, true],
    ['a bot is starting', { phase: 'starting' }, false],
    ['a bot waits for its terminal', { phase: 'waiting' }, true],
  ];
  for (const [name, bot, goesIn] of moments)
    it(`${goesIn ? 'goes in' : 'does not go in'} automatically where ${name}`, async (t) => {
      const { open, world } = await updateStage(t);
      world.bots.set('Main', bot);
      const updates = open();
      await updates.check();
      for (const nap of world.naps) nap.wake();
      await until(() => (goesIn ? world.started.length === 1 : updates.state().message !== null));
      assert.equal(world.started.length, goesIn ? 1 : 0);
    });

  it('does not go in automatically while a window is open, and after an hour takes a smaller gap between decisions', async (t) => {
    const { open, world } = await updateStage(t);
    world.hasWindow = true;
    const updates = open();
    await updates.check();
    const turn = async () => {
      const naps = world.naps.splice(0);
      for (const nap of naps) nap.wake();
      await until(() => world.naps.length > 0 || world.started.length > 0);
    };
    await turn();
    assert.match(updates.state().message ?? '', /once this window is closed/);
    world.hasWindow = false;
    world.bots.set('Main', { next_bar_at: isoAt(NOW + 3_600_000 + 30_000) });
    world.now = NOW + 3_599_000;
    await turn();
    assert.equal(updates.state().message, 'It goes in once no decision is near.');
    world.now = NOW + 3_600_000;
    await turn();
    await until(() => world.started.length === 1);
  });

  it('goes in when it is asked for, and goes on being looked after, where the state of a bot cannot be told', async (t) => {
    const { open, deps, world } = await updateStage(t);
    world.bots.set('Main', {});
    const updates = open({
      runs: {
        ...deps.runs,
        state: () => {
          throw new Error('its file is damaged');
        },
      },
    });
    await updates.check();
    for (let turn = 0; turn < 3; turn++) {
      for (const nap of world.naps.splice(0)) if (nap.ms === 5_000) nap.wake();
      await until(() => world.naps.some(({ ms }) => ms === 5_000));
    }
    assert.match(updates.state().message ?? '', /cannot be told \(its file is damaged\)/);
    assert.equal(world.lines.filter((line) => line.includes('cannot be told')).length, 1);
    assert.equal(world.started.length, 0);
    await updates.install();
    await until(() => world.started.length === 1);
  });

  it('does not go in where bots do not stop, and those that did are started again', async (t) => {
    const { open, deps, world, readIni, dataDir } = await updateStage(t);
    world.bots.set('Main', {});
    world.bots.set('Other', {});
    const updates = open({
      runs: {
        ...deps.runs,
        async stopAll() {
          world.bots.delete('Main');
          throw new Error('Other did not stop within 60 s');
        },
      },
    });
    await updates.check();
    await updates.install();
    await until(() => updates.state().kind === 'failed');
    assert.match(updates.state().message ?? '', /1\.3\.0 did not go in: Other did not stop/);
    assert.deepEqual(world.botCalls, ['start Main']);
    assert.deepEqual([world.letGo, readIni()?.current, readIni()?.trial], [0, '1.2.3', null]);
    assert.ok(!existsSync(join(dataDir, 'updates', 'hand-over.json')));
    await updates.check();
    assert.equal(updates.state().kind, 'waiting', 'it is offered again');
  });

  it('is not run where its installer was changed after it was verified, nor where a file of it is damaged', async (t) => {
    const { open, deps, world, installFolder, dataDir } = await updateStage(t);
    const damage = (folder: string) =>
      writeFileSync(join(versionFolder(folder, '1.3.0'), PROGRAM), 'evil');
    const updates = open({
      programs: {
        ...deps.programs,
        async extract(installer, folder) {
          unpack(installer, folder);
          damage(folder);
          return null;
        },
      },
    });
    await updates.check();
    assert.equal(updates.state().kind, 'failed');
    assert.match(updates.state().message ?? '', /its file quorate-app\.exe is damaged/);
    assert.ok(!existsSync(versionFolder(installFolder, '1.3.0')));
    const other = open();
    await other.check();
    damage(installFolder);
    writeFileSync(join(dataDir, 'updates', '1.3.0.exe'), 'evil');
    const { length } = world.unpacked;
    await other.install();
    await until(() => other.state().kind === 'failed');
    assert.match(other.state().message ?? '', /was changed after it was verified, and is not run/);
    assert.deepEqual([world.unpacked.length, world.started], [length, []]);
  });

  it('that is withdrawn while it waits does not go in', async (t) => {
    const { open, service, world } = await updateStage(t);
    const updates = open();
    await updates.check();
    service.update = null;
    await updates.check();
    assert.equal(updates.state().kind, 'current');
    await assert.rejects(updates.install(), { code: 'no_update' });
    assert.deepEqual(world.started, []);
  });

  it('stays ready while the service is away', async (t) => {
    const { open, service } = await updateStage(t);
    const { address } = service;
    const updates = open({
      account: {
        service: () => address,
        token: () => ({ user: {} as never, token: 't' }),
        onChange: () => () => undefined,
      },
    });
    await updates.check();
    await service.stop();
    await updates.check();
    assert.equal(updates.state().kind, 'waiting');
  });

  it('that is newer takes the place of one that waits, and the older installer goes', async (t) => {
    const { open, offer, dataDir, world } = await updateStage(t);
    const updates = open();
    await updates.check();
    offer({ version: '1.4.0' }, installerOf('1.4.0'));
    await updates.check();
    assert.equal(updates.state().version, '1.4.0');
    assert.deepEqual(readdirSync(join(dataDir, 'updates')).sort(), ['1.4.0.exe', 'records.json']);
    await updates.install();
    await until(() => world.started.length === 1);
    assert.equal(world.started[0]?.version, '1.4.0');
  });
});

describe('looking for updates', () => {
  it('is put off by the service for six hours at most, whatever it asks', () => {
    const found = { kind: 'failed', version: null, message: '', answered: true } as const;
    const wait = (retryAfterMs: number) => waitAfter({ ...found, retryAfterMs }, 1, () => 0);
    assert.equal(wait(120_000), 120_000);
    // Timers take what is longer than 24 days for no time at all.
    assert.equal(wait(9_999_999_000), 6 * 3_600_000);
  });

  it('begins 10 s after the start, goes on every six to seven hours, and backs off after failures', async (t) => {
    const { open, service, world } = await updateStage(t);
    service.update = null;
    open({ random: () => 0.5 });
    const next = async () => {
      const naps = world.naps.splice(0).filter(({ ms }) => ms !== 5_000);
      assert.equal(naps.length, 1);
      naps[0]?.wake();
      await until(() => world.naps.length > 0);
      return world.naps[0]?.ms;
    };
    await until(() => world.naps.length === 2);
    assert.deepEqual(
      world.naps.map(({ ms }) => ms),
      [10_000, 5_000],
    );
    assert.equal(await next(), 6.5 * 3_600_000);
    service.update = 'nonsense';
    assert.equal(await next(), 45_000);
    assert.equal(await next(), 90_000);
    assert.equal(await next(), 180_000);
    service.update = null;
    assert.equal(await next(), 6.5 * 3_600_000);
  });

  it('makes one call however often it is asked for at once', async (t) => {
    const { open, service } = await updateStage(t);
    service.update = null;
    const updates = open();
    await Promise.all(Array.from({ length: 10 }, () => updates.check()));
    assert.equal(service.seen.length, 1);
  });

  it('waits for somebody to sign in, and then begins at once', async (t) => {
    const { open, service, world, signIn } = await updateStage(t);
    world.token = null;
    const updates = open();
    await updates.check();
    assert.equal(service.seen.length, 0);
    assert.match(updates.state().message ?? '', /^Sign in/);
    signIn('fresh');
    await until(() => updates.state().kind === 'waiting');
    assert.equal(service.seen.at(-1)?.token, 'Bearer fresh');
  });

  it('survives a damaged record, and says so once', async (t) => {
    const { open, dataDir, world } = await updateStage(t);
    const before = open();
    await before.check();
    await before.close();
    const file = join(dataDir, 'updates', 'records.json');
    writeFileSync(file, '{"format":1,"bad":');
    const updates = open();
    await updates.check();
    assert.equal(updates.state().kind, 'waiting');
    assert.equal(world.lines.filter((line) => line.includes('is damaged')).length, 1);
    assert.ok(JSON.parse(readFileSync(file, 'utf8')).newest_seen);
  });
});
