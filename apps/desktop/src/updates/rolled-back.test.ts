import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { readCurrentIni, writeCurrentIni } from './current-ini.ts';
import { readHandOver, writeConfirmed, writeHandOver } from './hand-over.ts';
import { chooseVersion } from './testing/choose-version.ts';
import { installerOf, putVersion } from './testing/install-stage.ts';
import { updateKeyPair } from './testing/update-service.ts';
import { crashes, hangs, until, updateStage } from './testing/update-stage.ts';
import { hasProgram, PROGRAM, type StartedVersion, versionFolder } from './version-files.ts';

type Stage = Awaited<ReturnType<typeof updateStage>>;
type Behave = (stage: Stage) => StartedVersion;

const SHA512 = 'a'.repeat(128);

/** Installs an update whose program behaves like this, and waits until the version before is started again. */
async function failedUpdate(t: TestContext, behave: Behave) {
  const stage = await updateStage(t);
  const { world } = stage;
  world.bots.set('Main', {});
  world.behave = (version) => (version === '1.3.0' ? behave(stage) : hangs());
  const updates = stage.open();
  await updates.check();
  await updates.install();
  await until(() => world.started.length === 2);
  return stage;
}

describe('a version that does not come up', () => {
  const faults: [string, Behave, RegExp][] = [
    ['crashes at once', crashes, /It ended with code 1\./],
    ['hangs', hangs, /It said nothing within 60 s\./],
    [
      'says that it is another version',
      ({ dataDir }) => {
        writeConfirmed(dataDir, '1.2.9');
        return hangs();
      },
      /It says that it is version 1\.2\.9\./,
    ],
    [
      'cannot be started',
      () => ({ ended: Promise.resolve('it could not be started (EACCES)'), kill: () => undefined }),
      /It could not be started \(EACCES\)\./,
    ],
  ];
  for (const [name, behave, message] of faults)
    it(`because it ${name} is gone back from, told, and not tried again until its file is another`, async (t) => {
      const stage = await failedUpdate(t, behave);
      const { world, open, offer, readIni, installFolder } = stage;
      assert.equal(world.started[1]?.version, '1.2.3');
      assert.ok(world.started[1]?.args.includes('--resume=Main'));
      assert.deepEqual(readIni(), {
        current: '1.2.3',
        previous: null,
        trial: null,
        tries: 0,
        rolledBack: null,
      });
      const updates = open();
      assert.deepEqual(updates.cameUp(), ['Main']);
      assert.equal(updates.state().kind, 'rolled-back');
      assert.equal(updates.state().version, '1.3.0');
      assert.match(updates.state().message ?? '', message);
      assert.ok(!existsSync(versionFolder(installFolder, '1.3.0')), 'nothing of it is left');
      const asked = world.unpacked.length;
      await updates.check();
      assert.equal(updates.state().kind, 'rolled-back');
      assert.equal(world.unpacked.length, asked);
      await assert.rejects(updates.install(), { code: 'no_update' });
      offer(
        { version: '1.3.0', released_at: '2026-11-21T00:00:00.000Z' },
        installerOf('1.3.0', { mended: 'x' }),
      );
      await updates.check();
      assert.equal(updates.state().kind, 'waiting');
    });

  it('is killed before anything is written back', async (t) => {
    const killed: string[] = [];
    await failedUpdate(t, ({ installFolder }) => {
      const { ended, kill } = hangs();
      return {
        ended,
        kill() {
          killed.push(`${readCurrentIni(installFolder)?.current}`);
          kill();
        },
      };
    });
    assert.deepEqual(killed, ['1.3.0']);
  });

  it('counts as up when it said so and ended before anybody looked', async (t) => {
    const stage = await updateStage(t);
    stage.world.behave = (version) => {
      writeConfirmed(stage.dataDir, version);
      return crashes();
    };
    const updates = stage.open();
    await updates.check();
    await updates.install();
    await until(() => stage.world.lines.some((line) => line.endsWith('confirmed.')));
    assert.equal(stage.world.started.length, 1);
  });

  it('is not taken for up by the word of an earlier update', async (t) => {
    const stage = await updateStage(t);
    mkdirSync(join(stage.dataDir, 'updates'), { recursive: true });
    writeConfirmed(stage.dataDir, '1.3.0');
    stage.world.behave = (version) => (version === '1.3.0' ? crashes() : hangs());
    const updates = stage.open();
    await updates.check();
    await updates.install();
    await until(() => stage.world.started.length === 2);
    assert.equal(stage.readIni()?.current, '1.2.3');
  });

  it('is gone back from though its pointer cannot be written back, which the next start mends', async (t) => {
    const pointer = (stage: Stage) => join(stage.installFolder, 'current.ini');
    const stage = await failedUpdate(t, (begun) => {
      // A folder of its name, with something in it: no file takes its place.
      rmSync(pointer(begun));
      mkdirSync(join(pointer(begun), 'in the way'), { recursive: true });
      return crashes();
    });
    assert.equal(stage.world.started[1]?.version, '1.2.3');
    rmSync(pointer(stage), { recursive: true });
    stage.ini({ current: '1.3.0', previous: '1.2.3', trial: '1.3.0', tries: 1 });
    const updates = stage.open();
    assert.deepEqual(updates.cameUp(), ['Main']);
    assert.equal(stage.readIni()?.current, '1.2.3');
    assert.match(updates.state().message ?? '', /It ended with code 1/);
  });
});

describe('the start of an app', () => {
  async function begun(t: TestContext, change: Parameters<Stage['ini']>[0], resume = ['Main']) {
    const stage = await updateStage(t);
    putVersion(stage.installFolder, '1.3.0', { [PROGRAM]: 'x' });
    mkdirSync(join(stage.dataDir, 'updates'), { recursive: true });
    writeHandOver(stage.dataDir, { from: '1.2.3', to: '1.3.0', sha512: SHA512, resume });
    stage.ini(change);
    const startOf = (version: string) => stage.open({ facts: { ...stage.deps.facts, version } });
    return { ...stage, startOf };
  }

  it('after the launcher went back tells which version it was, and what its bots were', async (t) => {
    const { startOf, readIni, dataDir, installFolder } = await begun(t, {
      current: '1.3.0',
      previous: '1.2.3',
      trial: '1.3.0',
      tries: 2,
    });
    const { version, ini } = chooseVersion(readIni(), (each) => hasProgram(installFolder, each));
    assert.equal(version, '1.2.3');
    assert.ok(ini);
    writeCurrentIni(installFolder, ini);
    const updates = startOf('1.2.3');
    assert.deepEqual(updates.cameUp(), ['Main']);
    assert.equal(updates.state().kind, 'rolled-back');
    assert.match(updates.state().message ?? '', /did not say that it had come up/);
    assert.equal(readIni()?.rolledBack, null);
    assert.equal(readHandOver(dataDir), null);
    assert.deepEqual(updates.cameUp(), [], 'once');
  });

  it('gives a version up that three switches in a row never reached', async (t) => {
    const { startOf, dataDir } = await begun(t, {});
    for (let interruption = 1; interruption <= 3; interruption++) {
      writeHandOver(dataDir, { from: '1.2.3', to: '1.3.0', sha512: SHA512, resume: [] });
      const updates = startOf('1.2.3');
      updates.cameUp();
      assert.equal(updates.state().kind, interruption < 3 ? 'current' : 'rolled-back');
      await updates.close();
    }
  });

  it('of a version that was given up and runs after all takes that back', async (t) => {
    const { startOf, dataDir } = await begun(t, {
      current: '1.3.0',
      previous: '1.2.3',
      trial: '1.3.0',
    });
    const records = {
      format: 1,
      newest_seen: null,
      bad: [{ version: '1.3.0', sha512: SHA512, reason: 'x' }],
      interrupted: null,
      rolled_back: { version: '1.3.0', message: 'x' },
      checked_at: null,
    };
    writeFileSync(join(dataDir, 'updates', 'records.json'), JSON.stringify(records));
    const updates = startOf('1.3.0');
    assert.deepEqual(updates.cameUp(), ['Main']);
    assert.equal(updates.state().kind, 'current');
  });

  it('of a version that failed as an update and was put in by hand says no more of it', async (t) => {
    const stage = await failedUpdate(t, crashes);
    putVersion(stage.installFolder, '1.3.0', { [PROGRAM]: 'x' });
    stage.open().cameUp();
    stage.ini({ current: '1.3.0', previous: '1.2.3' });
    const updates = stage.open({ facts: { ...stage.deps.facts, version: '1.3.0' } });
    assert.deepEqual(updates.cameUp(), []);
    assert.equal(updates.state().kind, 'current');
  });

  it('for the first time ever has nothing to complain of', async (t) => {
    const { open, world, dataDir } = await updateStage(t);
    assert.deepEqual(open().cameUp(), []);
    assert.deepEqual(world.lines, []);
    assert.deepEqual(readdirSync(join(dataDir, 'updates')), ['confirmed.json']);
  });

  it('says that the current version was gone and the one before it runs', async (t) => {
    const { open, installFolder, ini, readIni } = await updateStage(t);
    ini({ current: '1.2.3', rolledBack: '1.3.0' });
    const updates = open();
    assert.deepEqual(updates.cameUp(), []);
    assert.equal(updates.state().kind, 'rolled-back');
    assert.match(updates.state().message ?? '', /missing or could not be started/);
    assert.equal(readIni()?.rolledBack, null);
    assert.ok(existsSync(installFolder));
  });

  it("has Windows' list of installed apps name it, and comes up where Windows does not", async (t) => {
    const { open, world } = await updateStage(t);
    const facts = {
      kind: 'installed',
      version: '1.3.0',
      updateKey: updateKeyPair().updateKey,
    } as const;
    open({ facts }).cameUp();
    assert.equal(world.listed, '1.3.0');
    world.listed = new Error('a policy forbids it');
    open().cameUp();
    await until(() => /list of installed apps.*a policy forbids it/.test(world.lines.join()));
  });

  it('clears away what nobody needs, and keeps the version before and what is newer', async (t) => {
    const { open, installFolder, ini, dataDir } = await updateStage(t);
    for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0'])
      putVersion(installFolder, version, { [PROGRAM]: 'x' });
    mkdirSync(join(installFolder, 'versions', '1.4.0.part'));
    mkdirSync(join(installFolder, 'versions', '.leaving-0.9.0'));
    mkdirSync(join(installFolder, 'versions', 'notes of mine'));
    // Of another program, which keeps its versions in the folder that the app was installed into.
    mkdirSync(join(installFolder, 'versions', '18.0.0', 'bin'), { recursive: true });
    ini({ previous: '1.2.0' });
    const folder = join(dataDir, 'updates');
    mkdirSync(folder, { recursive: true });
    const files = [
      '1.2.3.exe',
      '1.2.0.exe.part',
      '1.2.0.exe.part.json',
      '1.4.0.exe.part',
      'mine.txt',
    ];
    for (const name of [...files, 'records.json.0123456789ab.part'])
      writeFileSync(join(folder, name), 'x');
    open().cameUp();
    assert.deepEqual(readdirSync(join(installFolder, 'versions')).sort(), [
      '1.2.0',
      '1.2.3',
      '18.0.0',
      'notes of mine',
    ]);
    assert.deepEqual(readdirSync(folder).sort(), ['1.4.0.exe.part', 'confirmed.json', 'mine.txt']);
  });

  it('is no worse where there is no pointer, a damaged one, or one that cannot be read', async (t) => {
    const { open, installFolder, readIni } = await updateStage(t);
    const file = join(installFolder, 'current.ini');
    for (const spoil of [
      () => rmSync(file),
      () => writeFileSync(file, '\0'.repeat(100)),
      () => writeFileSync(file, '[app]\r\ncurrent='),
    ]) {
      spoil();
      assert.deepEqual(open().cameUp(), []);
      assert.equal(readIni()?.current, '1.2.3');
    }
  });
});
