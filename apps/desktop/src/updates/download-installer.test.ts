import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { systemTimers, type Timers } from '@quorate/bot/timers';
import {
  type DownloadInput,
  type DownloadOutcome,
  downloadInstaller,
  wholeInstaller,
} from './download-installer.ts';
import { readSignedManifest, updateKeys } from './manifest.ts';
import { installStage } from './testing/install-stage.ts';
import {
  signedUpdateOf,
  type UpdateService,
  updateKeyPair,
  updateService,
} from './testing/update-service.ts';

const CONTENT = randomBytes(2_000_000);

async function stage(t: TestContext, timers: Timers = systemTimers) {
  const { dataDir } = await installStage(t);
  const folder = join(dataDir, 'updates');
  const { privateKey, updateKey } = updateKeyPair();
  const signed = signedUpdateOf(privateKey, CONTENT);
  const service = await updateService(t, CONTENT, signed);
  const manifest = readSignedManifest(signed, updateKeys(updateKey));
  const shares: number[] = [];
  const { address } = service;
  const download = (
    change: Partial<DownloadInput> = {},
    deps: Partial<Parameters<typeof downloadInstaller>[0]> = {},
  ): Promise<DownloadOutcome> =>
    downloadInstaller(
      { fetch, timers, open, ...deps },
      {
        service: address,
        token: 'device-token',
        manifest: wholeInstaller(manifest),
        folder,
        signal: new AbortController().signal,
        onProgress: (share) => void shares.push(share),
        ...change,
      },
    );
  return {
    service,
    folder,
    manifest,
    shares,
    download,
    whole: join(folder, '1.3.0.exe'),
    part: join(folder, '1.3.0.exe.part'),
    ranges: () => service.seen.map(({ range }) => range),
  };
}

/** Sends so many bytes of what it was asked for, and breaks off. */
function breakOffAfter(bytes: number, content = CONTENT): NonNullable<UpdateService['answer']> {
  return (_request, response) => {
    const etag = `"${createHash('sha256').update(content).digest('hex')}"`;
    response.writeHead(200, { etag, 'content-length': content.length });
    response.write(content.subarray(0, bytes), () => setTimeout(() => response.destroy(), 20));
  };
}

describe('the download of an update', () => {
  it('arrives under its name with the token of the device, tells how far it is, and leaves nothing else', async (t) => {
    const { download, service, folder, whole, shares } = await stage(t);
    assert.deepEqual(await download(), { kind: 'done', file: whole });
    assert.ok(readFileSync(whole).equals(CONTENT));
    assert.deepEqual(readdirSync(folder), ['1.3.0.exe']);
    assert.equal(service.seen[0]?.token, 'Bearer device-token');
    assert.equal(shares.at(-1), 1);
    assert.deepEqual(
      shares,
      shares.toSorted((a, b) => a - b),
    );
  });

  it('is not made twice, and is made again where the file was changed since', async (t) => {
    const { download, service, whole } = await stage(t);
    await download();
    assert.equal((await download()).kind, 'done');
    assert.equal(service.seen.length, 1);
    const changed = Buffer.from(CONTENT);
    changed[5] = (changed[5] ?? 0) ^ 1;
    writeFileSync(whole, changed);
    assert.equal((await download()).kind, 'done');
    assert.ok(readFileSync(whole).equals(CONTENT));
  });

  it('goes on where it broke off, as often as it takes, and gives the same file', async (t) => {
    const { download, service, part, whole, ranges } = await stage(t);
    service.answer = breakOffAfter(700_000);
    const first = await download();
    assert.ok(
      first.kind === 'failed' && first.message.includes('of 2000000 bytes'),
      JSON.stringify(first),
    );
    assert.ok(!existsSync(whole));
    const size = statSync(part).size;
    assert.ok(size > 0 && size <= 700_000);
    service.answer = null;
    assert.equal((await download()).kind, 'done');
    assert.deepEqual(ranges(), [undefined, `bytes=${size}-`]);
    assert.ok(readFileSync(whole).equals(CONTENT));
  });

  it('verifies what was complete and never got its name, without asking again', async (t) => {
    const { download, service, part, manifest, folder } = await stage(t);
    mkdirSync(folder, { recursive: true });
    writeFileSync(part, CONTENT);
    writeFileSync(`${part}.json`, JSON.stringify({ sha512: manifest.sha512, etag: '"x"' }));
    assert.equal((await download()).kind, 'done');
    assert.deepEqual(service.seen, []);
  });

  it('begins again where the part is of another file, has no note, or is longer than the file', async (t) => {
    const { download, ranges, part, folder, manifest } = await stage(t);
    mkdirSync(folder, { recursive: true });
    const notes: [string, number][] = [
      [JSON.stringify({ sha512: 'f'.repeat(128), etag: '"x"' }), 9],
      ['{', 9],
      [JSON.stringify({ sha512: manifest.sha512, etag: '"x"' }), 2_000_001],
    ];
    for (const [note, length] of notes) {
      writeFileSync(part, Buffer.alloc(length));
      writeFileSync(`${part}.json`, note);
      assert.equal((await download()).kind, 'done');
      writeFileSync(join(folder, '1.3.0.exe'), 'away');
    }
    assert.deepEqual(ranges(), [undefined, undefined, undefined]);
  });

  it('puts no parts of two files together where the file is replaced meanwhile', async (t) => {
    const { download, service, whole, part } = await stage(t);
    service.answer = breakOffAfter(500_000);
    await download();
    service.answer = null;
    const other = randomBytes(CONTENT.length);
    service.installer = other;
    const outcome = await download();
    assert.ok(
      outcome.kind === 'refused' && outcome.message.includes('SHA-512'),
      JSON.stringify(outcome),
    );
    assert.deepEqual([existsSync(whole), existsSync(part)], [false, false]);
    service.installer = CONTENT;
    assert.equal((await download()).kind, 'done');
  });

  const answers: [string, number, Record<string, string>, RegExp][] = [
    [
      'the token is refused',
      401,
      {},
      /does not let this computer download \(401\)\. Sign in again/,
    ],
    ['the release was withdrawn', 404, {}, /no longer offers/],
    ['the service is not well', 503, { 'retry-after': '30' }, /status 503/],
    ['it is sent elsewhere', 302, { location: 'http://127.0.0.1:1/evil.exe' }, /status 302/],
    [
      'another part comes than was asked for',
      206,
      { 'content-range': 'bytes 0-9/2000000' },
      /status 206/,
    ],
  ];
  for (const [name, status, headers, message] of answers)
    it(`fails, to be made later, where ${name}`, async (t) => {
      const { download, service, folder } = await stage(t);
      service.answer = (_request, response) => void response.writeHead(status, headers).end('x');
      const outcome = await download();
      assert.ok(outcome.kind === 'failed', JSON.stringify(outcome));
      assert.match(outcome.message, message);
      assert.equal(outcome.retryAfterMs, status === 503 ? 30_000 : null);
      assert.deepEqual(readdirSync(folder), []);
    });

  it('fails where the service is away, and keeps the part', async (t) => {
    const { download, service, part } = await stage(t);
    service.answer = breakOffAfter(500_000);
    await download();
    await service.stop();
    const outcome = await download({ service: 'http://127.0.0.1:9' });
    assert.ok(outcome.kind === 'failed' && outcome.message.includes('is out of reach'));
    assert.ok(existsSync(part));
  });

  it('says that the disk is full, and gives back what it took', async (t) => {
    const { download, folder, part } = await stage(t);
    let written = 0;
    const full: typeof open = async (...input) => {
      const handle = await open(...input);
      const writeFile = handle.writeFile.bind(handle);
      handle.writeFile = async (data, options) => {
        written += (data as Uint8Array).length;
        if (written > 300_000)
          throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
            code: 'ENOSPC',
          });
        return writeFile(data, options);
      };
      return handle;
    };
    const outcome = await download({}, { open: full });
    assert.ok(outcome.kind === 'failed');
    assert.match(
      outcome.message,
      /^The disk is full: version 1\.3\.0 has 2 MB and does not fit into /,
    );
    assert.ok(outcome.message.includes(folder));
    assert.ok(!existsSync(part));
    assert.equal((await download()).kind, 'done');
  });

  it('ends when the app ends, and keeps what has come', async (t) => {
    const { download, service, part } = await stage(t);
    service.answer = (_request, response) => {
      response.writeHead(200, { etag: '"x"', 'content-length': CONTENT.length });
      response.write(CONTENT.subarray(0, 400_000));
    };
    const end = new AbortController();
    const outcome = await download({ signal: end.signal, onProgress: () => end.abort() });
    assert.equal(outcome.kind, 'stopped');
    assert.ok(statSync(part).size > 0);
  });

  it('gives up a connection on which nothing comes, and goes on another time', async (t) => {
    const waits: (() => void)[] = [];
    const timers: Timers = {
      now: systemTimers.now,
      after(ms, run) {
        assert.equal(ms, 60_000);
        waits.push(run);
        return () => undefined;
      },
    };
    const { download, service } = await stage(t, timers);
    const closed = Promise.withResolvers<void>();
    service.answer = (_request, response) => {
      response.writeHead(200, { etag: '"x"', 'content-length': CONTENT.length });
      response.write(CONTENT.subarray(0, 1_000));
      void once(response, 'close').then(() => closed.resolve());
    };
    const outcome = await download({ onProgress: () => setTimeout(() => waits.at(-1)?.(), 30) });
    assert.ok(outcome.kind === 'failed' && outcome.message.includes('after 1000 of 2000000 bytes'));
    await closed.promise;
  });

  it('does not go on with another part than it asked for, and begins again', async (t) => {
    const { download, service, part } = await stage(t);
    service.answer = breakOffAfter(500_000);
    await download();
    service.answer = (_request, response) => {
      const range = { 'content-range': `bytes 0-1999999/${CONTENT.length}` };
      response.writeHead(206, range).end(CONTENT);
    };
    const outcome = await download();
    assert.ok(outcome.kind === 'failed' && outcome.message.includes('another part'));
    assert.ok(!existsSync(part));
    service.answer = null;
    assert.equal((await download()).kind, 'done');
  });
});
