import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { callHost } from '../testing/call-host.ts';
import { hostStage } from '../testing/host-stage.ts';

describe('somebody else on this computer or in this browser', () => {
  it('gets nothing without the secret of this launch, or with another', async (t) => {
    const { port, secret, calls } = await hostStage(t);
    const wrong: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${'A'.repeat(43)}` },
      { authorization: `Bearer ${secret.slice(0, 42)}` },
      { authorization: `Bearer ${secret}A` },
      { authorization: `Basic ${secret}` },
      { authorization: secret },
      { cookie: `secret=${secret}` },
    ];
    for (const headers of wrong) {
      for (const [method, path] of [
        ['POST', '/api/echo/mira'],
        ['GET', '/api/state'],
        ['GET', '/api/state/stream'],
        // The router reads these as the same paths.
        ['GET', '/%61pi/state'],
        ['GET', '/%61%70%69/state/stream'],
      ] as const) {
        const { status, body } = await callHost(port, { method, path, headers });
        assert.equal(status, 403, `${method} ${path} ${JSON.stringify(headers)} ${body}`);
        assert.ok(!body.includes(secret));
      }
    }
    assert.deepEqual(calls, []);
  });

  it('is refused under another name of this computer, as DNS rebinding makes them', async (t) => {
    const { port, secret, window, calls } = await hostStage(t);
    for (const name of [
      'evil.example',
      `evil.example:${port}`,
      `localhost:${port}`,
      `127.0.0.1`,
      `127.0.0.1:${port}.evil.example`,
      `127.0.0.1:${port + 1}`,
      `[::1]:${port}`,
    ]) {
      const headers = { host: name, authorization: `Bearer ${secret}` };
      for (const path of ['/', '/api/state', '/assets/main-abc123.js', '/session']) {
        const { status, body } = await callHost(port, { path, headers });
        assert.equal(status, 403, `${name} ${path}`);
        assert.ok(!body.includes('<title>'));
      }
    }
    const said = { method: 'POST', path: '/api/echo/mira', body: { word: 'a' } } as const;
    assert.equal((await window({ ...said, headers: { host: 'evil.example' } })).status, 403);
    assert.deepEqual(calls, []);
  });

  it('cannot drive it from a page of another origin, even one that knows the secret', async (t) => {
    const { say, calls, port } = await hostStage(t);
    for (const origin of [
      'https://evil.example',
      'null',
      'file://',
      `http://localhost:${port}`,
      `https://127.0.0.1:${port}`,
      `http://127.0.0.1:${port + 1}`,
      `http://127.0.0.1:${port}.evil.example`,
    ]) {
      assert.equal((await say({ word: 'a' }, { origin })).status, 403, origin);
    }
    for (const site of ['cross-site', 'same-site', 'none', 'other']) {
      assert.equal((await say({ word: 'a' }, { 'sec-fetch-site': site })).status, 403, site);
    }
    assert.deepEqual(calls, []);
    assert.equal((await say({ word: 'a' })).status, 200);
  });

  it('is given no permission to read across origins', async (t) => {
    const { port, say } = await hostStage(t);
    const asked = await callHost(port, {
      method: 'OPTIONS',
      path: '/api/state',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    assert.ok(asked.status >= 400);
    for (const { headers } of [asked, await say({ word: 'a' })]) {
      const names = Object.keys(headers).filter((name) => name.startsWith('access-control'));
      assert.deepEqual(names, []);
    }
  });

  it('cannot load or frame the interface from another page, but may be led to it', async (t) => {
    const { port } = await hostStage(t);
    const from = (site: string, mode: string, dest: string) =>
      callHost(port, {
        path: '/',
        headers: { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest },
      });
    assert.equal((await from('cross-site', 'no-cors', 'script')).status, 403);
    assert.equal((await from('cross-site', 'navigate', 'iframe')).status, 403);
    assert.equal((await from('same-site', 'cors', 'empty')).status, 403);
    assert.equal((await from('cross-site', 'navigate', 'document')).status, 200);
    assert.equal((await from('none', 'navigate', 'document')).status, 200);
  });

  it('opens no WebSocket', async (t) => {
    const { port, secret } = await hostStage(t);
    for (const path of ['/', '/api/state/stream', '/session']) {
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: https://evil.example\r\nAuthorization: Bearer ${secret.replace(/^./, '-')}\r\n\r\n`,
      );
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      assert.doesNotMatch(chunk.toString(), /^HTTP\/1\.1 101/, path);
      socket.destroy();
    }
  });

  it('cannot make another method of a call by a header or a field', async (t) => {
    const { port, secret, calls } = await hostStage(t);
    for (const name of ['x-http-method-override', 'x-method-override', 'x-http-method']) {
      const { status } = await callHost(port, {
        path: '/api/echo/mira?_method=POST',
        headers: { authorization: `Bearer ${secret}`, [name]: 'POST' },
      });
      assert.equal(status, 404);
    }
    assert.deepEqual(calls, []);
  });

  it('reads no file beside the interface', async (t) => {
    const { port } = await hostStage(t);
    for (const path of [
      '/../app.json',
      '/assets/../../app.json',
      '/%2e%2e/app.json',
      '/..%2fapp.json',
      '/assets/..%2f..%2fapp.json',
      '/..%5capp.json',
      '/assets/%2e%2e%5c%2e%2e%5capp.json',
      '//app.json',
      '/./../app.json',
      '/%00/app.json',
      '/assets/main-abc123.js%00.html',
      'http://127.0.0.1/../app.json',
    ]) {
      const { body } = await callHost(port, { path });
      assert.ok(!body.includes('of the data folder'), path);
    }
  });
});
