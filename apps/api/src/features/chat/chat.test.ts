import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sendChatMessage } from '@quorate/contract/chat';
import { sendHeartbeat } from '@quorate/contract/live';
import { accountInput, signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import type { Assistant } from './assistant.ts';

const BODY = { message: 'Is there a free plan?' };

const quiet: Assistant = { reply: async () => 'Yes.' };

function post(
  service: TestService,
  payload: object | string,
  headers: Record<string, string> = {},
) {
  return service.app.inject({
    method: 'POST',
    url: '/api/chat',
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

describe('the chat', () => {
  // @spec 6.7
  it('answers a visitor from the pages of the site', async (t) => {
    const service = await startTestService(t);
    const { success, message } = await service.call(sendChatMessage, { body: BODY });
    assert.equal(success, true);
    assert.match(message, /\/pricing#free-plan/);
  });

  it('tells its owner alone that a bot has stopped', async (t) => {
    const service = await startTestService(t);
    const owner = await signedInUser(service);
    const other = await signedInUser(service);
    const beat = {
      account: accountInput(),
      run_id: 'run-1',
      sequence: 1,
      state: 'halted' as const,
      ended: true,
      equity: 9_000,
      balance: 9_100,
      open_positions: 2,
      version: '0.1.0',
      at: '2026-03-02T10:00:00.000Z',
    };
    await service.call(sendHeartbeat, { body: beat }, owner.token);
    const body = { message: 'My bot says not running' };
    const told = await service.call(sendChatMessage, { body }, owner.token);
    assert.match(told.message, /is stopped; last seen .* Open positions: 2\./);
    for (const token of [other.token, undefined]) {
      const { message } = await service.call(sendChatMessage, { body }, token);
      assert.doesNotMatch(message, /is stopped|Open positions/);
    }
  });

  it('hands the message, trimmed, and the history to whoever answers', async (t) => {
    const heard: unknown[] = [];
    const assistant: Assistant = {
      reply: async (message, history) => {
        heard.push({ message, history });
        return 'Noted.';
      },
    };
    const service = await startTestService(t, { assistant });
    const history = [{ role: 'user' as const, content: 'Hello' }];
    const reply = await service.call(sendChatMessage, { body: { message: ' And now? ', history } });
    assert.equal(reply.message, 'Noted.');
    assert.deepEqual(heard, [{ message: 'And now?', history }]);
  });

  // @spec 5.4
  it('refuses what is empty, too long or malformed, and names the limit', async (t) => {
    const service = await startTestService(t, { assistant: quiet });
    const turn = { role: 'user', content: 'x' };
    for (const [body, field] of [
      [{}, 'message'],
      [{ message: '' }, 'message'],
      [{ message: ' \n ' }, 'message'],
      [{ message: 'x'.repeat(4_001) }, 'message'],
      [{ message: 'a\u0000b' }, 'message'],
      [{ message: 7 }, 'message'],
      [{ message: 'x', history: Array(11).fill(turn) }, 'history'],
      [{ message: 'x', history: 'all of it' }, 'history'],
      [{ message: 'x', history: [{ ...turn, content: 'x'.repeat(8_001) }] }, 'history.0.content'],
      [{ message: 'x', history: [{ ...turn, role: 'system' }] }, 'history.0.role'],
    ] as const) {
      const failure = await service.fail(sendChatMessage, { body });
      assert.equal(failure.status, 400);
      assert.ok(failure.fields?.[field], `${field} in ${JSON.stringify(failure.fields)}`);
    }
    const failure = await service.fail(sendChatMessage, { body: { message: 'x'.repeat(4_001) } });
    assert.equal(failure.message, 'The message takes at most 4000 characters');
    assert.equal((await post(service, '{"message":')).statusCode, 400);
    assert.equal((await post(service, { message: 'x'.repeat(300_000) })).statusCode, 413);
  });

  it('takes the longest conversation there may be, in letters of three bytes', async (t) => {
    const service = await startTestService(t, { assistant: quiet });
    const history = Array(10).fill({ role: 'assistant', content: '界'.repeat(8_000) });
    await service.call(sendChatMessage, { body: { message: '界'.repeat(4_000), history } });
  });
});

describe('the limit of the chat', () => {
  // @spec 10.34
  // @promise 5.1
  it('is 10 messages an hour for a visitor, whatever X-Forwarded-For says', async (t) => {
    const service = await startTestService(t, { assistant: quiet });
    for (let count = 0; count < 10; count += 1) await service.call(sendChatMessage, { body: BODY });
    const refused = await post(service, BODY, { 'x-forwarded-for': '203.0.113.7' });
    assert.equal(refused.statusCode, 429);
    assert.equal(refused.headers['retry-after'], '3600');
    assert.match(refused.json().message, /the limit is 10 messages an hour/);
    service.clock.advance(3_600_000);
    await service.call(sendChatMessage, { body: BODY });
  });

  it('is 10 for a token that is dead or made up: it makes no user', async (t) => {
    const service = await startTestService(t, { assistant: quiet });
    const dead = 'x'.repeat(43);
    for (let count = 0; count < 10; count += 1)
      await service.call(sendChatMessage, { body: BODY }, `${dead.slice(1)}${count}`);
    assert.equal((await service.fail(sendChatMessage, { body: BODY }, dead)).status, 429);
  });

  it('is 60 for each user, apart from the visitors at the same address', async (t) => {
    const service = await startTestService(t, { assistant: quiet });
    for (let count = 0; count < 10; count += 1) await service.call(sendChatMessage, { body: BODY });
    const { token } = await signedInUser(service);
    const other = await signedInUser(service);
    for (let count = 0; count < 60; count += 1)
      await service.call(sendChatMessage, { body: BODY }, token);
    const refused = await service.fail(sendChatMessage, { body: BODY }, token);
    assert.equal(refused.status, 429);
    assert.match(refused.message, /the limit is 60 messages an hour/);
    await service.call(sendChatMessage, { body: BODY }, other.token);
  });

  it('is exact when everything comes at once, and asks nobody beyond it', async (t) => {
    let asked = 0;
    const assistant: Assistant = {
      reply: async () => {
        asked += 1;
        return 'Yes.';
      },
    };
    const service = await startTestService(t, { assistant });
    const replies = await Promise.all(Array.from({ length: 40 }, () => post(service, BODY)));
    assert.equal(replies.filter(({ statusCode }) => statusCode === 200).length, 10);
    assert.equal(replies.filter(({ statusCode }) => statusCode === 429).length, 30);
    assert.equal(asked, 10);
  });

  it('counts no message that was refused for its form', async (t) => {
    const service = await startTestService(t, { assistant: quiet });
    for (let count = 0; count < 15; count += 1)
      await service.fail(sendChatMessage, { body: { message: ' ' } });
    await service.call(sendChatMessage, { body: BODY });
  });
});
