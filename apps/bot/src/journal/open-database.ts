import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Instant, isoFromInstant } from '@quorate/values/instant';
import { BotFault } from '../bot-fault.ts';
import { privateFolder } from '../private-folder.ts';
import { storageFault } from './storage-fault.ts';

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
export function openDatabase(folder: string, startedAt: Instant): DatabaseSync {
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
      `The journal in ${folder} has format ${found}, and this bot reads format ${FORMAT}; move the folder away to begin the run anew.`,
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
