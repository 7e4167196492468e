import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { chatEvent, sendChatMessage } from '@quorate/contract/chat';
import { syncTrades } from '@quorate/contract/trade-sync';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import type { Assistant } from './assistant.ts';
import { startChatStage, text } from './testing/chat-stage.ts';

const BODY = { message: 'Is there a free plan?' };

function stream(service: TestService) {
  return service.app.inject({
    method: 'POST',
    url: '/api/chat',
    payload: BODY,
    headers: { accept: 'text/event-stream, application/json' },
  });
}

function eventsOf(body: string) {
  return body
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [, event, data = ''] = /^event: (.+)\ndata: (.+)$/.exec(block) ?? [];
      return chatEvent.parse({ event, data: JSON.parse(data) });
    });
}

async function startWithModel(
  t: TestContext,
  ...[behave, options]: Parameters<typeof startChatStage> extends [unknown, ...infer Rest]
    ? Rest
    : never
) {
  const stage = await startChatStage(t, behave, options);
  const { assistant, clock, database } = stage;
  return { ...stage, service: await startTestService(t, { assistant, clock, database }) };
}

describe('an answer to whoever takes events', () => {
  it('comes sentence by sentence, and whole at the end', async (t) => {
    const { service } = await startWithModel(t, () => text('Yes, there ', 'is. It is ', 'free.'));
    const reply = await stream(service);
    assert.equal(reply.headers['content-type'], 'text/event-stream; charset=utf-8');
    assert.equal(reply.headers['cache-control'], 'no-store');
    const events = eventsOf(reply.body);
    assert.deepEqual(
      events.map(({ event }) => event),
      ['delta', 'delta', 'done'],
    );
    const [first, , last] = events;
    assert.deepEqual(first?.data, { text: 'Yes, there is.' });
    assert.ok(last?.event === 'done' && last.data.message.startsWith('Yes, there is. It is free.'));
  });

  it('is the same reply as JSON for everybody else', async (t) => {
    const { service } = await startWithModel(t, () => text('Yes, there is.'));
    const events = eventsOf((await stream(service)).body);
    const { message } = await service.call(sendChatMessage, { body: BODY });
    assert.deepEqual(events.at(-1), { event: 'done', data: { message } });
  });

  it('comes of the offline assistant, too, in one event', async (t) => {
    const service = await startTestService(t);
    const { message } = await service.call(sendChatMessage, { body: BODY });
    assert.deepEqual(eventsOf((await stream(service)).body), [
      { event: 'done', data: { message } },
    ]);
  });

  it('is the offline assistant’s where the provider fails in the middle', async (t) => {
    const { service, offline } = await startWithModel(t, () => ({
      kind: 'cut',
      pieces: ['Yes. There ', 'is'],
    }));
    assert.deepEqual(eventsOf((await stream(service)).body), [
      { event: 'delta', data: { text: 'Yes.' } },
      { event: 'done', data: { message: await offline.reply(BODY.message, []) } },
    ]);
  });

  it('says that it failed when it does, and no more than that', async (t) => {
    const lines: string[] = [];
    const broken: Assistant = {
      reply: async () => {
        throw new Error('the secret cause');
      },
    };
    const service = await startTestService(t, {
      assistant: broken,
      log: (line) => lines.push(line),
    });
    const { body } = await stream(service);
    assert.deepEqual(eventsOf(body), [{ event: 'failure', data: { code: 'internal' } }]);
    assert.doesNotMatch(body, /secret cause/);
    assert.match(lines.join(''), /secret cause/);
  });

  it('is refused as JSON beyond the limit, before anything is streamed', async (t) => {
    const service = await startTestService(t);
    for (let times = 0; times < 10; times += 1) await stream(service);
    const refused = await stream(service);
    assert.equal(refused.statusCode, 429);
    assert.equal(refused.json().code, 'rate_limited');
  });

  for (const accept of ['text/event-stream', 'application/json'])
    it(`ends the provider’s call within a second when its reader goes (${accept})`, async (t) => {
      const { service, server } = await startWithModel(t, () => ({
        kind: 'hang',
        pieces: ['Yes. '],
      }));
      const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
      const reader = new AbortController();
      const answer = fetch(`${address}/api/chat`, {
        method: 'POST',
        headers: { accept, 'content-type': 'application/json' },
        body: JSON.stringify(BODY),
        signal: reader.signal,
      })
        .then((response) => response.text())
        .catch(() => 'left');
      await server.arrived(1);
      const started = performance.now();
      reader.abort();
      await server.closed(0);
      assert.ok(performance.now() - started < 1_000, `${performance.now() - started} ms`);
      assert.equal(await answer, 'left');
    });
});

describe('what a model may look up', () => {
  it('is the asker’s own, whoever it asks for, through the services of the dashboard', async (t) => {
    const { service, server } = await startWithModel(t, (request) =>
      request.messages.length > 2
        ? text(`I was told: ${JSON.stringify(request.messages.slice(2))}`)
        : {
            kind: 'tools',
            calls: [
              { name: 'read_plan', arguments: '{}' },
              { name: 'read_plan', arguments: '{"user_id":"bela"}' },
              { name: 'read_statistics', arguments: '{"period":"all"}' },
              { name: 'read_statistics', arguments: '{"period":"all","username":"bela"}' },
              { name: 'read_decisions', arguments: '{}' },
            ],
          },
    );
    const amina = await signedInUser(service, { username: 'amina', plan: 'Pro' });
    const bela = await signedInUser(service, { username: 'bela', plan: 'Elite' });
    await service.call(sendChatMessage, { body: { message: 'How does my plan do?' } }, amina.token);
    const told = JSON.stringify(server.requests.at(-1)?.messages.slice(2));
    assert.match(told, /\\"plan\\":\\"Pro\\"/);
    assert.match(told, /\\"currencies\\":/);
    assert.doesNotMatch(told, /Elite/);
    for (const secret of [bela.user.id, amina.user.id, amina.token, 'amina@', 'correct horse'])
      assert.ok(!server.heard().includes(secret), secret);
    assert.equal(told.match(/\\"plan\\":/g)?.length, 1, 'calls with a name in them gave nothing');
  });
});

describe('the offline assistant', () => {
  it('tells a signed-in user their own figures, and a visitor none', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service, { plan: 'Pro' });
    const ask = async (message: string, as?: string) =>
      (await service.call(sendChatMessage, { body: { message } }, as)).message;
    assert.match(await ask('What plan am I on?', token), /^You are on the Pro plan/);
    assert.match(
      await ask('How many tokens do I have left?', token),
      /^You have used 0 tokens of [\d,]+ on your Pro plan/,
    );
    assert.match(
      await ask('What is my win rate this week?', token),
      /^This week \(UTC\) there is no closed/,
    );
    assert.match(await ask('Show me my last decisions', token), /^There is no decision/);
    assert.doesNotMatch(await ask('How many tokens do I have left?'), /You have used/);
  });

  it('tells what came of trades in two currencies apart, and nothing of anybody else’s', async (t) => {
    const service = await startTestService(t);
    const trader = await signedInUser(service);
    const other = await signedInUser(service);
    const sync = (token: string, currency: string, net: number) => {
      const figures = { gross_profit: net, commission: 0, profit: net, initial_risk: null };
      const trade = tradeInput(figures);
      const account = accountInput({ login: currency === 'USD' ? '1' : '2', currency });
      return service.call(syncTrades, { body: { account, trades: [trade] } }, token);
    };
    await sync(trader.token, 'USD', 1_234.5);
    await sync(trader.token, 'JPY', -700);
    await sync(other.token, 'USD', 99_999);
    const { message } = await service.call(
      sendChatMessage,
      { body: { message: 'How much profit did I make?' } },
      trader.token,
    );
    const [first, ...lines] = message.split('\n');
    assert.equal(first, 'Over all time:');
    assert.deepEqual(lines.slice(0, 2).toSorted(), [
      '1 closed trade in JPY, 0 won and 1 lost; win rate 0 %, net profit -700 JPY.',
      '1 closed trade in USD, 1 won and 0 lost; win rate 100 %, net profit 1,234.50 USD.',
    ]);
    assert.doesNotMatch(message, /99,?999/);
  });
});
