import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { isoDay, isoTime, moneyNumber, typedText, uuid } from './fields.ts';
import { messageReply, pageQuery, pagination } from './reply.ts';
import { accountInput, shownAccount } from './trade-sync.ts';

/** A time of day in a zone of the time zone database, summer time included. */
const turnsAt = z.object({
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 17:00'),
  zone: z.string().regex(/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/, 'must be a zone such as Europe/Prague'),
});

const percent = z.number().min(0).max(100);
const profitPercent = z.number().min(0).max(1_000);

/** Whole minor units of the account's currency: what floors are counted in. */
const minorUnits = z.number().int().min(-1e13).max(1e13);

const ruleSetId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be a name such as ftmo-2-step');

const lineAmount = z.union([
  z.strictObject({ percent_of_initial: percent }),
  z.strictObject({ percent_of_basis: percent }),
  z.strictObject({ money_minor: minorUnits }),
]);

/** A line that equity must not reach, floating results included. */
export const equityLine = z.object({
  kind: z.enum(['day', 'week', 'total']),
  basis: z.enum(['start_balance', 'day_start_balance', 'day_start_equity', 'higher_of_both']),
  amount: lineAmount,
  trails: z.enum(['no', 'on_day_end_balance', 'on_balance', 'on_equity']),
  stops_trailing_at_percent: percent.nullable(),
  turns_at: turnsAt,
  on_touch: z.enum(['end', 'pause_until_turn']),
  banked_profit_widens: z.boolean().optional(),
  /** What a pay-out does to the floor of a firm's trailing total; without it, nothing. */
  after_payout: z.enum(['stays', 'follows']).optional(),
});
export type EquityLineJson = z.output<typeof equityLine>;

/** The most lines that a rule set has. */
export const RULE_SET_LINES_MAX = 8;

/** The rules of one account, of a firm's programme or its owner's own. */
export const ruleSet = z.object({
  /** A preset's id, or `own`. */
  id: ruleSetId,
  name: typedText({ min: 1, max: 80, name: 'The name' }),
  lines: z.array(equityLine).min(1).max(RULE_SET_LINES_MAX),
  weekly_profit_percent: profitPercent.nullable(),
  profit_target_percent: profitPercent.nullable(),
  fewest_trading_days: z.number().int().min(0).max(366).nullable(),
  trading_day_least_percent: percent.nullable(),
  best_day_percent: percent.nullable(),
  news: z
    .object({
      minutes_before: z.number().int().min(0).max(1_440),
      minutes_after: z.number().int().min(0).max(1_440),
      importance: z.enum(['high', 'medium', 'low']),
      bars: z.enum(['entries', 'all']),
    })
    .nullable(),
  weekend_holding: z.boolean(),
  most_lots: z.number().positive().max(100_000).nullable(),
  most_positions: z.number().int().min(1).max(100_000).nullable(),
  most_open_risk_percent: percent.nullable(),
  flat_by: turnsAt.nullable(),
  automated_trading: z.enum(['allowed', 'not_allowed', 'ask']),
});
export type RuleSetJson = z.output<typeof ruleSet>;

/** What the governor remembers of an account, as the bot keeps it. Money in minor units. */
export const floorsState = z.object({
  v: z.literal(1),
  rule_set_id: ruleSetId,
  currency: accountInput.shape.currency,
  initial_minor: minorUnits,
  /** One for each line of the rule set, in its order. */
  lines: z
    .array(
      z.object({
        floor_minor: minorUnits,
        basis_minor: minorUnits,
        peak_minor: minorUnits,
        /** The rule's own calendar day, in days since 1970. */
        turn: z.number().int().min(0).max(100_000),
        touched_at: isoTime.nullable(),
      }),
    )
    .max(RULE_SET_LINES_MAX),
  /** Everything was closed because this line came too near. */
  lock: z
    .object({
      line: z
        .number()
        .int()
        .min(0)
        .max(RULE_SET_LINES_MAX - 1),
      since: isoTime,
      /** null: until its owner says otherwise. */
      until: isoTime.nullable(),
      equity_minor: minorUnits,
    })
    .nullable(),
  /** The week that `week_start_minor` began, counted from that of Monday 5 January 1970. */
  week: z.number().int().min(-1).max(20_000),
  week_start_minor: minorUnits,
  /** The percent at which the week's profit stopped entries; null before that. */
  weekly_profit_latch: z.number().min(0).max(1_000_000).nullable(),
});
export type FloorsStateJson = z.output<typeof floorsState>;

/** A total floor that the owner has moved to what the account has: the bot does it once, and names it from then on. */
const rebase = z.object({ rebase_id: uuid, asked_at: isoTime });

/** What a changed rule set does not lift: the lock of the rules before it, and the floor that held then. */
const carriedLock = z.object({ since: isoTime, until: isoTime.nullable(), floor: moneyNumber });

/**
 * The rules that a bot keeps on an account, and what was remembered of its floors: a bot that was installed
 * again goes on with them.
 */
export const getBotRuleSet = defineEndpoint({
  method: 'GET',
  path: '/api/bot/rule-set',
  auth: 'user_or_device',
  summary: 'The rule set of a terminal or paper account, and the newest floors that were reported',
  query: z.object({
    server: accountInput.shape.server,
    login: accountInput.shape.login,
  }),
  reply: z.object({
    success: z.literal(true),
    /** null: the owner has chosen none, and the bot's own limits hold. */
    rule_set: ruleSet.nullable(),
    /** Counts the owner's changes of this account's rules; 0 before the first. */
    revision: z.number().int(),
    floors: floorsState.nullable(),
    carried_lock: carriedLock.nullable(),
    rebase: rebase.nullable(),
  }),
  errors: ['unauthorized', 'validation_failed'],
});

/**
 * Twice, late or out of order does no harm: a report counts whose `seq` is above the last one's. Another
 * run counts whatever its number once the last one has been silent for 45 s. A peak that is lower than one
 * that was reported before never lowers it, but by as much as `cash_flow` fell, or by a rebase.
 */
export const reportFloors = defineEndpoint({
  method: 'POST',
  path: '/api/bot/floors',
  auth: 'user_or_device',
  summary: 'Reports the floors of an account, what is at risk, and what locks it; twice is once',
  body: z.object({
    account: accountInput,
    /** One life of a bot's journal, as in its heartbeats. */
    run_id: typedText({ min: 1, max: 64, name: 'The run' }),
    seq: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
    /** By the bot's clock: in a paper run the time of the candle. */
    at: isoTime,
    /** The rules that the bot goes by, and what it remembers of their floors. */
    rule_set: ruleSet,
    state: floorsState,
    /** The revision of the owner's choice that it has seen; 0 where the rules are the bot's own. */
    revision: z.number().int().min(0).max(1_000_000_000),
    /** The last rebase that it has done; null for none. */
    rebase_id: uuid.nullable(),
    /** Major units of the account's currency from here on; null where it is not known. */
    equity: moneyNumber.nullable(),
    balance: moneyNumber.nullable(),
    /** The highest floor that holds now. */
    floor: moneyNumber,
    /** What all positions and orders under way lose at their stops, costs and reserve included. */
    open_risk: moneyNumber.nullable(),
    headroom: moneyNumber.nullable(),
    /** Equity once everything is stopped out now. */
    if_stopped: moneyNumber.nullable(),
    open_positions: z.number().int().min(0).max(100_000),
    /** When the next of its days begins. */
    next_turn: isoTime.nullable(),
    /** Deposits less pay-outs since the account's floors began. */
    cash_flow: moneyNumber.default(0),
  }),
  reply: z.object({
    success: z.literal(true),
    /** Whether it was newer than the last one. */
    counted: z.boolean(),
    /** The newest revision of the owner's choice: where it is above what the bot has seen, it reads its rules again. */
    revision: z.number().int(),
    /** The highest peak known of each line, in the order of `state.lines`, in minor units. */
    peaks_minor: z.array(minorUnits),
    rebase: rebase.nullable(),
  }),
  counted: 'heartbeats',
  errors: ['unauthorized', 'validation_failed', 'account_mismatch', 'storage_full', 'rate_limited'],
});

/** The newest report of an account's floors, as its owner reads it. Major units. */
export const floorsView = z.object({
  at: isoTime,
  reported_at: isoTime,
  /** The rules that the bot went by then. */
  rule_set: ruleSet,
  state: floorsState,
  equity: z.number().nullable(),
  balance: z.number().nullable(),
  floor: z.number(),
  open_risk: z.number().nullable(),
  headroom: z.number().nullable(),
  if_stopped: z.number().nullable(),
  open_positions: z.number().int(),
  next_turn: isoTime.nullable(),
  /** The revision of the owner's choice that the bot had seen. */
  revision: z.number().int(),
});
export type FloorsView = z.output<typeof floorsView>;

const accountRuleSet = z.object({
  account_id: uuid,
  account: shownAccount,
  /** The owner's choice; null: the bot's own limits hold. */
  rule_set: ruleSet.nullable(),
  revision: z.number().int(),
  set_at: isoTime.nullable(),
  floors: floorsView.nullable(),
  carried_lock: carriedLock.nullable(),
  /** Asked for and not yet done by the bot. */
  rebase_waiting: z.boolean(),
  /** Why a change of the rules asks for the account's number; null: it does not. */
  confirmation: z.enum(['positions_open', 'locked']).nullable(),
});
export type AccountRuleSet = z.output<typeof accountRuleSet>;

export const listRuleSets = defineEndpoint({
  method: 'GET',
  path: '/api/user/rule-sets',
  auth: 'user',
  summary: 'Trading accounts with their rules and newest floors, the last reported first',
  query: z.object(pageQuery),
  reply: z.object({
    success: z.literal(true),
    /** The service's clock. */
    now: isoTime,
    accounts: z.array(accountRuleSet),
    pagination,
  }),
  errors: ['unauthorized', 'validation_failed'],
});

/** Days after which a preset's rules count as old. */
export const PRESET_FRESH_DAYS = 90;

const ruleSetPreset = z.object({
  ...ruleSet.shape,
  firm: z.string(),
  programme: z.string(),
  /** Name of what was read. */
  source: z.string(),
  checked_on: isoDay,
  note: z.string().nullable(),
});
export type RuleSetPreset = z.output<typeof ruleSetPreset>;

export const listRuleSetPresets = defineEndpoint({
  method: 'GET',
  path: '/api/user/rule-set-presets',
  auth: 'user',
  summary: 'Rules of known programmes, by firm, each with its source and the day it was checked',
  query: z.object(pageQuery),
  reply: z.object({ success: z.literal(true), presets: z.array(ruleSetPreset), pagination }),
  errors: ['unauthorized', 'validation_failed'],
});

/** A preset by its id, rules of one's own, or none: then the limits in the bot's settings hold. */
export const ruleSetChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('preset'), preset_id: ruleSetId }),
  z.object({ kind: z.literal('own'), rule_set: ruleSet }),
  z.object({ kind: z.literal('none') }),
]);
export type RuleSetChoice = z.output<typeof ruleSetChoice>;

/** The account's number, typed by its owner; empty where nothing asks for it. */
const typedAccount = z.string().trim().max(64).default('');

export const chooseRuleSet = defineEndpoint({
  method: 'POST',
  path: '/api/user/rule-set',
  auth: 'user',
  summary: 'Sets the rules of a trading account; a locked day stays locked; twice is once',
  body: z.object({
    account_id: uuid,
    /** Made by the caller, so that it can be sent again. */
    change_id: uuid,
    choice: ruleSetChoice,
    confirmation: typedAccount,
  }),
  reply: z.object({ success: z.literal(true), message: z.string(), account: accountRuleSet }),
  counted: 'changes',
  errors: [
    'unauthorized',
    'validation_failed',
    'not_found',
    'preset_unknown',
    'rule_set_change_conflict',
    'account_number_needed',
    'rate_limited',
  ],
});

export const rebaseRuleSet = defineEndpoint({
  method: 'POST',
  path: '/api/user/rule-set/rebase',
  auth: 'user',
  summary:
    "Begins a private account's locked total limit again at its equity, which is recorded; twice is once",
  body: z.object({ account_id: uuid, change_id: uuid, confirmation: typedAccount }),
  reply: messageReply,
  counted: 'changes',
  errors: [
    'unauthorized',
    'validation_failed',
    'not_found',
    'rule_set_change_conflict',
    'account_number_needed',
    'rebase_refused',
    'rate_limited',
  ],
});

const ruleSetChange = z.object({
  change_id: uuid,
  account_id: uuid,
  kind: z.enum(['chosen', 'rebased']),
  /** The rules from then on; null for none of the owner's. */
  rule_set: ruleSet.nullable(),
  /** What held before. */
  before: ruleSet.nullable(),
  /** Equity, floor and open positions by the newest report at that time; null where none was known. */
  equity: z.number().nullable(),
  floor: z.number().nullable(),
  open_positions: z.number().int().nullable(),
  /** Whether the account's number was typed. */
  confirmed: z.boolean(),
  at: isoTime,
});
export type RuleSetChange = z.output<typeof ruleSetChange>;

export const listRuleSetChanges = defineEndpoint({
  method: 'GET',
  path: '/api/user/rule-sets/:account_id/changes',
  auth: 'user',
  summary: "Every change of an account's rules, newest first",
  params: z.object({ account_id: uuid }),
  query: z.object(pageQuery),
  reply: z.object({ success: z.literal(true), changes: z.array(ruleSetChange), pagination }),
  errors: ['unauthorized', 'validation_failed', 'not_found'],
});

/** What an account has reached of what its rules ask for; null where they do not ask for it. */
const ruleSetProgress = z.object({
  profit_percent: z.number(),
  target_percent: z.number().nullable(),
  trading_days: z.number().int(),
  fewest_trading_days: z.number().int().nullable(),
  /** The best day's part of the whole profit; null without a profit. */
  best_day_share_percent: z.number().nullable(),
  best_day_percent: z.number().nullable(),
  /** Sentences, one for each thing that is missing. */
  missing: z.array(z.string()),
});
export type RuleSetProgress = z.output<typeof ruleSetProgress>;

/** Trades that progress and what-ifs are made of, the newest. */
export const TRIED_TRADES_MAX = 5_000;

/** A percentage of runs and the range that it may be in, at 95%. */
const chance = z.object({ percent: z.number(), low: z.number(), high: z.number() });

const triedRuleSet = z.object({
  preset_id: ruleSetId,
  outcome: z.enum(['passed', 'failed', 'open']),
  /** When it was decided; null where it is open. */
  at: isoTime.nullable(),
  /** The line that ended it; null unless it failed. */
  failed_by: equityLine.shape.kind.nullable(),
  taken: z.number().int(),
  /** Trades that a line would have kept from being opened, or that came after the end. */
  skipped: z.number().int(),
  profit_percent: z.number(),
});
export type TriedRuleSet = z.output<typeof triedRuleSet>;

const chanceToPass = z.object({
  preset_id: ruleSetId,
  /** What it was drawn from. */
  trades: z.number().int(),
  days: z.number().int(),
  runs: z.number().int(),
  /** null where the rules have no target. */
  passed: chance.nullable(),
  failed: chance,
  open: chance,
  /** The median of trading days to pass; null where no run passed. */
  days_to_pass: z.number().nullable(),
});
export type ChanceToPassJson = z.output<typeof chanceToPass>;

export const tryRuleSets = defineEndpoint({
  method: 'GET',
  path: '/api/user/rule-sets/:account_id/what-if',
  auth: 'user',
  summary: "An account's progress, and its own past trades under each preset",
  params: z.object({ account_id: uuid }),
  query: z.object({
    /** Of this preset the chance to pass is drawn, too. */
    preset_id: ruleSetId.optional(),
  }),
  reply: z.object({
    success: z.literal(true),
    /** Closed trades that were tried, the newest 5,000. */
    trades: z.number().int(),
    /** Whether the worst floating result of every trade is known; where not, some touches are not seen. */
    floating_known: z.boolean(),
    /** Under the rules that hold, since they were chosen or first reported; null where nothing is known. */
    progress: ruleSetProgress.nullable(),
    progress_since: isoTime.nullable(),
    /** By the presets' order; empty without trades or a balance to count from. */
    tried: z.array(triedRuleSet),
    /** null where no preset was named, or with fewer than 30 trades on 10 days. */
    chance: chanceToPass.nullable(),
  }),
  errors: ['unauthorized', 'validation_failed', 'not_found', 'preset_unknown'],
  timeoutMs: 30_000,
});
