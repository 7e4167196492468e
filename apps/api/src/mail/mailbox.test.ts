import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signup } from '@quorate/contract/account';
import { startTestService } from '../../test/helpers/test-service.ts';

const PERSON = { username: 'amina', email: 'Amina@example.com', password: 'correct horse battery' };

describe('the embedded mailbox', () => {
  it('shows the newest mail first, for one address or for all', async (t) => {
    const service = await startTestService(t);
    await service.call(signup, { body: PERSON });
    await service.runJobs();
    service.clock.advance(1_000);
    await service.call(signup, {
      body: { ...PERSON, username: 'bilal', email: 'bilal@example.com' },
    });
    await service.runJobs();
    const all = (await service.app.inject('/dev/mailbox.json')).json();
    assert.deepEqual(
      all.map((mail: { to: string }) => mail.to),
      ['bilal@example.com', 'amina@example.com'],
    );
    const one = (await service.app.inject('/dev/mailbox.json?to=amina@EXAMPLE.com')).json();
    assert.equal(one.length, 1);
    assert.deepEqual(Object.keys(one[0]), ['to', 'subject', 'text', 'html', 'created_at']);
    assert.equal(one[0].created_at, '2026-03-02T10:00:00.000Z');
  });

  it('has a page for people, with links that can be followed', async (t) => {
    const service = await startTestService(t);
    await service.call(signup, { body: PERSON });
    await service.runJobs();
    const response = await service.app.inject('/dev/mailbox');
    assert.match(String(response.headers['content-type']), /text\/html/);
    assert.match(
      response.body,
      /<a href="http:\/\/localhost:3000\/verify-email\?token=[\w-]{43}">/,
    );
    const hostile = await service.app.inject('/dev/mailbox?to=%22%3E%3Cscript%3E');
    assert.doesNotMatch(hostile.body, /<script>/);
  });

  for (const [reader, options] of [
    ['a site whose name resolves to this machine', { headers: { host: 'evil.example:3000' } }],
    ['a name that begins like this machine’s', { headers: { host: 'localhost.evil.example' } }],
    ['another machine', { remoteAddress: '192.168.1.7' }],
    ['somebody behind a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
  ] as const)
    it(`is closed to ${reader}`, async (t) => {
      const service = await startTestService(t);
      for (const url of ['/dev/mailbox', '/dev/mailbox.json?to=amina@example.com'])
        assert.equal((await service.app.inject({ url, ...options })).statusCode, 403);
    });

  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
    it(`opens as ${host}`, async (t) => {
      const service = await startTestService(t);
      const answer = await service.app.inject({ url: '/dev/mailbox', headers: { host } });
      assert.equal(answer.statusCode, 200);
    });

  it('does not exist where mails leave by a mail server', async (t) => {
    const service = await startTestService(t, { mailbox: false });
    assert.equal((await service.app.inject('/dev/mailbox')).statusCode, 404);
    assert.equal((await service.app.inject('/dev/mailbox.json?to=a@b.co')).statusCode, 404);
  });
});
