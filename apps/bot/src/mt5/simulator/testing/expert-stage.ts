import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnswerOf, RequestBody, RequestName } from '../../bridge/messages.ts';
import type { OrderResult } from '../../bridge/records.ts';
import { createSimulatedTerminal, type SimulatedTerminal } from '../simulated-terminal.ts';
import { createPlainBot, type PlainBot } from './plain-bot.ts';
import { createStillTimers, type StillTimers } from './server-bench.ts';
import { wirePair } from './wire-pair.ts';

const TOKEN = 'c3'.repeat(32);
export const MAGIC = 7_420_001;

/** A simulated terminal with a plain bot at the other end of the wire. */
export type ExpertStage = Readonly<{
  timers: StillTimers;
  terminal: SimulatedTerminal;
  /** The newest connection. */
  bot(): PlainBot;
  /** Lets everything that is on its way arrive. */
  settle(): Promise<void>;
  advance(ms: number): Promise<void>;
  /** The answer of a request that must succeed. */
  ask<Name extends RequestName>(name: Name, body: RequestBody<Name>): Promise<AnswerOf<Name>>;
  /** The error of a request that must fail. */
  fail<Name extends RequestName>(name: Name, body: RequestBody<Name>): Promise<string>;
  open(changes?: Partial<RequestBody<'order.open'>>): Promise<OrderResult>;
}>;

export async function openExpertStage(
  options: Partial<Parameters<typeof createSimulatedTerminal>[0]> & {
    token?: string;
    lies?: boolean;
  } = {},
): Promise<ExpertStage> {
  const timers = createStillTimers();
  let bot: PlainBot | null = null;
  const { lies = false } = options;
  const terminal = createSimulatedTerminal({
    timers,
    token: TOKEN,
    magic: MAGIC,
    connect() {
      const [mine, theirs] = wirePair();
      bot = createPlainBot({ wire: mine, token: TOKEN, now: timers.now, lies });
      return theirs;
    },
    ...options,
  });
  terminal.tick('EURUSD', 110_200, 110_210);

  const settle = async () => {
    // Promises, then what they have put on the wire, then what that has set off.
    for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  };
  const current = () => {
    assert.ok(bot, 'nobody has dialled');
    return bot;
  };
  const stage: ExpertStage = {
    timers,
    terminal,
    bot: current,
    settle,
    async advance(ms) {
      for (let left = ms; left > 0; left -= 250) {
        timers.advance(Math.min(left, 250));
        await settle();
      }
    },
    async ask(name, body) {
      const settled = await current().request(name, body);
      assert.ok('ok' in settled, JSON.stringify(settled));
      return settled.ok;
    },
    async fail(name, body) {
      const settled = await current().request(name, body);
      assert.ok('error' in settled, JSON.stringify(settled));
      return settled.error;
    },
    open: (changes = {}) => stage.ask('order.open', { ...anOrder(timers.now()), ...changes }),
  };
  await settle();
  return stage;
}

/** To buy 0.10 lots of EURUSD with a stop at 1.10000. */
export function anOrder(now: number): RequestBody<'order.open'> {
  return {
    key: 'AAAAAAAAAA',
    exp: now + 5_000,
    magic: MAGIC,
    symbol: 'EURUSD',
    side: 'BUY',
    lots: '0.10',
    sl: '1.10000',
    tp: '1.10600',
    deviation: 20,
    bid: '1.10200',
    ask: '1.10210',
  };
}
