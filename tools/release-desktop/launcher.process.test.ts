import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  type CurrentIni,
  readCurrentIni,
  writeCurrentIni,
} from '../../apps/desktop/src/updates/current-ini.ts';
import { chooseVersion } from '../../apps/desktop/src/updates/testing/choose-version.ts';
import { EXECUTABLE } from './executable.ts';
import { LAUNCHER } from './installer.ts';
import { callsOf } from './testing/called.ts';
import { makeRecorder, makeSmallRelease } from './testing/small-release.ts';
import { createWine, type Wine, withoutWine } from './testing/wine.ts';

const CURRENT = '1.2.0';
const PREVIOUS = '1.1.0';

/** Every state that the pointer and the folders beside it can be in. */
const STATES = [true, false].flatMap((hasCurrent) =>
  (['there', 'missing', 'none'] as const).flatMap((previous) =>
    [
      { trial: CURRENT, tries: 0 },
      { trial: CURRENT, tries: 1 },
      { trial: CURRENT, tries: 2 },
      { trial: CURRENT, tries: 9 },
      { trial: null, tries: 0 },
      { trial: null, tries: 9 },
      { trial: '1.0.0', tries: 9 },
    ].map((trial) => ({ hasCurrent, previous, ...trial })),
  ),
);

describe('the launcher under Wine', { skip: withoutWine }, () => {
  // A name as people have it.
  const folder = mkdtempSync(join(tmpdir(), 'launcher ü-'));
  const install = join(folder, 'Installed here');
  const launcher = join(install, LAUNCHER);
  let wine: Wine;
  let recorder: string;

  before(async () => {
    recorder = await makeRecorder(folder);
    await makeSmallRelease(folder, { version: '1.2.0' });
    mkdirSync(install);
    copyFileSync(join(folder, 'work 1.2.0', LAUNCHER), launcher);
    wine = await createWine(folder);
  });

  after(async () => {
    await wine?.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  function place(versions: readonly string[]): void {
    rmSync(join(install, 'versions'), { recursive: true, force: true });
    for (const version of versions) {
      mkdirSync(join(install, 'versions', version), { recursive: true });
      copyFileSync(recorder, join(install, 'versions', version, EXECUTABLE));
    }
  }

  test('starts the version that the app itself would choose, and writes the same down', async () => {
    const calls = callsOf(wine);
    for (const { hasCurrent, previous, trial, tries } of STATES) {
      const there = [...(hasCurrent ? [CURRENT] : []), ...(previous === 'there' ? [PREVIOUS] : [])];
      place(there);
      const ini: CurrentIni = {
        current: CURRENT,
        previous: previous === 'none' ? null : PREVIOUS,
        trial,
        tries,
        rolledBack: null,
      };
      writeCurrentIni(install, ini);
      calls.forget();
      const state = JSON.stringify({ there, ...ini });
      const choice = chooseVersion(ini, (version) => there.includes(version));
      const { code } = await wine.run(launcher, ['/S']);
      assert.equal(code, choice.version === null ? 1 : 0, state);
      const started = choice.version === null ? calls.read() : await calls.atLeast(1);
      assert.deepEqual(started, choice.version === null ? [] : [`${choice.version} /S`], state);
      assert.deepEqual(readCurrentIni(install), choice.ini ?? ini, state);
    }
  });

  test('passes its arguments on as they are', async () => {
    place([CURRENT]);
    const calls = callsOf(wine);
    calls.forget();
    writeCurrentIni(install, {
      current: CURRENT,
      previous: null,
      trial: null,
      tries: 0,
      rolledBack: null,
    });
    await wine.run(launcher, ['ui', '--data-dir', 'C:\\My data\\', '--resume=Main & co']);
    const [call] = await calls.atLeast(1);
    assert.match(call ?? '', /^1\.2\.0 ui --data-dir "C:\\My data\\+" "--resume=Main & co"$/);
  });

  test('says so where there is no pointer, and one that is damaged', async () => {
    place([CURRENT]);
    rmSync(join(install, 'current.ini'), { force: true });
    assert.equal((await wine.run(launcher, ['/S'])).code, 1);
  });

  test('a program that does not start counts as missing', async () => {
    place([CURRENT, PREVIOUS]);
    copyFileSync(import.meta.filename, join(install, 'versions', CURRENT, EXECUTABLE));
    const calls = callsOf(wine);
    calls.forget();
    const ini = { current: CURRENT, previous: PREVIOUS, trial: null, tries: 0, rolledBack: null };
    writeCurrentIni(install, ini);
    assert.equal((await wine.run(launcher)).code, 0);
    assert.deepEqual(await calls.atLeast(1), [`${PREVIOUS} `]);
    assert.equal(readCurrentIni(install)?.current, PREVIOUS);
    assert.equal(readCurrentIni(install)?.rolledBack, CURRENT);
  });
});
