import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BotFault } from '../bot-fault.ts';
import { storageFault } from '../journal/storage-fault.ts';
import { privateFolder } from '../private-folder.ts';

const FORMAT = 1;

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

/**
 * Opens the file that remembers one account's live trading, for this process alone; the lock goes with
 * the process, however it ends.
 *
 * @param folder null keeps it in memory, for tests
 * @param waitMs how long somebody who only reads along for a moment is waited for
 * @throws BotFault `run_in_use`, `run_damaged` or `data_folder`
 */
export function openLiveDatabase(folder: string | null, waitMs: number): DatabaseSync {
  let database: DatabaseSync | null = null;
  try {
    if (folder !== null) privateFolder(folder);
    database = new DatabaseSync(folder === null ? ':memory:' : join(folder, 'live.sqlite'), {
      timeout: waitMs,
    });
    database.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;',
    );
    database.exec(`BEGIN IMMEDIATE; ${TABLES} COMMIT;`);
    const found = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    if (found === 0) database.exec(`PRAGMA user_version = ${FORMAT}`);
    else if (found !== FORMAT) {
      throw new BotFault(
        'run_damaged',
        `The journal in ${folder} has format ${found}, and this bot reads format ${FORMAT}; move the folder away, and the bot goes on with what the terminal knows.`,
      );
    }
    return database;
  } catch (error) {
    database?.close();
    throw storageFault(folder ?? 'memory', error);
  }
}
