import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DecisionOutcome } from '@quorate/trading/analysts/decision';
import { canonicalJson, type JsonValue } from '@quorate/trading/market/canonical-json';
import { type Instant, isoFromInstant } from '@quorate/values/instant';
import { openJournalFile } from './journal-file.ts';

/** What the bot did about one bar: the service's answer, or why it did not ask. */
export type RecordedAnswer = Readonly<{
  symbol: string;
  asOf: Instant;
  snapshotHash: string;
  answer: Exclude<DecisionOutcome, { kind: 'unavailable' }>;
  /** Tokens the service counted for it. */
  tokens: number;
}>;

export type SyncedTrade = Readonly<{ ticket: string; revision: number }>;

/**
 * What must outlive the process so that a run can go on: answers, for they cannot be computed again,
 * and which trades the service has. Everything else follows from the candles and the answers.
 */
export type RunJournal = Readonly<{
  /** In the order of the bars, as they stood when the journal was opened. */
  recorded: readonly RecordedAnswer[];
  /** On the disk when it returns. */
  recordAnswer(entry: RecordedAnswer): void;
  /** The newest revision the service has acknowledged, 0 for none. */
  acknowledgedRevision(ticket: string): number;
  acknowledge(trades: readonly SyncedTrade[]): void;
  fact(name: string): string | null;
  setFact(name: string, value: string): void;
  close(): void;
}>;

/**
 * Opens the journal of one run, making it where there is none.
 *
 * @param folder the run's own folder
 * @throws BotFault `run_in_use` when another process has it, `run_damaged`, `data_folder`
 */
export function openRunJournal(folder: string, startedAt: Instant): RunJournal {
  const { database, guarded } = openJournalFile(folder, {
    name: 'journal.sqlite',
    tables: TABLES,
    format: 2,
    afterMoving: ' to begin the run again',
    waitMs: OPEN_WAIT_MS,
    owner: () => ownerText(folder),
  });
  return guarded(() => {
    // It only says who holds the lock.
    const self: Owner = {
      pid: process.pid,
      host: hostname(),
      started_at: isoFromInstant(startedAt),
    };
    writeFileSync(join(folder, 'owner.json'), `${JSON.stringify(self)}\n`);
    const insertAnswer = database.prepare(
      'INSERT OR REPLACE INTO answers (as_of, symbol, snapshot_hash, answer, tokens) VALUES (?, ?, ?, ?, ?)',
    );
    const insertAcknowledged = database.prepare(
      `INSERT INTO acknowledged (ticket, revision) VALUES (?, ?)
       ON CONFLICT (ticket) DO UPDATE SET revision = max(revision, excluded.revision)`,
    );
    const insertFact = database.prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)');
    const readFact = database.prepare('SELECT value FROM facts WHERE name = ?');
    const acknowledged = new Map<string, number>();
    for (const row of database.prepare('SELECT ticket, revision FROM acknowledged').iterate()) {
      acknowledged.set(String(row.ticket), Number(row.revision));
    }
    const recorded = database
      .prepare(
        'SELECT as_of, symbol, snapshot_hash, answer, tokens FROM answers ORDER BY as_of, symbol',
      )
      .all()
      .map(
        (row): RecordedAnswer => ({
          symbol: String(row.symbol),
          asOf: Number(row.as_of) as Instant,
          snapshotHash: String(row.snapshot_hash),
          answer: JSON.parse(String(row.answer)) as RecordedAnswer['answer'],
          tokens: Number(row.tokens),
        }),
      );
    return {
      recorded,
      recordAnswer: ({ symbol, asOf, snapshotHash, answer, tokens }) =>
        guarded(() => {
          insertAnswer.run(asOf, symbol, snapshotHash, JSON.stringify(answer), tokens);
        }),
      acknowledgedRevision: (ticket) => acknowledged.get(ticket) ?? 0,
      acknowledge: (trades) =>
        guarded(() => {
          database.exec('BEGIN');
          for (const { ticket, revision } of trades) insertAcknowledged.run(ticket, revision);
          database.exec('COMMIT');
          for (const { ticket, revision } of trades) {
            acknowledged.set(ticket, Math.max(revision, acknowledged.get(ticket) ?? 0));
          }
        }),
      fact: (name) => guarded(() => textOrNull(readFact.get(name)?.value)),
      setFact: (name, value) =>
        guarded(() => {
          insertFact.run(name, value);
        }),
      close: () => database.close(),
    };
  });
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Whoever reads along which trades the service has holds the file for moments. */
const OPEN_WAIT_MS = 1_000;

const TABLES = `
  CREATE TABLE IF NOT EXISTS answers (
    as_of INTEGER NOT NULL, symbol TEXT NOT NULL, snapshot_hash TEXT NOT NULL, answer TEXT NOT NULL,
    tokens INTEGER NOT NULL, PRIMARY KEY (as_of, symbol)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS acknowledged (ticket TEXT PRIMARY KEY, revision INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

type Owner = { pid: number; host: string; started_at: string };

function ownerText(folder: string): string {
  try {
    const owner: unknown = JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'));
    if (!isOwner(owner)) return 'another process';
    return `process ${owner.pid} on ${owner.host}, started ${owner.started_at},`;
  } catch {
    // The other process holds the lock and has not yet said who it is.
    return 'another process';
  }
}

function isOwner(value: unknown): value is Owner {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    'host' in value &&
    'started_at' in value
  );
}

/**
 * Which trades the service has, read from a run's journal for a moment.
 *
 * @returns the newest acknowledged revision by ticket, 0 for none; where the journal is not there, in use
 *   or damaged, nothing is known to be synced
 */
export function readAcknowledged(folder: string): (ticket: string) => number {
  const file = join(folder, 'journal.sqlite');
  const revisions = new Map<string, number>();
  if (existsSync(file)) {
    let database: DatabaseSync | null = null;
    try {
      database = new DatabaseSync(file, { timeout: 0 });
      for (const row of database.prepare('SELECT ticket, revision FROM acknowledged').iterate())
        revisions.set(String(row.ticket), Number(row.revision));
    } catch {
      // Shown as not synced until somebody knows better.
    } finally {
      database?.close();
    }
  }
  return (ticket) => revisions.get(ticket) ?? 0;
}

/** All that decides what a run does. The same identity is the same run, wherever its files lie. */
export type RunIdentity = Readonly<{
  userId: string;
  markets: readonly Readonly<{
    symbol: string;
    timeframe: string;
    /** Hash of the file's content. */
    candles: string;
    zone: string;
  }>[];
  /** Settings that change what is traded. */
  settings: { readonly [name: string]: JsonValue };
}>;

/** Raised when the bot begins to trade otherwise on the same input, so that old journals are not gone on with. */
const BEHAVIOUR = 3;

/** @returns SHA-256 in hex */
export function runIdOf(identity: RunIdentity): string {
  return createHash('sha256')
    .update(canonicalJson({ behaviour: BEHAVIOUR, ...identity }))
    .digest('hex');
}

/** The paper account of a run on the wire: short enough to be read, stable for as long as the run is. */
export function paperLoginOf(runId: string): string {
  return `P${runId.slice(0, 12).toUpperCase()}`;
}
