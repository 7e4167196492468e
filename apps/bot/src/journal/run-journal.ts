import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DecisionOutcome } from '@quorate/trading/analysts/decision';
import { type Instant, isoFromInstant } from '@quorate/values/instant';
import { BotFault } from '../bot-fault.ts';
import { privateFolder } from '../private-folder.ts';
import { storageFault } from './storage-fault.ts';

/** What the bot did about one bar: the service's answer, or why it did not ask. */
export type RecordedAnswer = Readonly<{
  symbol: string;
  asOf: Instant;
  snapshotHash: string;
  answer: Exclude<DecisionOutcome, { kind: 'unavailable' }>;
  /** Tokens the service counted for it. */
  tokens: number;
}>;

type SyncedTrade = Readonly<{ ticket: string; revision: number }>;

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
  const database = openDatabase(folder, startedAt);
  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw storageFault(folder, error);
    }
  };
  return guarded(() => {
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

const FORMAT = 2;
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

/**
 * Opens the file of one run for this process alone. The system drops SQLite's lock with the process,
 * however it ends, so there is no stale lock to clear; `owner.json` only says who holds it.
 *
 * @throws BotFault `run_in_use`, `run_damaged` or `data_folder`
 */
function openDatabase(folder: string, startedAt: Instant): DatabaseSync {
  let database: DatabaseSync | null = null;
  try {
    privateFolder(folder);
    database = new DatabaseSync(join(folder, 'journal.sqlite'), { timeout: OPEN_WAIT_MS });
    database.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;',
    );
    database.exec(`BEGIN IMMEDIATE; ${TABLES} COMMIT;`);
    refuseOtherFormat(database, folder);
    const self: Owner = {
      pid: process.pid,
      host: hostname(),
      started_at: isoFromInstant(startedAt),
    };
    writeFileSync(join(folder, 'owner.json'), `${JSON.stringify(self)}\n`);
    return database;
  } catch (error) {
    database?.close();
    throw storageFault(folder, error, () => ownerText(folder));
  }
}

function refuseOtherFormat(database: DatabaseSync, folder: string): void {
  const found = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (found === 0) database.exec(`PRAGMA user_version = ${FORMAT}`);
  else if (found !== FORMAT) {
    throw new BotFault(
      'run_damaged',
      `The journal in ${folder} has format ${found}, and this bot reads format ${FORMAT}; move the folder away to begin the run again.`,
    );
  }
}

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
