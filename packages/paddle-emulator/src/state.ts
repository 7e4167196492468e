import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type {
  Address,
  Adjustment,
  CheckoutSession,
  Customer,
  EventRecord,
  NotificationRecord,
  PaymentMethod,
  Price,
  Product,
  Subscription,
  Transaction,
} from './entities.ts';

const VERSION = 1;
const FILE = 'paddle-emulator.json';
const WRITE_AFTER_MS = 50;

/** What a card does when it is charged, kept in place of its number. */
export type CardBehaviour = 'approves' | 'declines' | 'declines_at_renewal';

const emptyTables = () => ({
  products: new Map<string, Product>(),
  prices: new Map<string, Price>(),
  customers: new Map<string, Customer>(),
  addresses: new Map<string, Address>(),
  paymentMethods: new Map<string, PaymentMethod>(),
  cardBehaviours: new Map<string, CardBehaviour>(),
  transactions: new Map<string, Transaction>(),
  /** Card with which a transaction was paid. */
  transactionCards: new Map<string, string>(),
  subscriptions: new Map<string, Subscription>(),
  /** Card that a subscription is billed to. */
  subscriptionCards: new Map<string, string>(),
  /** Minor units that the next renewal charges on top, by subscription. */
  pendingCharges: new Map<string, number>(),
  /** Moments at which paid transactions become completed. */
  settlements: new Map<string, number>(),
  /** The next retry of an overdue transaction. */
  dunning: new Map<string, { attempt: number; atMs: number }>(),
  adjustments: new Map<string, Adjustment>(),
  /** Moments at which refunds are approved. */
  approvals: new Map<string, number>(),
  /** Minor units by 'customer:currency'. */
  creditBalances: new Map<string, number>(),
  events: new Map<string, EventRecord>(),
  /** Those that are not delivered yet. */
  notifications: new Map<string, NotificationRecord>(),
  /** Moments at which notifications are to be sent. */
  deliveries: new Map<string, number>(),
  checkouts: new Map<string, CheckoutSession>(),
  portalSessions: new Map<string, { customer_id: string; expires_at: string }>(),
});

/** Everything the emulator knows. Maps, so that an id such as 'constructor' names nothing. */
export type State = ReturnType<typeof emptyTables> & {
  seed: string;
  idCount: number;
  clockOffsetMs: number;
  lastEventMicros: number;
  invoiceCount: number;
  /** Where webhooks go, and the secret that signs them. Set at each start. */
  destination: { url: string; key: string } | null;
};

/** A state in which nothing has happened. */
export function emptyState(seed: string): State {
  return {
    seed,
    idCount: 0,
    clockOffsetMs: 0,
    lastEventMicros: 0,
    invoiceCount: 0,
    destination: null,
    ...emptyTables(),
  };
}

const storedState = z.object({
  version: z.literal(VERSION),
  figures: z.record(z.string(), z.union([z.string(), z.number()])),
  tables: z.record(z.string(), z.array(z.tuple([z.string(), z.unknown()]))),
});

/** Where the state is kept. */
export type StateFile = {
  load: () => State | null;
  /** Writes soon, once for many changes. */
  save: (state: State) => void;
  /** Writes what is not yet written, at once. */
  flush: () => void;
};

/**
 * Keeps the state in one file of a folder: written beside it and renamed, so that a file is always whole.
 *
 * @throws Error when the file there is none of ours: it is not written over
 */
export function createStateFile(folder: string): StateFile {
  const path = join(folder, FILE);
  let waiting: { state: State; timer: NodeJS.Timeout } | null = null;
  mkdirSync(folder, { recursive: true });
  const flush = () => {
    if (!waiting) return;
    clearTimeout(waiting.timer);
    const text = encodeState(waiting.state);
    waiting = null;
    writeFileSync(`${path}.part`, text, { mode: 0o600 });
    renameSync(`${path}.part`, path);
  };
  return {
    load: () => {
      const text = readOrNull(path);
      return text === null ? null : decodeState(text, path);
    },
    save: (state) => {
      if (waiting) return;
      waiting = { state, timer: setTimeout(flush, WRITE_AFTER_MS) };
    },
    flush,
  };
}

function encodeState({ destination, ...state }: State): string {
  const figures: Record<string, string | number> = {};
  const tables: Record<string, [string, unknown][]> = {};
  for (const [name, value] of Object.entries(state)) {
    if (value instanceof Map) tables[name] = [...value];
    else figures[name] = value;
  }
  // The secret follows from the seed; it is here for tests that send webhooks themselves.
  return JSON.stringify({ version: VERSION, figures, tables, key: destination?.key });
}

function decodeState(text: string, path: string): State {
  let stored: z.infer<typeof storedState>;
  try {
    stored = storedState.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${path} holds no state of this emulator; move it away to start again`, {
      cause,
    });
  }
  const state = emptyState('');
  const known = new Map<string, unknown>(Object.entries(state));
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(stored.figures)) {
    if (typeof known.get(name) === typeof value) changes[name] = value;
  }
  for (const [name, rows] of Object.entries(stored.tables)) {
    if (known.get(name) instanceof Map) changes[name] = new Map(rows);
  }
  return Object.assign(state, changes);
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
