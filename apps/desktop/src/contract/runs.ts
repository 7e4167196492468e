import { shownFloors } from '@quorate/bot/live/shown-floors';
import { decision, decisionAction } from '@quorate/contract/decisions';
import { isoTime } from '@quorate/contract/fields';
import { z } from 'zod';
import { defineLocal, done, named } from './local-endpoint.ts';

/**
 * What the bot of one configuration is doing. `waiting`: it runs and the terminal is not there.
 * `restarting`: it ended by itself and is started again. `failed`: it ended and is left ended; `message` says why.
 */
const RUN_PHASES = [
  'stopped',
  'starting',
  'waiting',
  'running',
  'stopping',
  'restarting',
  'failed',
] as const;

/** What came of the newest bar of a symbol; `undecided`: nothing was asked or nothing answered, and `why` says it. */
export const lastBar = z.object({
  symbol: z.string(),
  at: isoTime,
  outcome: z.enum(['reading', 'quiet', 'decided', 'undecided']),
  /** Of the analysts, how many lean which way; null where there are too few bars, and for other outcomes. */
  leans: z.object({ up: z.int(), down: z.int(), analysts: z.int() }).nullable(),
  action: decisionAction.nullable(),
  why: z.string().nullable(),
});
export type LastBar = z.output<typeof lastBar>;

export const runState = z.object({
  phase: z.enum(RUN_PHASES),
  /** One sentence for people; null where the phase says everything. */
  message: z.string().nullable(),
  /** When the phase began. */
  since: isoTime,
  /** Opens nothing new until it is let go on. */
  halted: z.boolean(),
  /** Everything is being closed. */
  flattening: z.boolean(),
  /** Of the account, in its currency; null before the terminal has told. */
  equity: z.number().nullable(),
  balance: z.number().nullable(),
  currency: z.string().nullable(),
  /** null while nobody has named them: positions of a bot that does not run may well be open. */
  open_positions: z.int().min(0).nullable(),
  /** null while it is not known. */
  trades_today: z.int().min(0).nullable(),
  /** When the next bar closes; null while none is waited for. */
  next_bar_at: isoTime.nullable(),
  /** Of each symbol in this run, newest first. */
  last_bars: z.array(lastBar),
  /** Since when the service has not answered, once that is a minute. */
  service_away_since: isoTime.nullable(),
  /** How the account stands to its limits; of a bot that has none to tell now, as it was known last. */
  floors: shownFloors.nullable(),
});
export type RunState = z.output<typeof runState>;

/** What is told of a bot that has told nothing itself. */
export const NOTHING_KNOWN = {
  halted: false,
  flattening: false,
  equity: null,
  balance: null,
  currency: null,
  open_positions: null,
  trades_today: null,
  next_bar_at: null,
  last_bars: [],
  service_away_since: null,
  floors: null,
} as const satisfies Partial<RunState>;

/** Phases in which a process is at work. */
export const AT_WORK: ReadonlySet<RunState['phase']> = new Set([
  'starting',
  'waiting',
  'running',
  'stopping',
  'restarting',
]);

function command(word: string, timeoutMs?: number) {
  return defineLocal({
    method: 'POST',
    path: `/api/configurations/:name/${word}`,
    params: named,
    reply: done,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

/** Starts the bot of a configuration. Refused with `signed_out`, `setup_problem`, `real_money_locked`, `account_in_use`, `account_limit_reached`, `stopping`, `closing`. Twice is once. */
export const startBot = command('start');
/** Ends the bot in order. Positions stay open with their stops at the broker. */
export const stopBot = command('stop', 60_000);
/** Opens nothing new; what is open is looked after. */
export const haltBot = command('halt');
/** Lets a halted bot open positions again. */
export const resumeBot = command('resume');
/** Closes every position and halts. Works without the service, and where no bot runs. Answers once everything is closed, or says what is not. */
export const flattenBot = command('flatten', 60_000);

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
  params: named,
  reply: runDetail,
});
