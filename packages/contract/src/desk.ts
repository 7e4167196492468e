import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import {
  anyAccountType,
  currencyCode,
  isoDay,
  isoTime,
  timeZone,
  tradeSide,
  uuid,
} from './fields.ts';

/** How far back the curve goes: from the newest moment of the account. */
export const DESK_RANGES = ['1d', '1w', '1m', '3m', 'all'] as const;
export type DeskRange = (typeof DESK_RANGES)[number];

/** Accounts of the switcher, open positions, and closed trades on the curve, at most. */
export const DESK_ACCOUNTS_MAX = 50;
export const DESK_POSITIONS_MAX = 20;
export const DESK_MARKS_MAX = 100;
export const DESK_DECISIONS = 6;
export const DESK_EVENTS = 3;

const deskAccount = z.object({
  account_id: uuid,
  login: z.string(),
  server: z.string(),
  account_type: anyAccountType,
  currency: currencyCode,
  /** Of an account that the service trades; null for those on terminals. */
  name: z.string().nullable(),
});
export type DeskAccount = z.output<typeof deskAccount>;

/** What trades an account: a bot on a terminal, or the service. */
const deskBot = z.object({
  bot_id: uuid,
  state: z.enum(['active', 'reducing', 'halted']),
  last_heartbeat_at: isoTime,
  ended_at: isoTime.nullable(),
  /** Whether its owner's last command keeps it from opening trades. */
  stopped: z.boolean(),
  /** Whether a command waits for it. */
  commanded: z.boolean(),
});
export type DeskBot = z.output<typeof deskBot>;

const deskHosted = z.object({
  hosted_id: uuid,
  source: z.enum(['practice', 'file']),
  pace: z.enum(['accelerated', 'real_time']),
  state: z.enum(['running', 'paused', 'waiting']),
  paused_by: z.enum(['owner', 'idle']).nullable(),
  waits_for: z.enum(['runner', 'practice_hours', 'plan', 'file_end']).nullable(),
  /** Close of the newest bar that was traded on, by the market's own clock. */
  market_time: isoTime.nullable(),
  in_real_time: z.boolean(),
  next_bar_at: isoTime.nullable(),
});
export type DeskHosted = z.output<typeof deskHosted>;

/** A line that equity must not reach, with how much of its room is used. */
const deskLimit = z.object({
  kind: z.enum(['day', 'week', 'total']),
  floor: z.number(),
  /** What it is counted from: the day's start, or the peak of a line that trails. */
  basis: z.number(),
  /** From basis to floor, in percent of the initial balance. */
  room_percent: z.number(),
  /** From basis to equity, in the same percent; null where equity is not known. */
  used_percent: z.number().nullable(),
});
export type DeskLimit = z.output<typeof deskLimit>;

const deskLimits = z.object({
  rules: z.string(),
  lines: z.array(deskLimit),
  open_risk: z.number().nullable(),
  headroom: z.number().nullable(),
  if_stopped: z.number().nullable(),
  next_turn: isoTime.nullable(),
  /** Everything was closed because this line came too near. */
  lock: z.object({ kind: deskLimit.shape.kind, until: isoTime.nullable() }).nullable(),
  /** Minutes without new trades around an event; null where the rules have none. */
  news: z.object({ minutes_before: z.number().int(), minutes_after: z.number().int() }).nullable(),
});
export type DeskLimits = z.output<typeof deskLimits>;

const deskPosition = z.object({
  position_ticket: z.string(),
  symbol: z.string(),
  trade_type: tradeSide,
  volume: z.number(),
  digits: z.number().int(),
  price: z.number(),
  stop_loss: z.number().nullable(),
  take_profit: z.number().nullable(),
  opened_at: isoTime,
  /** Floating, as last reported. */
  profit: z.number(),
  decision_id: uuid.nullable(),
});
export type DeskPosition = z.output<typeof deskPosition>;

const action = z.enum(['BUY', 'SELL', 'HOLD']);

const deskDecision = z.object({
  decision_id: uuid,
  symbol: z.string(),
  as_of: isoTime,
  action,
  /** In the voters' order; null for one that abstained. */
  votes: z.array(action.nullable()),
  /** What became of it; null until the bot has told. */
  outcome: z.enum(['traded', 'vetoed', 'held']).nullable(),
  /** The first rule of the verdict that was not met, for one that holds. */
  held_by: z.object({ name: z.string(), value: z.number(), limit: z.number() }).nullable(),
  /** The rule of the risk desk that refused, as people read it. */
  refused_by: z.string().nullable(),
  /** Of its trade. */
  profit: z.number().nullable(),
  /** Of its trade once it is closed, or of a veto what it would have been. */
  r: z.number().nullable(),
});
export type DeskDecision = z.output<typeof deskDecision>;

/** Everything that one account's desk shows first. Money is in the account's currency, major units. */
const desk = z.object({
  account_id: uuid,
  bot: deskBot.nullable(),
  hosted: deskHosted.nullable(),
  /** The newest moment of the account, by the clock of the market that it trades; null before the first. */
  as_of: isoTime.nullable(),
  equity: z.number().nullable(),
  balance: z.number().nullable(),
  /** The viewer's day by that clock. */
  today: z.object({
    day: isoDay,
    trades: z.number().int(),
    wins: z.number().int(),
    losses: z.number().int(),
    /** Net of closed trades. */
    net: z.number(),
    /** Equity against what it was when the trading day began; null where that is not known. */
    change: z.number().nullable(),
  }),
  /** Closed trades of the account since it began. */
  all_time: z.object({ trades: z.number().int(), wins: z.number().int() }),
  limits: deskLimits.nullable(),
  positions: z.array(deskPosition),
  /** Open positions that are not among them. */
  more_positions: z.number().int(),
  decisions: z.array(deskDecision),
  /** The next ones; null where no calendar covers now. */
  events: z
    .array(
      z.object({
        at: isoTime,
        currency: currencyCode,
        importance: z.enum(['high', 'medium', 'low']),
        title: z.string(),
      }),
    )
    .nullable(),
  /** Days with closed trades of the month of `today`. */
  month: z.object({
    net: z.number(),
    days: z.array(z.object({ day: isoDay, trades: z.number().int(), net: z.number() })),
  }),
  curve: z.object({
    /** `equity`: as kept while it ran. `balance`: after each closed trade, where no equity was kept. */
    basis: z.enum(['equity', 'balance']),
    from: isoTime,
    to: isoTime,
    /** Seconds since 1970 and money, oldest first. */
    points: z.array(z.tuple([z.number().int(), z.number()])),
    /** Closed trades in the span, the newest, oldest first: when, their net and their decision. */
    marks: z.array(
      z.object({ at: isoTime, net: z.number(), symbol: z.string(), decision_id: uuid.nullable() }),
    ),
  }),
});
export type Desk = z.output<typeof desk>;

/** One call for all that the overview shows first: a phone on a slow network waits for one answer, not for eight. */
export const getDesk = defineEndpoint({
  method: 'GET',
  path: '/api/user/desk',
  auth: 'user',
  summary:
    'What the overview shows first of one account: state, equity, limits, positions, decisions',
  query: z.object({
    /** Left out, or gone: the one that was seen last. */
    account_id: uuid.optional(),
    range: z.enum(DESK_RANGES).default('1m'),
    time_zone: timeZone,
  }),
  reply: z.object({
    success: z.literal(true),
    /** The service's clock. */
    now: isoTime,
    /** Those that were seen last come first. */
    accounts: z.array(deskAccount),
    /** null without an account. */
    desk: desk.nullable(),
  }),
  errors: ['unauthorized', 'validation_failed'],
});
