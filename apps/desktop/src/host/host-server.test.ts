import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { systemTimers } from '@quorate/bot/timers';
import { speak } from '@quorate/bot/words';
import { type AppState, STATE_STREAM } from '../contract/app-state.ts';
import { callAsWindow, callHost } from '../testing/call-host.ts';
import { echo, hostStage } from '../testing/host-stage.ts';
import { openHostServer } from './host-server.ts';

describe('a call of the interface', () => {
  it('is parsed, carried out, and answered with what the contract declares and no more', async (t) => {
    const { window } = await hostStage(t);
    const { status, body, headers } = await window({
      method: 'POST',
      path: '/api/echo/mira?times=2',
      body: { word: 'hi' },
    });
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(body), { said: 'mira hihi' });
    assert.equal(headers['cache-control'], 'no-store');
  });

  it('that is wrong names each field', async (t) => {
    const { window, calls } = await hostStage(t);
    const { status, body } = await window({
      method: 'POST',
      path: '/api/echo/mira',
      body: { word: '' },
    });
    assert.equal(status, 400);
    assert.deepEqual(JSON.parse(body), {
      code: 'validation_failed',
      message: 'This cannot be taken: word: Say a word.',
      fields: { word: 'Say a word' },
    });
    const huge = await window({
      method: 'POST',
      path: '/api/echo/mira?times=9000',
      body: { word: 'a' },
    });
    assert.equal(huge.status, 400);
    assert.deepEqual(calls, []);
  });

  it('that finds the disk full says so, and the log what was being done', async (t) => {
    const { say, log } = await hostStage(t);
    const answer = await say({ word: 'a', fail: 'full' });
    assert.equal(answer.status, 503);
    assert.deepEqual(JSON.parse(answer.body), {
      code: 'data_folder',
      message: 'The data folder of the app cannot be used: the disk is full.',
    });
    assert.match(log.join(), /^POST \/api\/echo\/:name failed: Error: ENOSPC/);
  });

  for (const [name, status, code] of [
    ['local', 409, 'bot_at_work'],
    ['bot', 503, 'vault'],
    ['unforeseen', 500, 'unexpected'],
  ] as const) {
    it(`that fails (${name}) is answered with its code and one sentence`, async (t) => {
      const { say, log } = await hostStage(t);
      const answer = await say({ word: 'a', fail: name });
      assert.equal(answer.status, status);
      const failure = JSON.parse(answer.body) as { code: string; message: string };
      assert.equal(failure.code, code);
      assert.ok(!answer.body.includes('/home/mira'));
      // What nobody foresaw is in the log, with the route and not with what was sent.
      assert.equal(log.length, name === 'unforeseen' ? 1 : 0);
      if (name === 'unforeseen') assert.match(log[0] ?? '', /^POST \/api\/echo\/:name failed: /);
    });
  }

  it('that is huge, no JSON, of another type or with a broken path is refused by what it is', async (t) => {
    const { window, port, secret, calls } = await hostStage(t);
    const authorization = `Bearer ${secret}`;
    const json = { authorization, 'content-type': 'application/json' };
    const path = '/api/echo/mira';
    const huge = await window({ method: 'POST', path, body: { word: 'a'.repeat(66_000) } });
    assert.equal(huge.status, 413);
    assert.match(huge.body, /64 KiB/);
    const sent = (headers: Record<string, string>, body: string, at = path) =>
      callHost(port, { method: 'POST', path: at, headers, body });
    assert.equal((await sent(json, '{"word"')).status, 400);
    assert.equal((await sent(json, '')).status, 400);
    assert.equal((await sent({ ...json, 'content-type': 'text/plain' }, 'word=a')).status, 415);
    const word = '{"word":"a"}';
    assert.equal((await sent(json, word, '/api/echo/%zz')).status, 400);
    assert.equal((await sent(json, word, `/api/echo/${'a'.repeat(300)}`)).status, 414);
    assert.equal((await sent(json, '{"__proto__":{"word":"a"}}')).status, 400);
    assert.deepEqual(calls, []);
  });
});

describe('the interface', () => {
  it('is served under a strict policy: the page again each time, built files for a year', async (t) => {
    const { port, log } = await hostStage(t);
    const page = await callHost(port, { path: '/configurations/London?tab=risk' });
    assert.equal(page.status, 200);
    assert.match(page.body, /<title>App/);
    assert.equal(page.headers['cache-control'], 'no-cache');
    assert.equal(
      page.headers['content-security-policy'],
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    assert.equal(page.headers['x-content-type-options'], 'nosniff');
    assert.equal(page.headers['x-frame-options'], 'DENY');
    assert.equal(page.headers['referrer-policy'], 'no-referrer');
    assert.equal(page.headers['cross-origin-resource-policy'], 'same-origin');
    assert.equal(page.headers['set-cookie'], undefined);
    const script = await callHost(port, { path: '/assets/main-abc123.js' });
    assert.equal(script.status, 200, log.join());
    assert.match(script.headers['content-type'] ?? '', /javascript/);
    assert.match(script.headers['cache-control'] ?? '', /immutable/);
  });

  it('is the page of the language that is spoken, and English where that was not built', async (t) => {
    const { port, pagesFetched } = await hostStage(t);
    t.after(() => speak('en'));
    const page = async (path: string) => (await callHost(port, { path })).body;
    speak('es');
    assert.match(await page('/'), /Aplicación/);
    assert.match(await page('/configurations/London'), /Aplicación/);
    assert.equal((await callHost(port, { path: '/es/assets/gone.js' })).status, 404);
    speak('en');
    assert.match(await page('/'), /<title>App.*this browser is too old for it, or runs no scripts/);
    assert.equal(pagesFetched(), 3, 'a window has come, and a file that is not there is none');
  });

  it('is no answer to a call or a file that is not there', async (t) => {
    const { port, window } = await hostStage(t);
    for (const path of ['/api/nothing', '/api', '/assets/gone.js', '/session']) {
      const { status, body } = await callHost(port, { path });
      assert.equal(status, 404, path);
      assert.equal((JSON.parse(body) as { code: string }).code, 'not_found');
    }
    assert.equal((await window({ method: 'DELETE', path: '/' })).status, 404);
  });

  it('that is missing is said, and calls still work', async (t) => {
    const server = await openHostServer({
      timers: systemTimers,
      interfaceFolder: join(tmpdir(), 'no such folder'),
      notify: () => {},
      feed: { current: () => assert.fail(), onChange: () => () => {} },
      register: (route) => route(echo, ({ body }) => ({ said: body.word })),
    });
    t.after(() => server.close());
    const page = await callHost(server.port, { path: '/' });
    assert.equal(page.status, 500);
    assert.match(page.body, /Install the app again/);
    const said = { method: 'POST', path: '/api/echo/a', body: { word: 'b' } } as const;
    assert.equal((await callAsWindow(server.port, server.secret, said)).status, 200);
  });
});

it('the server listens on the loopback address alone, and ends while connections hang', async (t) => {
  const { port, close } = await hostStage(t);
  const hanging = connect(port, '127.0.0.1');
  hanging.on('error', () => {});
  hanging.write('POST /session HTTP/1.1\r\nHost: 127.0.0.1');
  const half = request({ host: '127.0.0.1', port, method: 'POST', path: '/session' });
  half.on('error', () => {});
  half.write('{');
  await once(hanging, 'connect');
  await close();
  const late = connect(port, '127.0.0.1');
  const [error] = (await once(late, 'error')) as [NodeJS.ErrnoException];
  assert.equal(error.code, 'ECONNREFUSED');
});

it('somebody who opens connections without end leaves the app files to work with, and is cut off', async (t) => {
  const { port } = await hostStage(t);
  const sockets = Array.from({ length: 400 }, () => connect(port, '127.0.0.1'));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  let cut = 0;
  const enough = Promise.withResolvers<void>();
  for (const socket of sockets) {
    socket.on('error', () => {});
    socket.once('close', () => {
      cut += 1;
      if (cut === 400 - 256) enough.resolve();
    });
    socket.resume();
  }
  await enough.promise;
  for (const socket of sockets) socket.destroy();
  await until(async () => (await callHost(port, { path: '/' }).catch(() => null))?.status === 200);
});

it('one window more than the app serves is told so, and those that are open go on', async (t) => {
  const { port, secret } = await hostStage(t, systemTimers, () => ({}) as AppState);
  const open = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { host: `127.0.0.1:${port}`, authorization: `Bearer ${secret}` };
      const call = request({ host: '127.0.0.1', port, path: STATE_STREAM, headers, agent: false });
      call.once('response', resolve).once('error', reject).end();
      t.after(() => call.destroy());
    });
  const windows = await Promise.all(Array.from({ length: 32 }, open));
  assert.ok(windows.every(({ statusCode }) => statusCode === 200));
  const late = await open();
  let body = '';
  for await (const chunk of late) body += String(chunk);
  assert.equal(late.statusCode, 409);
  assert.match(body, /32 windows are open already/);
  windows[0]?.destroy();
  await until(async () => {
    const again = await open();
    again.resume();
    return again.statusCode === 200;
  });
});

/** Until connections that were let go are gone on the other side, too. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; !(await holds()); looks += 1) {
    assert.ok(looks < 1_000, 'it did not come to hold');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
