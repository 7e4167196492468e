import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { z } from 'zod';
import { languageModelOf } from '../language-models.ts';
import { type ChatCall, ChatFailedError, type ChatTool, createChatModel } from './chat-model.ts';
import { type ChatTurnOf, startFakeChatServer } from './testing/fake-chat-server.ts';

const CALL = { instructions: 'Be brief.', prompt: '{"question":"Why?"}', tools: {} };

async function start(t: TestContext, ...turns: [ChatTurnOf, ...ChatTurnOf[]]) {
  const server = await startFakeChatServer(t, (_, nth) => turns[nth] ?? turns[0]);
  const model = createChatModel(
    languageModelOf(
      {
        name: 'assistant',
        provider: 'openai-compatible',
        model: 'fake',
        family: 'fake',
        baseUrl: server.url,
        apiKey: 'sk-test',
        inputUsd: 0,
        outputUsd: 0,
        rounds: 1,
        maxOutputTokens: 512,
        effort: undefined,
        limitField: 'max_tokens',
      },
      fetch,
    ),
  );
  const heard: string[] = [];
  const ask = (call: Partial<ChatCall> = {}) =>
    model.answer({ ...CALL, signal: new AbortController().signal, ...call }, (text) =>
      heard.push(text),
    );
  return { server, model, ask, heard };
}

function lookUp(run: ChatTool['run']): Record<string, ChatTool> {
  return {
    look_up: { description: 'Looks up.', input: z.strictObject({ what: z.string() }), run },
  };
}

async function failureOf(answer: Promise<unknown>): Promise<ChatFailedError> {
  const error = await answer.then(
    () => assert.fail('it answered'),
    (error: unknown) => error,
  );
  assert.ok(error instanceof ChatFailedError, String(error));
  return error;
}

describe('a model that answers in words', () => {
  it('is heard piece by piece, is told its limit, and its real tokens are counted', async (t) => {
    const { ask, heard, server } = await start(t, { kind: 'text', pieces: ['It is ', 'free.'] });
    assert.deepEqual(await ask(), { text: 'It is free.', tokens: 120, cut: false });
    assert.deepEqual(heard.slice(0, 2), ['It is ', 'free.']);
    const [request] = server.requests;
    assert.equal(request?.max_tokens, 512);
    assert.equal(request?.tools, undefined);
    assert.deepEqual(
      request?.messages.map(({ role }) => role),
      ['system', 'user'],
    );
  });

  it('is known to have been cut off at its limit', async (t) => {
    const { ask } = await start(t, { kind: 'text', pieces: ['It is'], finish: 'length' });
    assert.equal((await ask()).cut, true);
  });

  it('is counted by its words where the provider tells no figures', async (t) => {
    const { ask, model } = await start(t, { kind: 'text', pieces: ['Yes.'], usage: null });
    const { tokens } = await ask();
    assert.ok(tokens > 5 && tokens < model.boundOf(CALL), `${tokens}`);
  });

  it('is counted with its thoughts and with what it looked up where no figures are told', async (t) => {
    const plain: ChatTurnOf = { kind: 'text', pieces: ['Yes.'], usage: null };
    const calls = [{ name: 'look_up', arguments: '{"what":"plan"}' }];
    const { ask } = await start(
      t,
      plain,
      { ...plain, thoughts: Array(50).fill('They ask why, again. ') },
      { kind: 'tools', calls, usage: null },
      plain,
      { kind: 'tools', calls, usage: null },
      plain,
    );
    const bare = await ask();
    const thinking = await ask();
    assert.ok(thinking.tokens > bare.tokens + 200, `${thinking.tokens} of ${bare.tokens}`);
    const little = await ask({ tools: lookUp(async () => 'no') });
    const much = await ask({ tools: lookUp(async () => 'They ask why, again. '.repeat(50)) });
    assert.ok(much.tokens > little.tokens + 200, `${much.tokens} of ${little.tokens}`);
  });

  it('looks up what it is allowed to and answers from it; every step is counted', async (t) => {
    const { ask, server } = await start(
      t,
      { kind: 'tools', calls: [{ name: 'look_up', arguments: '{"what":"plan"}' }] },
      { kind: 'text', pieces: ['It is Pro.'] },
    );
    const asked: unknown[] = [];
    const tools = lookUp(async (input) => {
      asked.push(input);
      return { plan: 'Pro' };
    });
    assert.deepEqual(await ask({ tools }), { text: 'It is Pro.', tokens: 240, cut: false });
    assert.deepEqual(asked, [{ what: 'plan' }]);
    assert.match(JSON.stringify(server.requests[1]?.messages.at(-1)), /Pro/);
  });

  it('is held to three turns of look-ups and six look-ups, whatever it wants', async (t) => {
    const more: ChatTurnOf = {
      kind: 'tools',
      calls: Array.from({ length: 4 }, () => ({ name: 'look_up', arguments: '{"what":"x"}' })),
    };
    const { ask, server, model } = await start(t, more);
    let runs = 0;
    const tools = lookUp(async () => {
      runs += 1;
      return 'x'.repeat(50_000);
    });
    const { tokens } = await failureOf(ask({ tools }));
    assert.equal(server.requests.length, 4);
    assert.equal(runs, 6);
    assert.equal(server.requests[3]?.tool_choice, 'none');
    assert.ok(JSON.stringify(server.requests[3]?.messages).length < 20_000, 'results are cut');
    assert.ok(tokens >= 480 && tokens <= model.boundOf({ ...CALL, tools }));
  });

  it('learns nothing of what went wrong in a look-up, nor gets one with other arguments', async (t) => {
    const { ask, server } = await start(
      t,
      {
        kind: 'tools',
        calls: [
          { name: 'look_up', arguments: '{"what":"plan","user_id":"42"}' },
          { name: 'look_up', arguments: '{"what":"plan"}' },
          { name: 'drop_tables', arguments: '{}' },
        ],
      },
      { kind: 'text', pieces: ['I do not know.'] },
    );
    let runs = 0;
    const tools = lookUp(async () => {
      runs += 1;
      throw new Error('password of the database is hunter2');
    });
    assert.equal((await ask({ tools })).text, 'I do not know.');
    assert.equal(runs, 1);
    assert.doesNotMatch(server.heard(), /hunter2/);
  });

  for (const [name, turn] of [
    ['answers 500', { kind: 'status', status: 500 }],
    ['answers 429', { kind: 'status', status: 429 }],
    ['answers 401', { kind: 'status', status: 401 }],
    ['answers garbage', { kind: 'garbage' }],
    ['is cut off mid-answer', { kind: 'cut', pieces: ['It is '] }],
    ['says nothing', { kind: 'text', pieces: [] }],
    ['does not end', { kind: 'text', pieces: Array(20).fill('x'.repeat(1_000)) }],
  ] as const) {
    it(`that ${name} gives no answer, is not asked again, and is counted`, async (t) => {
      const { ask, server } = await start(t, turn);
      const { tokens } = await failureOf(ask());
      assert.ok(tokens > 0);
      assert.equal(server.requests.length, 1);
    });
  }

  for (const pieces of [[], ['It is ']]) {
    it(`is left within a second after ${pieces.length} pieces, and the connection closes`, async (t) => {
      const { ask, server } = await start(t, { kind: 'hang', pieces });
      const stop = new AbortController();
      const failure = failureOf(ask({ signal: stop.signal }));
      await server.arrived(1);
      const started = performance.now();
      stop.abort(new Error('gone'));
      const { cause, tokens } = await failure;
      await server.closed(0);
      assert.ok(performance.now() - started < 1_000);
      assert.equal(cause, stop.signal.reason);
      assert.ok(
        tokens > 512,
        'what it has read was spent, and unseen it may have thought to its limit',
      );
    });
  }
});
