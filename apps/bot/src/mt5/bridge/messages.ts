import { z } from 'zod';
import {
  count,
  decimalText,
  hex64,
  keyText,
  orderResult,
  permissions,
  serverSeconds,
  sideText,
  terminalAccount,
  terminalBar,
  terminalDeal,
  terminalOrder,
  terminalPosition,
  terminalSymbol,
  terminalSymbolSpec,
  terminalTimeframe,
  ticketText,
  utcMs,
  words,
} from './records.ts';

/** The version that both ends speak. docs/reference/bridge.md describes it. */
export const PROTOCOL = 'tb/1';
/** Bytes of a line, its newline included. */
export const LINE_MAX_BYTES = 65_536;
/** How often each end is heard, and after how many missed times it counts as gone. */
export const HEARTBEAT_MS = 2_000;
export const HEARTBEATS_MISSED = 3;
/** After it an order is refused: the market it was meant for is gone. */
export const ORDER_LIFE_MS = 5_000;

/** What every line carries beside its body. */
export const envelope = z.object({
  v: z.literal(1),
  t: z.string().min(1).max(32),
  /** The sender's name of this line, once a session. */
  id: z.string().min(1).max(32),
  /** The line that it answers. */
  re: z.string().max(32).optional(),
  /** The sender's count of its lines, from 1 without a gap. */
  seq: z.int().min(1),
  /** UTC of the sender. */
  ts: utcMs,
  /** On every part of an answer but its last. */
  more: z.boolean().optional(),
});
export type Envelope = z.output<typeof envelope>;

export const challenge = z.object({ proto: z.array(words), nonce: hex64 });
export const hello = z.object({
  proto: z.array(words),
  nonce: hex64,
  /** HMAC-SHA256 of `tb/1 expert BOT-NONCE EXPERT-NONCE` under the token. */
  mac: hex64,
  /** Versions of the expert and of the terminal. */
  ea: words,
  build: count,
  account: terminalAccount,
  permissions,
  server_time: serverSeconds,
});
export type Hello = z.output<typeof hello>;
export const welcome = z.object({
  session: words,
  hb_ms: z.int().min(100),
  /** HMAC-SHA256 of `tb/1 bot EXPERT-NONCE BOT-NONCE`: the expert obeys nobody else. */
  mac: hex64,
});
const BYE_CODES = [
  'version',
  'auth',
  'account',
  'busy',
  'replaced',
  'frame',
  'sequence',
  'silent',
  'stopping',
] as const;
export const bye = z.object({ code: z.enum(BYE_CODES), message: words });
export type Bye = z.output<typeof bye>;

const empty = z.object({});
const orderTerms = {
  key: keyText,
  /** UTC; past it the order is refused. */
  exp: utcMs,
  magic: count,
  symbol: terminalSymbol,
  side: sideText,
  lots: decimalText,
  sl: decimalText,
  tp: decimalText.nullable(),
  /** Points that the price may slip where the broker executes instantly. */
  deviation: count,
  /** The quote that was decided on. */
  bid: decimalText,
  ask: decimalText,
  /** What it may lose at its stop at the price it is sent at, in the account's currency; experts from 1.1.0 keep to it. */
  most_loss: decimalText.nullable().optional(),
};

/** Why a floor is lower than the one held, or a lock of the last line ends. */
export const GUARD_REASONS = ['turn', 'cash_flow', 'rebase'] as const;

/** What the last line holds, in money of the account. */
const heldLine = z.object({
  /** false: no floor was ever handed over. */
  known: z.boolean(),
  /** Its file could not be read: entries are off until a guard comes. */
  broken: z.boolean(),
  number: count,
  floor: decimalText,
  buffer: decimalText,
  entries_off: z.boolean(),
  until: utcMs.nullable(),
  hand: z.boolean(),
  /** When it closed everything; entries stay off until a guard with a reason ends that. */
  tripped_at: utcMs.nullable(),
  tripped_equity: decimalText.nullable(),
  /** The highest equity it has seen of a floor that trails; null where the floor stays, absent before 1.2.0. */
  peak: decimalText.nullable().optional(),
  /** Where the floor has risen to with that peak; null as `peak`. */
  risen: decimalText.nullable().optional(),
  /** Positions and waiting orders that it closes, or would close. */
  open: count,
});
export type HeldLine = z.output<typeof heldLine>;

/** Every request of the bot with the body it carries and the answer it gets. */
export const REQUESTS = {
  account: {
    body: empty,
    answer: z.object({
      account: terminalAccount,
      permissions,
      balance: decimalText,
      equity: decimalText,
      margin: decimalText,
      free_margin: decimalText,
      credit: decimalText,
      server_time: serverSeconds,
      /** Whether the expert opens nothing, because it was told to halt. */
      halted: z.boolean(),
    }),
  },
  'symbol.names': { body: empty, answer: z.object({ names: z.array(terminalSymbol) }) },
  symbols: {
    body: z.object({ symbols: z.array(terminalSymbol).min(1).max(64) }),
    answer: z.object({ symbols: z.array(terminalSymbolSpec), unknown: z.array(z.string()) }),
  },
  subscribe: {
    body: z.object({
      symbols: z.array(terminalSymbol).max(64),
      tf: terminalTimeframe,
      /** Whether quotes are told, at most four a second for each symbol. */
      ticks: z.boolean(),
    }),
    answer: z.object({ unknown: z.array(z.string()) }),
  },
  bars: {
    body: z.object({
      symbol: terminalSymbol,
      tf: terminalTimeframe,
      /** The newest so many closed bars. */
      count: z.int().min(1).max(1_000),
      /** Only bars that open before this moment; absent for the newest. */
      before: serverSeconds.optional(),
    }),
    answer: z.object({
      digits: z.int().min(0).max(8),
      bars: z.array(terminalBar),
      /** false while the terminal still loads its history: ask again. */
      ready: z.boolean(),
    }),
  },
  /** Listed events of one currency; within 31 days, by the trade server's clock. */
  calendar: {
    body: z.object({
      from: serverSeconds,
      to: serverSeconds,
      currency: z.string().regex(/^[A-Z]{3}$/),
    }),
    answer: z.object({
      events: z.array(
        z.object({
          at: serverSeconds,
          importance: z.enum(['none', 'low', 'medium', 'high']),
          title: words,
        }),
      ),
    }),
  },
  positions: { body: empty, answer: z.object({ positions: z.array(terminalPosition) }) },
  orders: { body: empty, answer: z.object({ orders: z.array(terminalOrder) }) },
  history: {
    body: z.object({
      from: serverSeconds,
      to: serverSeconds,
      /** Deals of the window to leave out, and to tell at most. */
      skip: count,
      limit: z.int().min(1).max(500),
    }),
    answer: z.object({ deals: z.array(terminalDeal), total: count }),
  },
  'history.position': {
    body: z.object({ ticket: ticketText }),
    answer: z.object({ deals: z.array(terminalDeal) }),
  },
  'order.check': {
    body: z.object(orderTerms),
    answer: z.object({ retcode: count, margin: decimalText, message: words }),
  },
  'order.open': { body: z.object(orderTerms), answer: orderResult },
  'order.query': { body: z.object({ key: keyText }), answer: orderResult },
  'position.modify': {
    body: z.object({ ticket: ticketText, sl: decimalText, tp: decimalText.nullable() }),
    answer: z.object({ retcode: count, message: words }),
  },
  'position.close': {
    body: z.object({
      key: keyText,
      exp: utcMs,
      ticket: ticketText,
      lots: decimalText,
      deviation: count,
    }),
    answer: orderResult,
  },
  /** Hands the last line over: the expert closes and refuses on its own from then on. */
  guard: {
    body: z.object({
      /** Grows with each guard of an account; a lower one is refused. */
      number: z.int().min(1),
      floor: decimalText,
      buffer: decimalText,
      entries_off: z.boolean(),
      /** Until when entries are off; null for no end. */
      until: utcMs.nullable(),
      /** Whether positions that were opened by hand are closed, too. */
      hand: z.boolean(),
      reason: z.enum(GUARD_REASONS).nullable(),
      /**
       * How the floor rises with equity: `min(most, kept x peak - less)`, never below what it was. Experts from 1.2.0
       * raise it on their own; null, or absent, for a floor that stays.
       */
      peak: decimalText.nullable().optional(),
      kept: decimalText.nullable().optional(),
      less: decimalText.nullable().optional(),
      /** Where the floor stops rising; null for no end. */
      most: decimalText.nullable().optional(),
    }),
    answer: heldLine,
  },
  'guard.query': { body: empty, answer: heldLine },
  halt: { body: empty, answer: z.object({ halted: z.literal(true) }) },
  resume: { body: empty, answer: z.object({ halted: z.literal(false) }) },
} as const;

export type RequestName = keyof typeof REQUESTS;
export type RequestBody<Name extends RequestName> = z.output<(typeof REQUESTS)[Name]['body']>;
export type AnswerOf<Name extends RequestName> = z.output<(typeof REQUESTS)[Name]['answer']>;

/** Why the expert cannot answer a request. */
const ERROR_CODES = [
  'bad_request',
  'unknown_request',
  'unknown_symbol',
  'unknown_ticket',
  'not_ready',
  'expired',
  'halted',
  'no_stop',
  'conflict',
  'not_allowed',
  'storage',
  'last_line',
  'stale_seq',
  'lower_floor',
] as const;
export const errorBody = z.object({ code: z.enum(ERROR_CODES), message: words });

/** What the expert tells unasked. */
export const EVENTS = {
  tick: z.object({
    symbol: terminalSymbol,
    bid: decimalText,
    ask: decimalText,
    server_time: serverSeconds,
  }),
  bar: z.object({
    symbol: terminalSymbol,
    tf: terminalTimeframe,
    digits: z.int().min(0).max(8),
    bar: terminalBar,
  }),
  /** A hint that something was executed; what, `history` says. */
  deal: z.object({ ticket: ticketText, position: ticketText }),
  /** At most once a second, when it has changed. */
  account: z.object({
    balance: decimalText,
    equity: decimalText,
    margin: decimalText,
    free_margin: decimalText,
    server_time: serverSeconds,
  }),
  permissions: z.object({ permissions }),
  /** What the last line did; said again to a bot that comes back. */
  last_line: z.object({
    /** `tripped`: it closes everything. `stuck`: something is not closed after 3 s. `hand`: only positions opened by hand are left, which it may not close. */
    what: z.enum(['tripped', 'closed', 'stuck', 'hand']),
    floor: decimalText,
    equity: decimalText,
    open: count,
    message: words,
  }),
  log: z.object({ level: z.enum(['info', 'warn', 'error']), text: words }),
  hb: empty,
} as const;
export type EventName = keyof typeof EVENTS;
export type EventMessage = {
  [Name in EventName]: Readonly<{ name: Name; body: z.output<(typeof EVENTS)[Name]> }>;
}[EventName];
