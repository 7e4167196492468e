import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import {
  accountType,
  currencyCode,
  isoDay,
  isoTime,
  moneyNumber,
  priceNumber,
  symbolName,
  timeZone,
  tradeSide,
  uuid,
  volumeNumber,
} from './fields.ts';
import { pageQuery, pagination } from './reply.ts';

export const tradeStatus = z.enum(['OPEN', 'CLOSED']);

/** The broker's number of a position, as text. With the account it is the key of a trade. */
export const positionTicket = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,40}$/, 'must be 1 to 40 letters, digits or hyphens');

/** The trading account that trades belong to: one login at one broker server. */
export const accountInput = z.object({
  server: z.string().trim().min(1).max(64),
  login: z.string().trim().min(1).max(64),
  account_type: accountType,
  currency: currencyCode,
});
export type AccountInput = z.output<typeof accountInput>;

/**
 * One trade as the bot reports it. Money is in the account's currency.
 * `profit` is net: gross_profit + commission + swap + fee, and is refused when it is not.
 */
export const tradeInput = z
  .object({
    position_ticket: positionTicket,
    symbol: symbolName,
    trade_type: tradeSide,
    volume: volumeNumber,
    /** Decimals of the symbol's prices. */
    digits: z.number().int().min(0).max(8),
    open_price: priceNumber,
    close_price: priceNumber.nullable(),
    stop_loss: priceNumber.nullable(),
    take_profit: priceNumber.nullable(),
    opened_at: isoTime,
    closed_at: isoTime.nullable(),
    status: tradeStatus,
    gross_profit: moneyNumber,
    /** Costs are negative, credits positive, as the terminal reports them. */
    commission: moneyNumber,
    swap: moneyNumber,
    fee: moneyNumber,
    profit: moneyNumber,
    /** What the trade stood to lose at its stop when it was opened; null without a stop. */
    initial_risk: moneyNumber.nullable(),
    decision_id: uuid.nullable(),
    /** Counts the changes of this trade, from 1. A lower revision never overwrites a higher one. */
    revision: z.number().int().min(1).max(1_000_000_000),
  })
  .superRefine((trade, context) => {
    const closed = trade.status === 'CLOSED';
    if (closed !== (trade.closed_at !== null) || closed !== (trade.close_price !== null)) {
      context.addIssue({
        code: 'custom',
        path: ['status'],
        message: `a trade that is ${trade.status} ${closed ? 'needs' : 'has no'} closed_at and close_price`,
      });
    }
    if (trade.closed_at !== null && Date.parse(trade.closed_at) < Date.parse(trade.opened_at)) {
      context.addIssue({
        code: 'custom',
        path: ['closed_at'],
        message: 'must not be before opened_at',
      });
    }
  });
export type TradeInput = z.output<typeof tradeInput>;

/** Trades in one batch, at most. */
export const SYNC_BATCH_MAX = 500;

export const syncTrades = defineEndpoint({
  method: 'POST',
  path: '/api/bot/trades',
  auth: 'user',
  summary:
    'Stores a batch of trades; sending it again, in parallel or out of order changes nothing',
  body: z.object({ account: accountInput, trades: z.array(tradeInput).min(1).max(SYNC_BATCH_MAX) }),
  reply: z.object({
    success: z.literal(true),
    account_id: uuid,
    /** Rows that were new, rows that changed, rows that already stood there. */
    created: z.number().int(),
    updated: z.number().int(),
    unchanged: z.number().int(),
  }),
  errors: [
    'unauthorized',
    'validation_failed',
    'account_mismatch',
    'body_too_large',
    'storage_full',
  ],
  bodyLimit: 1024 * 1024,
});

/** One row of the trade history. */
export const trade = z.object({
  account_id: uuid,
  position_ticket: z.string(),
  /** When it was closed; for an open trade, when it was opened. */
  trade_time: isoTime,
  opened_at: isoTime,
  closed_at: isoTime.nullable(),
  symbol: z.string(),
  trade_type: tradeSide,
  volume: z.number(),
  digits: z.number().int(),
  /** The opening price. */
  price: z.number(),
  close_price: z.number().nullable(),
  stop_loss: z.number().nullable(),
  take_profit: z.number().nullable(),
  /** Net, in `currency`. */
  profit: z.number(),
  gross_profit: z.number(),
  commission: z.number(),
  swap: z.number(),
  fee: z.number(),
  initial_risk: z.number().nullable(),
  currency: z.string(),
  account_type: accountType,
  status: tradeStatus,
  decision_id: uuid.nullable(),
});
export type Trade = z.output<typeof trade>;

/**
 * Figures over closed trades of one currency (definitions: docs/formulas.md). Rates are percentages.
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
});
export type TradeStatistics = z.output<typeof tradeStatistics>;

export const PERIODS = ['all', 'daily', 'weekly', 'monthly', 'custom'] as const;
export const period = z.enum(PERIODS);
export type Period = z.output<typeof period>;

export const SORT_KEYS = ['trade_time', 'symbol', 'volume', 'profit'] as const;

export const getTradeStatistics = defineEndpoint({
  method: 'GET',
  path: '/api/bot/trade-statistics/:user_id',
  auth: 'user',
  summary: 'A page of the trade history and the statistics of everything the filter selects',
  params: z.object({ user_id: uuid }),
  query: z
    .object({
      ...pageQuery,
      account_type: accountType.optional(),
      sort_by: z.enum(SORT_KEYS).default('trade_time'),
      sort_order: z.enum(['asc', 'desc']).default('desc'),
      period: period.default('all'),
      start_date: isoDay.optional(),
      end_date: isoDay.optional(),
      time_zone: timeZone,
      /** Statistics are of one currency; without it, the one with the most closed trades. */
      currency: currencyCode.optional(),
    })
    .superRefine((query, context) => {
      if (query.period !== 'custom') return;
      for (const field of ['start_date', 'end_date'] as const) {
        if (!query[field]) {
          context.addIssue({
            code: 'custom',
            path: [field],
            message: 'is needed for a custom period',
          });
        }
      }
      if (query.start_date && query.end_date && query.start_date > query.end_date) {
        context.addIssue({
          code: 'custom',
          path: ['start_date'],
          message: 'must not be after end_date',
        });
      }
    }),
  reply: z.object({
    success: z.literal(true),
    recent_trades: z.array(trade),
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
  auth: 'user',
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
  auth: 'user',
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
