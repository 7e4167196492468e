import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import {
  anyAccountType,
  currencyCode,
  isoTime,
  timeZone,
  tradeSide,
  tradeStatus,
  uuid,
} from './fields.ts';
import { pageQuery, pagination } from './reply.ts';
import { checkCustomPeriod, exitReason, tradeFilterFields } from './trade-filter.ts';

export { EXIT_REASONS, type ExitReason, exitReason } from './trade-filter.ts';

/** What a trade's source reports of it; money is in the account's currency. */
const figures = {
  symbol: z.string(),
  trade_type: tradeSide,
  volume: z.number(),
  /** The opening price. */
  price: z.number(),
  close_price: z.number().nullable(),
  opened_at: isoTime,
  closed_at: isoTime.nullable(),
  /** Net of all costs. */
  profit: z.number(),
  gross_profit: z.number(),
  commission: z.number(),
  swap: z.number(),
  fee: z.number(),
  initial_risk: z.number().nullable(),
  status: tradeStatus,
  decision_id: uuid.nullable(),
};

/** How far a trade was ahead (0 or more) and behind (0 or less) while it was open, before costs; null where that is not known. */
const excursions = {
  best_excursion: z.number().nullable(),
  worst_excursion: z.number().nullable(),
};

/** A closed trade's figures that a later report of its source replaced. */
export const tradeCorrection = z.object({
  /** When they were replaced. */
  at: isoTime,
  /** Counts the reports of the trade. */
  revision: z.number().int(),
  ...figures,
});
export type TradeCorrection = z.output<typeof tradeCorrection>;

/**
 * Whether a trade has a result, or one so far: one that was cancelled has none, which is not a result of 0.
 *
 * @example hasResult({ status: 'CANCELLED' }) // false
 */
export function hasResult({ status }: { status: string }): boolean {
  return status === 'CLOSED' || status === 'OPEN';
}

/**
 * Where a trade's figures come from, and what speaks for them: the account, the service's clock at its decision,
 * and whether terminals of others have the same bars (docs/explanation/provenance.md).
 */
export const tradeProvenance = z.enum([
  'real-agreed',
  'real-alone',
  'demo-agreed',
  'demo-alone',
  'paper-live',
  'paper-replayed',
  'practice',
  'imported',
  'contradicted',
]);
export type TradeProvenance = z.output<typeof tradeProvenance>;

/** A trade with all its figures. */
export const trade = z.object({
  account_id: uuid,
  position_ticket: z.string(),
  /** When it was closed; for an open trade, when it was opened. */
  trade_time: isoTime,
  ...figures,
  ...excursions,
  /** null while it is open, and where its source does not say. */
  exit_reason: exitReason.nullable(),
  digits: z.number().int(),
  stop_loss: z.number().nullable(),
  take_profit: z.number().nullable(),
  currency: z.string(),
  account_type: anyAccountType,
  /** What it was before each report with other figures, oldest first: the first one and the last 19. */
  corrections: z.array(tradeCorrection),
  provenance: tradeProvenance,
});
export type Trade = z.output<typeof trade>;

/** One row of the trade history: a trade, and what its owner wrote about it. */
export const listedTrade = trade.extend({
  /** As its terminal knows it; accounts that the service trades are on the server `hosted`. */
  account: z.object({ server: z.string(), login: z.string() }),
  has_note: z.boolean(),
  tags: z.array(z.string()),
  /** The owner's name of the pattern that was traded. */
  setup: z.string().nullable(),
});
export type ListedTrade = z.output<typeof listedTrade>;

/**
 * Figures over closed trades of one currency (definitions: docs/reference/formulas.md). Rates are percentages.
 * Money is in `currency`; losses are negative.
 */
export const tradeStatistics = z.object({
  currency: currencyCode,
  total_trades: z.number().int(),
  winning_trades: z.number().int(),
  losing_trades: z.number().int(),
  break_even_trades: z.number().int(),
  /** 0 to 100, rounded to 2 decimals; 0 without trades. */
  win_rate: z.number(),
  net_profit: z.number(),
  total_profit: z.number(),
  total_loss: z.number(),
  /** null when nothing was lost; see profit_factor_text. Rounded to 6 decimals. */
  profit_factor: z.number().nullable(),
  /** "inf" with wins and no losses, "n/a" without either, else the figure with 2 decimals. */
  profit_factor_text: z.string(),
  average_win: z.number(),
  average_loss: z.number(),
  largest_win: z.number(),
  largest_loss: z.number(),
  /** net_profit / total_trades, rounded to the cent; 0 without trades. */
  expectancy: z.number(),
  /** Commissions, swaps and fees together; negative where they cost something. */
  total_costs: z.number(),
  /** Mean of net / initial risk over the trades with a stop, to 4 decimals; null where none has one. */
  average_r: z.number().nullable(),
  /** Trades with a stop, that the average is of. */
  trades_with_r: z.number().int(),
});
export type TradeStatistics = z.output<typeof tradeStatistics>;

/**
 * What lists are sorted by: a column under its name, or `duration` (of closed trades), `r` (net / initial risk),
 * `costs` (commission, swap and fee together) and `account` (its login). What is not known comes last in both orders.
 */
export const SORT_KEYS = [
  'trade_time',
  'symbol',
  'volume',
  'profit',
  'trade_type',
  'price',
  'account_type',
  'status',
  'opened_at',
  'closed_at',
  'close_price',
  'duration',
  'r',
  'exit_reason',
  'tags',
  'setup',
  'costs',
  'best_excursion',
  'worst_excursion',
  'account',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const getTradeStatistics = defineEndpoint({
  method: 'GET',
  path: '/api/bot/trade-statistics/:user_id',
  auth: 'user_or_device',
  summary: 'A page of the trade history and the statistics of everything the filter selects',
  params: z.object({ user_id: uuid }),
  query: z
    .object({
      ...pageQuery,
      ...tradeFilterFields,
      sort_by: z.enum(SORT_KEYS).default('trade_time'),
      sort_order: z.enum(['asc', 'desc']).default('desc'),
    })
    .superRefine(checkCustomPeriod),
  reply: z.object({
    success: z.literal(true),
    recent_trades: z.array(listedTrade),
    pagination,
    statistics: tradeStatistics,
    /** Every currency among the selected closed trades, most trades first. */
    currencies: z.array(z.object({ currency: currencyCode, total_trades: z.number().int() })),
  }),
  errors: ['unauthorized', 'not_found', 'validation_failed'],
});

export const getSuccessRate = defineEndpoint({
  method: 'GET',
  path: '/api/user/success-rate',
  auth: 'user_or_device',
  summary: 'The share of winning trades over all time',
  reply: z.object({
    success: z.literal(true),
    /** 0 to 100; 0 without trades. */
    success_rate: z.number(),
    total_trades: z.number().int(),
    winning_trades: z.number().int(),
    losing_trades: z.number().int(),
  }),
  errors: ['unauthorized'],
});

export const getTradingStatistics = defineEndpoint({
  method: 'GET',
  path: '/api/user/trading-statistics',
  auth: 'user_or_device',
  summary: "Today's figures for the dashboard's cards, or those of another period",
  query: z.object({
    period: z.enum(['all', 'daily', 'weekly', 'monthly']).default('daily'),
    time_zone: timeZone,
  }),
  reply: z.object({
    success: z.literal(true),
    currency: currencyCode,
    win_rate: z.number(),
    total_trades: z.number().int(),
    winning_trades: z.number().int(),
    losing_trades: z.number().int(),
    total_pnl: z.number(),
  }),
  errors: ['unauthorized', 'validation_failed'],
});
