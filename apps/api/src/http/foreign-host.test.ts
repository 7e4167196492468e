import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { login } from '@quorate/contract/account';
import { getHealth, getReadiness } from '@quorate/contract/health';
import { startTestService } from '../../test/helpers/test-service.ts';

describe('a service in production', () => {
  const start = (t: TestContext) => startTestService(t, { servedAt: 'quorate.example' });

  it('answers a foreign host with nothing: no page, no call, no words', async (t) => {
    const { app } = await start(t);
    for (const host of [
      'evil.example',
      'quorate.example.evil.example',
      'evilquorate.example',
      '203.0.113.7:3000',
      '[2001:db8::1]',
    ])
      for (const url of [
        '/',
        '/login',
        '/assets/x.js',
        '/api/user/dashboard',
        '/nothing',
        '/log/checkpoint',
      ]) {
        const reply = await app.inject({ url, headers: { host } });
        assert.deepEqual([reply.statusCode, reply.body], [421, ''], `${host}${url}`);
        assert.equal(reply.headers.connection, 'close');
      }
    const body = { username_or_email: 'amina', password: 'x' };
    const headers = { host: 'evil.example' };
    const reply = await app.inject({ method: 'POST', url: login.path, body, headers });
    assert.equal(reply.statusCode, 421);
  });

  it('answers its own name with any port and case, and this machine', async (t) => {
    const { app } = await start(t);
    for (const host of [
      'quorate.example',
      'Quorate.Example:443',
      'localhost:3000',
      '127.0.0.1',
      '[::1]:3000',
    ]) {
      const reply = await app.inject({ url: '/api/user/dashboard', headers: { host } });
      assert.equal(reply.statusCode, 401, host);
    }
  });

  it('tells a balancer that asks by address how it is', async (t) => {
    const { app } = await start(t);
    for (const { path } of [getHealth, getReadiness]) {
      const reply = await app.inject({ url: path, headers: { host: '10.0.0.12:3000' } });
      assert.equal(reply.statusCode, 200, path);
    }
  });
});

it('a service that is tried out answers whatever it is called', async (t) => {
  const { app } = await startTestService(t);
  const reply = await app.inject({ url: getHealth.path, headers: { host: 'my-laptop.lan:3000' } });
  assert.equal(reply.statusCode, 200);
});
