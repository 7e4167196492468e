import { z } from 'zod';

/** A decimal as text, never a binary fraction: `1.10210`, `-3.50`, `0.12`. */
export const decimalText = z.string().regex(/^-?\d{1,15}(\.\d{1,8})?$/, 'must be a decimal');
/** Moments: UTC in milliseconds, and the trade server's own clock in seconds or milliseconds. */
export const utcMs = z.int().min(0);
export const serverSeconds = z.int().min(0);
const serverMs = z.int().min(0);
/** Tickets exceed the safe integers at some brokers. */
export const ticketText = z.string().regex(/^\d{1,20}$/, 'must be a ticket number');
/** As the broker names it, suffix included. */
export const terminalSymbol = z.string().min(1).max(32);
export const count = z.int().min(0);
/** Ten base32 characters that name one order or one closing. */
export const keyText = z.string().regex(/^[A-Z2-7]{10}$/, 'must be ten base32 characters');
export const terminalTimeframe = z.enum(['M1', 'M5', 'M15', 'M30', 'H1', 'H4', 'D1']);
export const sideText = z.enum(['BUY', 'SELL']);
/** Thirty-two random bytes in hex. */
export const hex64 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits');
/** What people wrote or brokers say. */
export const words = z.string().max(200);

/** The account that the terminal is signed in to. Nobody's name is told. */
export const terminalAccount = z.object({
  login: z.string().min(1).max(64),
  server: z.string().min(1).max(64),
  company: words,
  currency: z.string().regex(/^[A-Z]{3}$/),
  currency_digits: z.int().min(0).max(8),
  leverage: z.int().min(1),
  margin_mode: z.enum(['hedging', 'netting', 'exchange']),
  trade_mode: z.enum(['demo', 'contest', 'real']),
});
export type TerminalAccount = z.output<typeof terminalAccount>;

/** Who allows what; trading needs all of them. */
export const permissions = z.object({
  /** The terminal is connected to its trade server. */
  connected: z.boolean(),
  /** The Algo Trading button of the terminal. */
  algo_trading: z.boolean(),
  /** "Allow Algo Trading" in the properties of the expert. */
  expert_trading: z.boolean(),
  /** The account may trade: false with the investor password. */
  account_trading: z.boolean(),
  /** The broker lets experts trade on this account. */
  account_experts: z.boolean(),
});
export type Permissions = z.output<typeof permissions>;

export const terminalSymbolSpec = z.object({
  symbol: terminalSymbol,
  digits: z.int().min(0).max(8),
  contract_size: decimalText,
  tick_size: decimalText,
  /** Of one lot and one tick, in the account's currency, for a gain and for a loss. */
  tick_value_profit: decimalText,
  tick_value_loss: decimalText,
  volume_min: decimalText,
  volume_max: decimalText,
  volume_step: decimalText,
  /** Most lots in one direction together; 0 for no limit. */
  volume_limit: decimalText,
  /** Points. */
  stops_level: count,
  freeze_level: count,
  trade_mode: z.enum(['full', 'long_only', 'short_only', 'close_only', 'disabled']),
  execution: z.enum(['request', 'instant', 'market', 'exchange']),
  /** Bits as in SYMBOL_FILLING_MODE: 1 fill or kill, 2 immediate or cancel. */
  filling: z.int().min(0),
  base: z.string().max(8),
  profit: z.string().max(8),
  margin: z.string().max(8),
  swap_long: decimalText,
  swap_short: decimalText,
  /** What the swaps are in; absent from an expert of before. */
  swap_mode: z
    .enum(['disabled', 'points', 'currency_symbol', 'currency_margin', 'currency_deposit', 'other'])
    .optional(),
  /** Weekday whose night counts three times, 0 for Sunday. */
  swap_3days: z.int().min(0).max(6).optional(),
  bid: decimalText,
  ask: decimalText,
});
export type TerminalSymbolSpec = z.output<typeof terminalSymbolSpec>;

export const terminalPosition = z.object({
  ticket: ticketText,
  symbol: terminalSymbol,
  side: sideText,
  lots: decimalText,
  open_price: decimalText,
  /** null for none. */
  sl: decimalText.nullable(),
  tp: decimalText.nullable(),
  price: decimalText,
  profit: decimalText,
  swap: decimalText,
  magic: count,
  comment: words,
  opened: serverMs,
});
export type TerminalPosition = z.output<typeof terminalPosition>;

export const terminalDeal = z.object({
  ticket: ticketText,
  order: ticketText,
  /** 0 on deals that belong to no position. */
  position: ticketText,
  symbol: z.string().max(32),
  /** What kind of deal; everything but a purchase and a sale moves money alone. */
  type: z.enum([
    'buy',
    'sell',
    'balance',
    'credit',
    'charge',
    'correction',
    'bonus',
    'commission',
    'other',
  ]),
  entry: z.enum(['in', 'out', 'inout', 'out_by']),
  reason: z.enum(['client', 'mobile', 'web', 'expert', 'sl', 'tp', 'so', 'rollover', 'other']),
  lots: decimalText,
  price: decimalText,
  digits: z.int().min(0).max(8),
  sl: decimalText.nullable(),
  tp: decimalText.nullable(),
  time: serverMs,
  profit: decimalText,
  commission: decimalText,
  swap: decimalText,
  fee: decimalText,
  magic: count,
  comment: words,
});
export type TerminalDeal = z.output<typeof terminalDeal>;

/** An order that is neither filled nor over. */
export const terminalOrder = z.object({
  ticket: ticketText,
  symbol: terminalSymbol,
  type: words,
  lots: decimalText,
  price: decimalText,
  sl: decimalText.nullable(),
  tp: decimalText.nullable(),
  magic: count,
  comment: words,
});
export type TerminalOrder = z.output<typeof terminalOrder>;

/**
 * One closed bar: [opening in server seconds, open, high, low, close, tick volume, spread], prices of the
 * bid and the smallest spread of the bar in whole points.
 */
export const terminalBar = z.tuple([count, count, count, count, count, count, count]);
export type TerminalBar = z.output<typeof terminalBar>;

/** What became of an order or a closing, and is told again under the same key. */
export const orderResult = z.object({
  key: z.string(),
  /**
   * `none`: never heard of. `sent`: written down and on its way. `placed`: taken by the server, its deal is yet
   * to come. `filled`, `partial`: done. `rejected`: surely not. `unknown`: the server has not said.
   */
  state: z.enum(['none', 'sent', 'placed', 'filled', 'partial', 'rejected', 'unknown']),
  retcode: z.int().min(0),
  message: words,
  order: ticketText,
  deal: ticketText,
  position: ticketText,
  lots: decimalText,
  price: decimalText,
  /** Whether the key was known already, so that nothing was sent. */
  duplicate: z.boolean(),
});
export type OrderResult = z.output<typeof orderResult>;
