import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { compareVersions, releaseVersion } from '@quorate/contract/release-version';
import { findNewestRelease } from './releases.ts';
import { releasesFolder } from './testing/published-release.ts';

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');
const SILENT = { warn: () => undefined };

describe('publishing a desktop release', () => {
  it('stores the file with its size, its SHA-256 and the moment, and leaves nothing else behind', async (t) => {
    const { releasesDir, publish } = await releasesFolder(t);
    const release = await publish('installer one');
    const hash = sha256('installer one');
    assert.deepEqual(release, {
      version: '1.2.3',
      file_name: 'quorate-desktop-setup-1.2.3.exe',
      size: 13,
      sha256: hash,
      stored_as: `1.2.3-${hash}.bin`,
      published_at: '2026-03-02T10:00:00.000Z',
      update: null,
    });
    assert.deepEqual((await readdir(releasesDir)).sort(), [`1.2.3-${hash}.bin`, '1.2.3.json']);
    assert.equal(await readFile(join(releasesDir, release.stored_as), 'utf8'), 'installer one');
  });

  it('refuses what is older or no newer, and does it all the same with replace', async (t) => {
    const { releasesDir, tryToPublish, publish } = await releasesFolder(t);
    await publish('ten', { version: '1.10.0' });
    for (const version of ['1.10.0', '1.9.9', '0.99.0']) {
      assert.deepEqual(await tryToPublish('other', { version }), {
        kind: 'refused',
        reason: `Version 1.10.0 is published already, and ${version} is not newer. Add --replace to publish it all the same.`,
      });
    }
    const older = await tryToPublish('nine', { version: '1.9.9', replace: true });
    assert.ok(older.kind === 'published');
    assert.equal(older.offered, '1.10.0');
    const same = await tryToPublish('ten again', { version: '1.10.0', replace: true });
    assert.ok(same.kind === 'published');
    const newest = await findNewestRelease({ releasesDir, log: SILENT });
    assert.equal(newest?.sha256, sha256('ten again'));
    const names = await readdir(releasesDir);
    assert.ok(!names.includes(`1.10.0-${sha256('ten')}.bin`), 'the replaced file is gone');
    assert.equal(names.length, 4);
  });

  const faults: [string, Parameters<Awaited<ReturnType<typeof releasesFolder>>['tryToPublish']>][] =
    [
      ['is empty', ['']],
      ...['', '1', '1.2', '1.2.3.4', 'v1.2.3', '1.2.03', '1.2.65536', '1.2.3-beta', '1.2.x'].map(
        (version): (typeof faults)[number] => ['three numbers', ['x', { version }]],
      ),
      ['There is no file', ['x', { source: '/nowhere/setup.exe' }]],
      ['There is no file', ['x', { source: '/' }]],
      ['end in .exe', ['x', { fileName: 'setup.zip' }]],
      ['end in .exe', ['x', { fileName: '../setup.exe' }]],
      ['end in .exe', ['x', { fileName: 'a"b.exe' }]],
    ];
  for (const [words, [content, input]] of faults)
    it(`refuses ${JSON.stringify(input ?? content)}, and makes no folder`, async (t) => {
      const { folder, tryToPublish } = await releasesFolder(t);
      const outcome = await tryToPublish(content, input);
      assert.ok(outcome.kind === 'refused');
      assert.ok(outcome.reason.includes(words), outcome.reason);
      assert.deepEqual(await readdir(folder), ['setup.exe']);
    });

  it('offers nothing of a publish that was killed, and clears it away a day later', async (t) => {
    const { releasesDir, publish, clock } = await releasesFolder(t);
    const { version } = await publish('whole');
    const old = join(releasesDir, 'old.part');
    const fresh = join(releasesDir, 'fresh.part');
    for (const path of [old, fresh]) await writeFile(path, 'half');
    await utimes(old, clock.now() / 1_000, clock.now() / 1_000);
    clock.advance(86_400_001);
    await utimes(fresh, clock.now() / 1_000, clock.now() / 1_000);
    // The bytes were there, and the power went before the manifest.
    await writeFile(join(releasesDir, `9.0.0-${'a'.repeat(64)}.bin`), 'half');
    const newest = await findNewestRelease({ releasesDir, log: SILENT });
    assert.equal(newest?.version, version);
    await publish('next', { version: '1.2.4' });
    const names = await readdir(releasesDir);
    assert.deepEqual([names.includes('old.part'), names.includes('fresh.part')], [false, true]);
  });
});

describe('the newest release', () => {
  it('is none before the first', async (t) => {
    const { releasesDir } = await releasesFolder(t);
    assert.equal(await findNewestRelease({ releasesDir, log: SILENT }), null);
    await mkdir(releasesDir);
    assert.equal(await findNewestRelease({ releasesDir, log: SILENT }), null);
  });

  it('is the one before where a file is cut short, is gone, or its manifest is nonsense, and the log says so', async (t) => {
    const { releasesDir, publish } = await releasesFolder(t);
    await publish('first', { version: '1.0.0' });
    const second = await publish('second', { version: '2.0.0' });
    const third = await publish('third', { version: '3.0.0' });
    await publish('fourth', { version: '4.0.0' });
    await truncate(join(releasesDir, second.stored_as), 3);
    await rm(join(releasesDir, third.stored_as));
    await writeFile(join(releasesDir, '4.0.0.json'), '{"version":"4.0.0","stored_as":"../x"}');
    const said: string[] = [];
    const log = { warn: (_about: object, message: string) => void said.push(message) };
    assert.equal((await findNewestRelease({ releasesDir, log }))?.version, '1.0.0');
    assert.deepEqual(said, [
      'a desktop release cannot be read and is not offered',
      'a desktop release cannot be read and is not offered',
      'a desktop release is not whole and is not offered',
    ]);
  });

  it('is told from others by numbers, not by letters', () => {
    const versions = ['1.9.0', '1.10.0', '0.0.9', '1.2.10', '1.2.9', '10.0.0'];
    assert.deepEqual(versions.sort(compareVersions), [
      '0.0.9',
      '1.2.9',
      '1.2.10',
      '1.9.0',
      '1.10.0',
      '10.0.0',
    ]);
    assert.equal(compareVersions('1.2.3', '1.2.3'), 0);
    assert.ok(releaseVersion.safeParse('65535.0.65535').success);
  });
});
