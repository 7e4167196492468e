import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { triedExits } from './exit-trials.ts';
import { currencyCode, isoTime, moneyNumber, symbolName, typedText, uuid } from './fields.ts';
import { DEFAULT_HOSTED_BALANCE, PRACTICE_SUFFIX } from './hosted-terms.ts';
import { botState } from './live.ts';
import { messageReply, pageQuery, pagination } from './reply.ts';
import { shownAccount } from './trade-sync.ts';

/** Where the prices of a hosted account come from. `practice`: a made-up market. `file`: candles of the operator's. */
export const PRICE_SOURCES = ['practice', 'file'] as const;
export const priceSource = z.enum(PRICE_SOURCES);
export type PriceSource = z.output<typeof priceSource>;

/**
 * `accelerated`: begins weeks ago and goes through them in minutes, then goes on in real time. Recorded prices are gone
 * through in that pace from their first bar to their last.
 */
export const PACES = ['accelerated', 'real_time'] as const;
export const pace = z.enum(PACES);
export type Pace = z.output<typeof pace>;

export const HOSTED_TIMEFRAMES = ['M5', 'M15', 'M30', 'H1', 'H4'] as const;
export const hostedTimeframe = z.enum(HOSTED_TIMEFRAMES);
export type HostedTimeframe = z.output<typeof hostedTimeframe>;

/** Risk of a trade, loss of a day, a week and in total, in percent. */
export const RISK_PROFILES = {
  careful: {
    risk_percent: 0.5,
    daily_loss_percent: 2,
    weekly_loss_percent: 4,
    drawdown_percent: 8,
  },
  standard: {
    risk_percent: 1,
    daily_loss_percent: 5,
    weekly_loss_percent: 10,
    drawdown_percent: 10,
  },
  bold: { risk_percent: 2, daily_loss_percent: 5, weekly_loss_percent: 10, drawdown_percent: 20 },
} as const;
export const RISK_PROFILE_NAMES = ['careful', 'standard', 'bold'] as const;
export const riskProfileName = z.enum(RISK_PROFILE_NAMES);
export type RiskProfileName = z.output<typeof riskProfileName>;

/** `models`: those of the plan, for tokens. `rules`: the built-in analysts alone. */
export const HOSTED_ANALYSTS = ['models', 'rules'] as const;

export const HOSTED_SYMBOLS_MAX = 6;
export const HOSTED_TIMEFRAMES_MAX = 3;

/** How a hosted account trades. */
export const hostedSettings = z.object({
  name: typedText({ min: 1, max: 40, name: 'The name' }),
  symbols: z.array(symbolName).min(1).max(HOSTED_SYMBOLS_MAX),
  timeframes: z.array(hostedTimeframe).min(1).max(HOSTED_TIMEFRAMES_MAX),
  risk_profile: riskProfileName,
  analysts: z.enum(HOSTED_ANALYSTS),
  /** By their field in a profile; what is left out or null is off. */
  exits: triedExits,
});
export type HostedSettings = z.output<typeof hostedSettings>;

/** What an account begins with where its owner chooses nothing. */
export const DEFAULT_HOSTED_SETTINGS: HostedSettings = {
  name: 'Practice',
  symbols: [`EURUSD${PRACTICE_SUFFIX}`],
  timeframes: ['H1', 'M15'],
  risk_profile: 'standard',
  analysts: 'rules',
  exits: {},
};

/**
 * `running`: bars are decided on. `paused`: nothing is opened; what is open keeps its stops.
 * `waiting`: it should run and does not, see `waits_for`.
 */
export const HOSTED_STATES = ['running', 'paused', 'waiting'] as const;

/**
 * `runner`: no runner has taken it for 15 s. `practice_hours`: the day's accelerated hours of the plan are used;
 * it goes on the next UTC day. `plan`: the plan allows fewer hosted accounts. `file_end`: it has gone through all
 * recorded prices; a reset begins again with the first bar.
 */
export const HOSTED_WAITS = ['runner', 'practice_hours', 'plan', 'file_end'] as const;

export const hostedAccount = z.object({
  hosted_id: uuid,
  /** Of its trades and decisions; another one after each reset. */
  account_id: uuid,
  account: shownAccount,
  source: priceSource,
  pace,
  settings: hostedSettings,
  start_balance: z.number(),
  state: z.enum(HOSTED_STATES),
  /** Why it is paused; null where it is not. `idle`: nobody came for 14 days. */
  paused_by: z.enum(['owner', 'idle']).nullable(),
  waits_for: z.enum(HOSTED_WAITS).nullable(),
  /** For pausing, closing everything and resuming: `commandBot`. null before it has begun. */
  bot_id: uuid.nullable(),
  bot_state: botState.nullable(),
  balance: z.number().nullable(),
  equity: z.number().nullable(),
  open_positions: z.number().int(),
  closed_trades: z.number().int(),
  /** Close of the newest bar that was traded on, by the market's own clock; null before the first. */
  market_time: isoTime.nullable(),
  /** False while it goes through the past faster than in real time. */
  in_real_time: z.boolean(),
  /** When its next bar closes, by the service's clock; null where nothing is due. */
  next_bar_at: isoTime.nullable(),
  created_at: isoTime,
  /** How often it began again. */
  resets: z.number().int(),
});
export type HostedAccount = z.output<typeof hostedAccount>;

const offeredSource = z.object({
  source: priceSource,
  /** What people read: Practice market (made up). */
  name: z.string(),
  symbols: z.array(symbolName),
  timeframes: z.array(hostedTimeframe),
  paces: z.array(pace),
});
export type OfferedSource = z.output<typeof offeredSource>;

export const listHostedAccounts = defineEndpoint({
  method: 'GET',
  path: '/api/user/hosted-accounts',
  auth: 'user_or_device',
  summary: 'Paper accounts that the service trades, oldest first, and what more there may be',
  query: z.object(pageQuery),
  reply: z.object({
    success: z.literal(true),
    /** The service's clock. */
    now: isoTime,
    accounts: z.array(hostedAccount),
    pagination,
    /** As many as the plan allows. */
    limit: z.number().int(),
    /** Whether the user has accounts that are not practice: then nothing counts practice unless asked to. */
    other_accounts: z.boolean(),
    /** What the operator offers; empty where nothing is hosted here. */
    sources: z.array(offeredSource),
    /** Accelerated seconds of this UTC day; limit null where there is none. */
    accelerated: z.object({ used_s: z.number().int(), limit_s: z.number().int().nullable() }),
    /** When a day of trading turns. */
    day_turns: z.object({ time: z.string(), zone: z.string() }),
  }),
  errors: ['unauthorized', 'validation_failed'],
});

export const createHostedAccount = defineEndpoint({
  method: 'POST',
  path: '/api/user/hosted-accounts',
  auth: 'user_or_device',
  summary:
    'Begins a paper account that the service trades; everything has a default; twice is once',
  body: z.object({
    /** Made by the caller, so that it can be sent again: the id of the account. */
    hosted_id: uuid,
    source: priceSource.default('practice'),
    pace: pace.default('accelerated'),
    currency: currencyCode.default('USD'),
    balance: moneyNumber.min(100).max(10_000_000).default(DEFAULT_HOSTED_BALANCE),
    settings: hostedSettings.partial().default({}),
  }),
  reply: z.object({ success: z.literal(true), account: hostedAccount }),
  counted: 'changes',
  errors: [
    'unauthorized',
    'validation_failed',
    'hosted_accounts_full',
    'source_not_offered',
    'hosted_conflict',
    'rate_limited',
  ],
});

const named = z.object({ hosted_id: uuid });

export const changeHostedAccount = defineEndpoint({
  method: 'PATCH',
  path: '/api/user/hosted-accounts/:hosted_id',
  auth: 'user_or_device',
  summary: 'Other settings for a hosted account, from its next bar on; what is left out stays',
  params: named,
  body: z.object({ settings: hostedSettings.partial() }),
  reply: z.object({ success: z.literal(true), account: hostedAccount }),
  counted: 'changes',
  errors: ['unauthorized', 'validation_failed', 'not_found', 'rate_limited'],
});

export const resetHostedAccount = defineEndpoint({
  method: 'POST',
  path: '/api/user/hosted-accounts/:hosted_id/reset',
  auth: 'user_or_device',
  summary:
    'Begins again with the first balance; trades and decisions of before are kept; twice is once',
  params: named,
  /** Made by the caller, so that it can be sent again. */
  body: z.object({ reset_id: uuid }),
  reply: z.object({ success: z.literal(true), account: hostedAccount }),
  counted: 'changes',
  errors: ['unauthorized', 'validation_failed', 'not_found', 'rate_limited'],
});

export const deleteHostedAccount = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/hosted-accounts/:hosted_id',
  auth: 'user_or_device',
  summary: 'Ends a hosted account and deletes its trades and decisions; twice is once',
  params: named,
  reply: messageReply,
  counted: 'changes',
  errors: ['unauthorized', 'validation_failed', 'rate_limited'],
});
