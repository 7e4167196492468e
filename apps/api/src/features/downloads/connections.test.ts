import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { downloadDesktopInstaller } from '@quorate/contract/downloads';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { releasesFolder } from './testing/published-release.ts';

/** More than fits into the buffers between two ends of a connection. */
const CONTENT = randomBytes(24_000_000);
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const WAIT_MS = 5_000;

async function start(t: TestContext) {
  const releases = await releasesFolder(t);
  await releases.publish(CONTENT);
  const service = await startTestService(t, { releasesDir: releases.releasesDir });
  const { token } = await signedInUser(service);
  const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const request = async (headers: Record<string, string> = {}): Promise<IncomingMessage> => {
    const asked = get(address + downloadDesktopInstaller.path, {
      headers: { authorization: `Bearer ${token}`, ...headers },
      agent: false,
    });
    const [response] = await once(asked, 'response');
    return response;
  };
  return { ...releases, request };
}

/** How many files of the folder this process has open. */
async function openFiles(folder: string): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return links.filter((link) => link.startsWith(folder)).length;
}

async function untilOpen(folder: string, count: number): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const open = await openFiles(folder);
    if (open === count) return;
    assert.ok(performance.now() < deadline, `${open} files are open, not ${count}`);
    await sleep(10);
  }
}

async function contentOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('a download', {
  skip: process.platform !== 'linux' && 'open files are counted on Linux',
}, () => {
  it('lets go of the file when its caller goes away, and when it is done', async (t) => {
    const { request, releasesDir } = await start(t);
    const leaving = [await request(), await request(), await request({ range: 'bytes=9-' })];
    for (const response of leaving) await once(response, 'readable');
    await untilOpen(releasesDir, 3);
    for (const response of leaving) response.destroy();
    await untilOpen(releasesDir, 0);
    assert.equal(sha256(await contentOf(await request())), sha256(CONTENT));
    await untilOpen(releasesDir, 0);
  });

  it('holds no file open for an answer without content', async (t) => {
    const { request, releasesDir } = await start(t);
    const asked: Record<string, string>[] = [
      { 'if-none-match': '*' },
      { range: 'bytes=-0' },
      { 'if-match': '"x"' },
    ];
    for (const headers of asked) await contentOf(await request(headers));
    await untilOpen(releasesDir, 0);
  });

  it('that is under way ends as it began while the release is replaced, and is then not resumed from another', async (t) => {
    const { request, publish, releasesDir } = await start(t);
    const response = await request();
    await once(response, 'readable');
    const other = randomBytes(1_000);
    await publish(other, { replace: true });
    assert.equal(sha256(await contentOf(response)), sha256(CONTENT));
    const resumed = await request({ range: 'bytes=500-', 'if-range': response.headers.etag ?? '' });
    assert.equal(resumed.statusCode, 200);
    assert.equal(sha256(await contentOf(resumed)), sha256(other));
    await untilOpen(releasesDir, 0);
  });
});
