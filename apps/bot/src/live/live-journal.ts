import type { DatabaseSync } from 'node:sqlite';
import type { ClosedBy } from '@quorate/trading/account/deal';
import type { MarketOrder, OrderKey } from '@quorate/trading/account/order';
import type { Excursion } from '@quorate/trading/exits/excursion';
import type { FloorsState } from '@quorate/trading/governor/rule-set';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import type { StoredLimits } from '@quorate/trading/risk/limits-state';
import type { Instant } from '@quorate/values/instant';
import { openJournalFile } from '../journal/journal-file.ts';
import type { TerminalAccount, TerminalDeal } from '../mt5/bridge/records.ts';

/** A position among the others: when its first deal was made, by the server's clock in ms. */
export type PositionPlace = Readonly<{ openedMs: number; position: string }>;

/** What the bot was about to ask of the terminal, written down before it was sent. */
type Intent =
  | Readonly<{ kind: 'open'; key: OrderKey; symbol: string; at: Instant; order: MarketOrder }>
  | Readonly<{
      kind: 'close';
      key: OrderKey;
      symbol: string;
      at: Instant;
      ticket: string;
      /** As on the wire. */
      lots: string;
      /** For whom; absent in journals of before. */
      by?: ClosedBy;
    }>;

/** What became of an intent, for good. `not-sent`: it surely never reached the terminal. */
export type IntentOutcome = Readonly<{
  state: 'filled' | 'partial' | 'rejected' | 'not-sent';
  /** Of the terminal; '0' where there is none. */
  orderTicket: string;
  positionTicket: string;
  message: string;
}>;

/** One thing that happened, as it lies in the journal. */
export type JournalEntry = Readonly<{ id: number; at: Instant; kind: string; body: string }>;

/**
 * Everything the bot did on one account, in the order in which it did it. A row that was written is on the
 * disk when the call returns, and is never changed.
 */
export type LiveJournal = Readonly<{
  beginSession(at: Instant, account: TerminalAccount): void;
  intend(intent: Intent): void;
  settle(key: OrderKey, outcome: IntentOutcome, at: Instant): void;
  /** The intent of a key with its newest outcome. */
  intent(key: string): Readonly<{ intent: Intent; outcome: IntentOutcome | null }> | null;
  /** The newest outcome of a key. */
  outcome(key: string): IntentOutcome | null;
  /** Intents of which nobody knows what became, oldest first. */
  unsettled(): readonly Intent[];
  /** The key whose order has this ticket, or whose position has it. */
  keyOf(ticket: Readonly<{ order: string; position: string }>): OrderKey | null;
  /** The key of the closing whose order has this ticket. */
  closingOf(order: string): OrderKey | null;
  /** Keeps deals that are new. @returns how many were */
  keepDeals(deals: readonly TerminalDeal[]): number;
  /** By the server's clock in ms, oldest first. */
  dealsSince(serverMs: number): readonly TerminalDeal[];
  dealsOf(position: string): readonly TerminalDeal[];
  /** Of the newest deal, by the server's clock in ms; null for none. */
  newestDealMs(): number | null;
  record(event: LoopEvent): void;
  /** Whether the loop has taken a deal in. */
  isTakenIn(ticket: string): boolean;
  /** Deals that the loop need not be told of: what came of them is known otherwise. */
  takeIn(tickets: readonly string[]): void;
  /** As they were told last. */
  limits(): StoredLimits | null;
  /** What the floors of the account's rules remember, as it was told last. */
  floors(): FloorsState | null;
  /** Floors that go on under other rules, or from other peaks, and the facts that say so: all of it or nothing. */
  keepFloors(floors: FloorsState, at: Instant, facts: Readonly<Record<string, string>>): void;
  /** How far a trade was ahead and behind, as the loop told last; null where it did not. */
  excursionOf(position: string): Excursion | null;
  /** Notes something beside the loop: an owner's order, a guard's deed. */
  note(kind: string, at: Instant, body: unknown): void;
  /** A page of what happened after an entry, oldest first. */
  entries(after: number, limit: number): readonly JournalEntry[];
  /** What happened from a moment on, of some kinds, oldest first. */
  eventsSince(at: Instant, kinds: readonly string[]): readonly JournalEntry[];
  /** A page of what happened before an entry, newest first, without the kinds that say nothing to people. */
  entriesBefore(before: number, limit: number): readonly JournalEntry[];
  /** A page of positions that were opened before one, newest first. */
  positionsBefore(before: PositionPlace, limit: number): readonly PositionPlace[];
  /** The account as the newest session told it; null before the first. */
  account(): TerminalAccount | null;
  fact(name: string): string | null;
  setFact(name: string, value: string): void;
  close(): void;
}>;

/** Whoever reads a journal along holds it for moments. */
const OPEN_WAIT_MS = 2_000;

/**
 * @param folder null for a journal in memory
 * @param waitMs how long it may be held by somebody else
 * @throws BotFault `run_in_use`, `run_damaged` or `data_folder`
 */
export function openLiveJournal(folder: string | null, waitMs = OPEN_WAIT_MS): LiveJournal {
  const { database, guarded } = openJournalFile(folder, {
    name: 'live.sqlite',
    tables: TABLES,
    format: 1,
    afterMoving: ', and the bot goes on with what the terminal knows',
    waitMs,
  });
  const sql = guarded(() => liveStatements(database));
  const bodies = <T>(rows: readonly Record<string, unknown>[]): readonly T[] =>
    rows.map((row) => JSON.parse(String(row.body)) as T);

  function together(work: () => void): void {
    guarded(() => {
      database.exec('BEGIN IMMEDIATE');
      try {
        work();
        database.exec('COMMIT');
      } catch (error) {
        // A full disk has rolled back already.
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    });
  }

  function outcomeOf(key: string): IntentOutcome | null {
    const row = sql.outcome.get(key);
    if (!row) return null;
    return {
      state: String(row.state) as IntentOutcome['state'],
      orderTicket: String(row.order_ticket),
      positionTicket: String(row.position_ticket),
      message: String(row.message),
    };
  }

  return {
    beginSession: (at, account) => guarded(() => void sql.session.run(at, JSON.stringify(account))),
    intend: (intent) =>
      guarded(() => {
        const { key, at, kind, symbol } = intent;
        sql.intend.run(key, at, kind, symbol, JSON.stringify(intent));
      }),
    settle: (key, { state, orderTicket, positionTicket, message }, at) =>
      guarded(() => void sql.settle.run(key, at, state, orderTicket, positionTicket, message)),
    intent: (key) =>
      guarded(() => {
        const row = sql.intent.get(key);
        if (!row) return null;
        return { intent: JSON.parse(String(row.body)) as Intent, outcome: outcomeOf(key) };
      }),
    outcome: (key) => guarded(() => outcomeOf(key)),
    unsettled: () => guarded(() => bodies<Intent>(sql.unsettled.all())),
    keyOf: ({ order, position }) =>
      guarded(() => {
        const key = sql.keyOf.get(order, position)?.key;
        return typeof key === 'string' ? (key as OrderKey) : null;
      }),
    closingOf: (order) =>
      guarded(() => {
        const key = sql.closingOf.get(order)?.key;
        return typeof key === 'string' ? (key as OrderKey) : null;
      }),
    keepDeals(deals) {
      let kept = 0;
      if (deals.length === 0) return kept;
      together(() => {
        for (const deal of deals) {
          const { ticket, position, time } = deal;
          kept += Number(sql.keepDeal.run(ticket, position, time, JSON.stringify(deal)).changes);
        }
      });
      return kept;
    },
    dealsSince: (serverMs) => guarded(() => bodies<TerminalDeal>(sql.dealsSince.all(serverMs))),
    dealsOf: (position) => guarded(() => bodies<TerminalDeal>(sql.dealsOf.all(position))),
    newestDealMs: () =>
      guarded(() => {
        const time = sql.newestDeal.get()?.time;
        return typeof time === 'number' ? time : null;
      }),
    record(event) {
      // A bar alone changes nothing that a restart would need, and comes once a minute for years.
      if (event.kind === 'bar' || event.kind === 'quiet') return;
      if (event.kind === 'cash-flow') {
        const { ticket, limits, asOf } = event;
        together(() => {
          sql.event.run(asOf, 'cash-flow', ticket, JSON.stringify(event));
          sql.event.run(asOf, 'limits', null, JSON.stringify(limits));
          sql.take.run(ticket);
        });
        return;
      }
      if (event.kind !== 'deal') {
        guarded(() => void sql.event.run(event.asOf, event.kind, refOf(event), bodyOf(event)));
        return;
      }
      const { deal } = event;
      together(() => {
        sql.event.run(event.asOf, 'deal', deal.positionTicket, JSON.stringify(deal));
        sql.take.run(deal.ticket);
      });
    },
    isTakenIn: (ticket) => guarded(() => sql.isTaken.get(ticket) !== undefined),
    takeIn: (tickets) =>
      together(() => {
        for (const ticket of tickets) sql.take.run(ticket);
      }),
    limits: () => guarded(() => bodies<StoredLimits>(sql.limits.all())[0] ?? null),
    floors: () => guarded(() => bodies<FloorsState>(sql.floors.all())[0] ?? null),
    keepFloors: (floors, at, facts) =>
      together(() => {
        sql.event.run(at, 'floors', null, JSON.stringify(floors));
        for (const [name, value] of Object.entries(facts)) sql.setFact.run(name, value);
      }),
    excursionOf: (position) =>
      guarded(
        () => bodies<{ excursion?: Excursion }>(sql.tradeTold.all(position))[0]?.excursion ?? null,
      ),
    note: (kind, at, body) =>
      guarded(() => void sql.event.run(at, kind, null, JSON.stringify(body))),
    entries: (after, limit) => guarded(() => sql.entries.all(after, limit).map(entryOf)),
    eventsSince: (at, kinds) =>
      guarded(() => sql.eventsSince.all(at, JSON.stringify(kinds)).map(entryOf)),
    entriesBefore: (before, limit) =>
      guarded(() => sql.entriesBefore.all(before, limit).map(entryOf)),
    positionsBefore: ({ openedMs, position }, limit) =>
      guarded(() =>
        sql.positionsBefore
          .all(openedMs, position, limit)
          .map((row) => ({ openedMs: Number(row.opened), position: String(row.position) })),
      ),
    account: () => guarded(() => bodies<TerminalAccount>(sql.account.all())[0] ?? null),
    fact: (name) =>
      guarded(() => {
        const value = sql.fact.get(name)?.value;
        return typeof value === 'string' ? value : null;
      }),
    setFact: (name, value) => guarded(() => void sql.setFact.run(name, value)),
    close: () => database.close(),
  };
}

function entryOf(row: Record<string, unknown>): JournalEntry {
  return {
    id: Number(row.id),
    at: Number(row.at) as Instant,
    kind: String(row.kind),
    body: String(row.body),
  };
}

/** What an event is about: a key, or the number of a position. */
function refOf(event: LoopEvent): string | null {
  switch (event.kind) {
    case 'order':
      return event.order.key;
    case 'trade-opened':
    case 'trade-changed':
    case 'trade-closed':
      return event.trade.positionTicket;
    default:
      return null;
  }
}

/** An event as it lies in the journal: what the desk looked at stands with the decision alone. */
function bodyOf(event: LoopEvent): string {
  if (event.kind === 'limits') return JSON.stringify(event.limits);
  if (event.kind === 'floors') return JSON.stringify(event.floors);
  if (event.kind === 'decision') return JSON.stringify(event);
  return JSON.stringify({ ...event, desk: undefined });
}

/** Every statement on the file of one account's live trading, prepared once. */
function liveStatements(database: DatabaseSync) {
  return {
    session: database.prepare('INSERT INTO sessions (at, account) VALUES (?, ?)'),
    intend: database.prepare(
      'INSERT INTO intents (key, at, kind, symbol, body) VALUES (?, ?, ?, ?, ?)',
    ),
    settle: database.prepare(
      'INSERT INTO outcomes (key, at, state, order_ticket, position_ticket, message) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    intent: database.prepare('SELECT body FROM intents WHERE key = ?'),
    outcome: database.prepare(
      'SELECT state, order_ticket, position_ticket, message FROM outcomes WHERE key = ? ORDER BY id DESC LIMIT 1',
    ),
    unsettled: database.prepare(
      'SELECT body FROM intents WHERE NOT EXISTS (SELECT 1 FROM outcomes WHERE outcomes.key = intents.key) ORDER BY at, key',
    ),
    keyOf: database.prepare(
      `SELECT outcomes.key FROM outcomes JOIN intents ON intents.key = outcomes.key
       WHERE intents.kind = 'open' AND ((order_ticket = ?1 AND ?1 <> '0') OR (position_ticket = ?2 AND ?2 <> '0')) LIMIT 1`,
    ),
    closingOf: database.prepare(
      `SELECT outcomes.key FROM outcomes JOIN intents ON intents.key = outcomes.key
       WHERE intents.kind = 'close' AND order_ticket = ?1 AND ?1 <> '0' LIMIT 1`,
    ),
    keepDeal: database.prepare(
      'INSERT OR IGNORE INTO deals (ticket, position, time, body) VALUES (?, ?, ?, ?)',
    ),
    dealsSince: database.prepare(
      'SELECT body FROM deals WHERE time >= ? ORDER BY time, length(ticket), ticket',
    ),
    dealsOf: database.prepare(
      'SELECT body FROM deals WHERE position = ? ORDER BY time, length(ticket), ticket',
    ),
    newestDeal: database.prepare('SELECT max(time) AS time FROM deals'),
    event: database.prepare('INSERT INTO events (at, kind, ref, body) VALUES (?, ?, ?, ?)'),
    take: database.prepare('INSERT OR IGNORE INTO taken_in (ticket) VALUES (?)'),
    isTaken: database.prepare('SELECT 1 AS taken FROM taken_in WHERE ticket = ?'),
    limits: database.prepare(
      "SELECT body FROM events WHERE kind = 'limits' ORDER BY id DESC LIMIT 1",
    ),
    tradeTold: database.prepare(
      "SELECT body FROM events WHERE kind IN ('trade-changed', 'trade-closed') AND ref = ? ORDER BY id DESC LIMIT 1",
    ),
    floors: database.prepare(
      "SELECT body FROM events WHERE kind = 'floors' ORDER BY id DESC LIMIT 1",
    ),
    entries: database.prepare(
      'SELECT id, at, kind, body FROM events WHERE id > ? ORDER BY id LIMIT ?',
    ),
    eventsSince: database.prepare(
      'SELECT id, at, kind, body FROM events WHERE at >= ? AND kind IN (SELECT value FROM json_each(?)) ORDER BY id',
    ),
    entriesBefore: database.prepare(
      "SELECT id, at, kind, body FROM events WHERE id < ? AND kind NOT IN ('limits', 'floors', 'deal') ORDER BY id DESC LIMIT ?",
    ),
    positionsBefore: database.prepare(
      `SELECT position, min(time) AS opened FROM deals WHERE position <> '0' GROUP BY position
       HAVING opened < ?1 OR (opened = ?1 AND position < ?2) ORDER BY opened DESC, position DESC LIMIT ?3`,
    ),
    account: database.prepare('SELECT account AS body FROM sessions ORDER BY id DESC LIMIT 1'),
    fact: database.prepare('SELECT value FROM facts WHERE name = ?'),
    setFact: database.prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)'),
  };
}

// Rows are added and never changed, but for what the bot has to remember once (facts).
const TABLES = `
  CREATE TABLE IF NOT EXISTS sessions (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, account TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS intents (
    key TEXT PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, symbol TEXT NOT NULL, body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS outcomes (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, at INTEGER NOT NULL, state TEXT NOT NULL,
    order_ticket TEXT NOT NULL, position_ticket TEXT NOT NULL, message TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS outcomes_by_key ON outcomes (key);
  CREATE INDEX IF NOT EXISTS outcomes_by_order ON outcomes (order_ticket);
  CREATE INDEX IF NOT EXISTS outcomes_by_position ON outcomes (position_ticket);
  CREATE TABLE IF NOT EXISTS deals (
    ticket TEXT PRIMARY KEY, position TEXT NOT NULL, time INTEGER NOT NULL, body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS deals_by_position ON deals (position);
  CREATE INDEX IF NOT EXISTS deals_by_time ON deals (time);
  CREATE TABLE IF NOT EXISTS events (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, ref TEXT, body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS events_by_ref ON events (kind, ref);
  CREATE TABLE IF NOT EXISTS taken_in (ticket TEXT PRIMARY KEY) STRICT;
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;
