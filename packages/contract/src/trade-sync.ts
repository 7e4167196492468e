import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import {
  accountType,
  anyAccountType,
  currencyCode,
  isoTime,
  moneyNumber,
  priceNumber,
  symbolName,
  tradeSide,
  tradeStatus,
  typedText,
  uuid,
  volumeNumber,
} from './fields.ts';
import { exitReason } from './trades.ts';

/** The broker's number of a position, as text. With the account it is the key of a trade. */
export const positionTicket = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,40}$/, 'must be 1 to 40 letters, digits or hyphens');

/** The server of every paper run's account, which is no terminal's. */
export const PAPER_SERVER = 'paper';

/** A paper account trades past or simulated candles, a terminal's trades with a broker, demo or real. */
const ACCOUNT_KINDS = ['paper', 'terminal'] as const;

/** The server of accounts that the service itself trades: no bot may name it. */
export const HOSTED_SERVER = 'hosted';

const serverName = typedText({ min: 1, max: 64, name: 'The server' });

/** The trading account that trades belong to: one login at one broker server. */
export const accountInput = z.object({
  server: serverName.refine(
    (server) => server !== HOSTED_SERVER,
    'is a name that only the service itself may use',
  ),
  login: typedText({ min: 1, max: 64, name: 'The login' }),
  account_type: accountType,
  currency: currencyCode,
  /** Fixed by the first call that names the account. Left out: paper on the server `paper`, else a terminal. */
  kind: z.enum(ACCOUNT_KINDS).optional(),
});
export type AccountInput = z.output<typeof accountInput>;

/** An account as its owner reads of it. */
export const shownAccount = accountInput.extend({
  server: serverName,
  account_type: anyAccountType,
});
export type ShownAccount = z.output<typeof shownAccount>;

/** Whether a call names a paper account. No broker's server is called `paper`. */
export function namesPaper({ kind, server }: Pick<AccountInput, 'kind' | 'server'>): boolean {
  return kind === 'paper' || server === PAPER_SERVER;
}

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
    /**
     * The best and the worst floating result of the whole volume while it was open, before costs; null or left
     * out where that is not known. Bots of before 0.2 do not send them.
     */
    best_excursion: moneyNumber.min(0).nullable().optional(),
    worst_excursion: moneyNumber.max(0).nullable().optional(),
    /** Why it was closed; null or left out where that is not known. Bots of before 0.3 do not send it. */
    exit_reason: exitReason.nullable().optional(),
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
  auth: 'user_or_device',
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
    'rate_limited',
    'body_too_large',
    'storage_full',
  ],
  bodyLimit: 1024 * 1024,
});
