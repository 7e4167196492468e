import { decision } from '@quorate/contract/decisions';
import { isoTime } from '@quorate/contract/fields';
import { z } from 'zod';
import { done } from './failure.ts';
import { defineLocal } from './local-endpoint.ts';
import { runState } from './run-state.ts';

const named = z.object({ name: z.string().min(1).max(40) });

function command(word: string, summary: string, timeoutMs?: number) {
  return defineLocal({
    method: 'POST',
    path: `/api/configurations/:name/${word}`,
    summary,
    params: named,
    reply: done,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

/** Refused with `signed_out`, `setup_problem`, `real_money_locked`, `account_in_use`, `account_limit_reached`, `stopping`, `closing`. Twice is once. */
export const startBot = command('start', 'Starts the bot of a configuration');
/** Positions stay open with their stops at the broker. */
export const stopBot = command('stop', 'Ends the bot in order', 60_000);
export const haltBot = command('halt', 'Opens nothing new; what is open is looked after');
export const resumeBot = command('resume', 'Lets a halted bot open positions again');
/** Works without the service, and where no bot runs. Answers once everything is closed, or says what is not. */
export const flattenBot = command('flatten', 'Closes every position and halts', 60_000);

/** How much of one limit is used. */
export const limitUse = z.object({
  id: z.enum([
    'daily_trades',
    'daily_loss',
    'weekly_loss',
    'weekly_profit',
    'drawdown',
    'losses_in_a_row',
  ]),
  /** In the limit's own unit: trades, or percent of the equity it is counted from. */
  used: z.number(),
  limit: z.number().nullable(),
  unit: z.enum(['trades', 'percent', 'losses']),
  /** Why nothing is opened until when; null while it is not reached. */
  reached: z.string().nullable(),
});
export type LimitUse = z.output<typeof limitUse>;

export const openPosition = z.object({
  ticket: z.string(),
  symbol: z.string(),
  side: z.enum(['BUY', 'SELL']),
  lots: z.number(),
  open_price: z.number(),
  stop_loss: z.number().nullable(),
  take_profit: z.number().nullable(),
  profit: z.number(),
  digits: z.int(),
  opened_at: isoTime,
});
export type OpenPosition = z.output<typeof openPosition>;

/** The newest decision of one symbol, and what came of it on this computer. */
export const lastDecision = z.object({
  symbol: z.string(),
  decision,
  /** traded, refused with the rule and its figures, or held. */
  outcome: z.object({
    kind: z.enum(['traded', 'refused', 'held', 'waiting']),
    /** One sentence. */
    text: z.string(),
  }),
});
export type LastDecision = z.output<typeof lastDecision>;

export const runDetail = z.object({
  run: runState,
  /** Of each symbol that is traded, newest first. */
  decisions: z.array(lastDecision),
  limits: z.array(limitUse),
  positions: z.array(openPosition),
  /** Equity less that of the day's start, in the account's currency; null while it is not known. */
  today_result: z.number().nullable().optional(),
  /** When the service, or the terminal, was there last; null: never in this run. */
  terminal_seen_at: isoTime.nullable(),
  service_seen_at: isoTime.nullable(),
});
export type RunDetail = z.output<typeof runDetail>;

export const getRun = defineLocal({
  method: 'GET',
  path: '/api/configurations/:name/run',
  summary: 'What the bot is doing and why',
  params: named,
  reply: runDetail,
});
