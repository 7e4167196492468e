import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export type FakeModels = {
  /** What the service is told in MODELS: two language models, two offline analysts, and a third model. */
  setting: string;
  /** Questions that were asked so far. */
  asked: () => number;
  stop: () => Promise<void>;
};

/** Words of the second question alone. */
const SECOND_ROUND = /have voted and do not agree/;

/**
 * A local server that speaks the wire format of OpenAI. `bull` is sure of a rise, `swayed` holds until it
 * has read the others, and `garbled` answers with something that is no vote.
 */
export async function startFakeModels(): Promise<FakeModels> {
  let count = 0;
  const server = createServer(async (request, response) => {
    count += 1;
    const { model, prompt } = await questionIn(request);
    const usage = { prompt_tokens: 1_200, completion_tokens: 80, total_tokens: 1_280 };
    const message = { role: 'assistant', content: answerOf(model, prompt) };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        id: `answer-${count}`,
        object: 'chat.completion',
        created: 1_770_000_000,
        model,
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage,
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const model = (name: string) =>
    `${name}=openai-compatible/${name}-1@http://127.0.0.1:${port}/v1?in=0.25&out=2&family=${name}`;
  return {
    setting: [
      model('bull'),
      model('swayed'),
      'trend=offline/trend',
      'breakout=offline/breakout',
      model('garbled'),
    ].join('; '),
    asked: () => count,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function questionIn(request: IncomingMessage): Promise<{ model: string; prompt: string }> {
  const body = (await json(request)) as { model: string; messages: unknown };
  return { model: body.model, prompt: JSON.stringify(body.messages) };
}

function answerOf(model: string, prompt: string): string {
  if (model === 'garbled-1') return 'I would rather talk about the weather.';
  const holds = model === 'swayed-1' && !SECOND_ROUND.test(prompt);
  return JSON.stringify({
    snapshot_hash: /snapshot_hash: ([0-9a-f]{64})/.exec(prompt)?.[1] ?? '',
    action: holds ? 'HOLD' : 'BUY',
    p_up: holds ? 0.5 : 0.72,
    sl_atr: holds ? null : 1.5,
    tp_atr: holds ? null : 3,
    evidence: [
      {
        field: 'indicators.rsi14',
        value: Number(/rsi14\\*":(-?[\d.]+)/.exec(prompt)?.[1] ?? Number.NaN),
      },
    ],
    reason: holds ? 'Nothing stands out <b>yet</b>.' : `${model}: the trend is up.`,
    abstain: false,
  });
}
