import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { downloadDesktopInstaller, getDesktopRelease } from '@quorate/contract/downloads';
import { failureReply } from '@quorate/contract/errors';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { releasesFolder } from './testing/published-release.ts';

const CONTENT = randomBytes(300_000);
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');
const ETAG = `"${SHA256}"`;

async function start(t: TestContext, { published = true } = {}) {
  const releases = await releasesFolder(t);
  if (published) await releases.publish(CONTENT);
  const service = await startTestService(t, { releasesDir: releases.releasesDir });
  const { token } = await signedInUser(service);
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    service.app.inject({
      method,
      url: downloadDesktopInstaller.path,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  return { ...releases, service, token, get };
}

describe('the newest desktop release', () => {
  it('is told with its version, name, size, SHA-256 and day, and not how it is stored', async (t) => {
    const { service, token } = await start(t);
    const { app } = service;
    const { body } = await app.inject({
      url: getDesktopRelease.path,
      headers: { authorization: `Bearer ${token}` },
    });
    assert.deepEqual(JSON.parse(body), {
      success: true,
      release: {
        version: '1.2.3',
        file_name: 'quorate-desktop-setup-1.2.3.exe',
        size: 300_000,
        sha256: SHA256,
        published_at: '2026-03-02T10:00:00.000Z',
      },
    });
  });

  it('is null before the first, the installer is absent in words of its own, and both come without a restart', async (t) => {
    const { service, token, publish, get } = await start(t, { published: false });
    assert.equal((await service.call(getDesktopRelease, {}, token)).release, null);
    const absent = await get();
    assert.equal(absent.statusCode, 404);
    const { code, message } = failureReply.parse(absent.json());
    assert.deepEqual(
      [code, message],
      ['no_desktop_release', 'The Windows app is not released yet.'],
    );
    await publish('one');
    assert.equal((await get()).body, 'one');
    await publish('two', { version: '1.3.0' });
    assert.equal((await get()).body, 'two');
    assert.equal((await service.call(getDesktopRelease, {}, token)).release?.version, '1.3.0');
  });

  // @spec 6.13
  // @promise 6.1
  it('is for whoever is signed in, by browser or as a device', async (t) => {
    const { service } = await start(t);
    for (const endpoint of [getDesktopRelease, downloadDesktopInstaller]) {
      assert.equal(endpoint.auth, 'user_or_device');
      const refused = await service.app.inject({ url: endpoint.path });
      assert.equal(refused.statusCode, 401);
      assert.equal(failureReply.parse(refused.json()).code, 'unauthorized');
    }
  });
});

describe('the installer', () => {
  // @spec 7.29
  it('comes whole with its name, length, entity tag and digest', async (t) => {
    const { get } = await start(t);
    const { statusCode, headers, rawPayload } = await get();
    assert.equal(statusCode, 200);
    assert.ok(rawPayload.equals(CONTENT));
    const digest = createHash('sha256').update(CONTENT).digest('base64');
    const expected = {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="quorate-desktop-setup-1.2.3.exe"',
      'content-length': '300000',
      'content-range': undefined,
      'accept-ranges': 'bytes',
      etag: ETAG,
      'cache-control': 'private, no-cache',
      'repr-digest': `sha-256=:${digest}:`,
      digest: `sha-256=${digest}`,
    };
    for (const [name, value] of Object.entries(expected)) assert.equal(headers[name], value, name);
  });

  it('tells a HEAD the same, without the bytes and whatever range it names', async (t) => {
    const { get } = await start(t);
    const whole = await get();
    const head = await get({ range: 'bytes=0-9' }, 'HEAD');
    assert.deepEqual([head.statusCode, head.body], [200, '']);
    for (const name of ['content-length', 'etag', 'content-disposition', 'accept-ranges'])
      assert.equal(head.headers[name], whole.headers[name], name);
  });

  const parts: [Record<string, string>, number, number][] = [
    [{ range: 'bytes=0-99' }, 0, 99],
    [{ range: 'bytes=150000-' }, 150_000, 299_999],
    [{ range: 'bytes=-1' }, 299_999, 299_999],
    [{ range: 'bytes=299000-400000', 'if-range': ETAG }, 299_000, 299_999],
    [{ range: 'bytes=1-1', 'if-match': `"other", ${ETAG}` }, 1, 1],
  ];
  it('comes in part for one range', async (t) => {
    const { get } = await start(t);
    for (const [sent, first, last] of parts) {
      const { statusCode, headers, rawPayload } = await get(sent);
      assert.equal(statusCode, 206, JSON.stringify(sent));
      assert.equal(headers['content-range'], `bytes ${first}-${last}/300000`);
      assert.equal(headers['content-length'], String(last - first + 1));
      assert.equal(headers.etag, ETAG);
      assert.ok(rawPayload.equals(CONTENT.subarray(first, last + 1)));
    }
  });

  const wholes: Record<string, string>[] = [
    { range: 'bytes=0-1,5-9' },
    { range: 'bytes=9-1' },
    { range: 'nonsense' },
    { range: 'bytes=100-', 'if-range': '"another"' },
    { range: 'bytes=100-', 'if-range': `W/${ETAG}` },
    { range: 'bytes=100-', 'if-range': 'Mon, 02 Mar 2026 10:00:00 GMT' },
    { range: 'bytes=400000-', 'if-range': '"another"' },
    { 'if-none-match': '"another"' },
    { 'if-match': '*' },
    { 'if-modified-since': 'Mon, 01 Jan 2035 00:00:00 GMT' },
  ];
  it('comes whole for several ranges, for none that can be read, and where it is another file', async (t) => {
    const { get } = await start(t);
    for (const sent of wholes) {
      const { statusCode, rawPayload } = await get(sent);
      assert.equal(statusCode, 200, JSON.stringify(sent));
      assert.ok(rawPayload.equals(CONTENT), JSON.stringify(sent));
    }
  });

  it('is not there beyond its end, and says how long it is', async (t) => {
    const { get } = await start(t);
    for (const range of ['bytes=300000-', 'bytes=-0']) {
      const response = await get({ range });
      assert.equal(response.statusCode, 416);
      assert.equal(response.headers['content-range'], 'bytes */300000');
      const { code, message } = failureReply.parse(response.json());
      assert.equal(code, 'range_not_satisfiable');
      assert.match(message, /300000 bytes/);
    }
  });

  it('is not sent again to whoever has it, nor to whoever wants another one', async (t) => {
    const { get } = await start(t);
    for (const tag of [ETAG, `W/${ETAG}`, `"x", ${ETAG}`, '*']) {
      const { statusCode, body, headers } = await get({ 'if-none-match': tag });
      assert.deepEqual([statusCode, body, headers.etag], [304, '', ETAG], tag);
    }
    for (const tag of ['"another"', `W/${ETAG}`]) {
      const refused = await get({ 'if-match': tag });
      assert.equal(refused.statusCode, 412);
      assert.equal(failureReply.parse(refused.json()).code, 'precondition_failed');
    }
  });

  // @promise 6.1
  it('goes on where it broke off, to the same SHA-256, and begins again where it was replaced', async (t) => {
    const { get, publish } = await start(t);
    const first = await get({ range: 'bytes=0-123455' });
    const tag = String(first.headers.etag);
    const rest = await get({ range: 'bytes=123456-', 'if-range': tag });
    assert.equal(rest.statusCode, 206);
    const joined = Buffer.concat([first.rawPayload, rest.rawPayload]);
    assert.equal(createHash('sha256').update(joined).digest('hex'), SHA256);
    await publish('shorter', { replace: true });
    const again = await get({ range: 'bytes=123456-', 'if-range': tag });
    assert.deepEqual([again.statusCode, again.body], [200, 'shorter']);
    assert.notEqual(again.headers.etag, tag);
  });
});
