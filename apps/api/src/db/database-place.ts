import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config/config.ts';

type Configured = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>;

/**
 * Which database settings lead to, in words without a password. The driver itself says it: parts may be
 * left to its defaults, to PGHOST and its like, or to the address's own parameters. With and without a pooler it
 * is the same database.
 */
export function databasePlace({ databaseUrl, databaseDirectUrl, dataDir }: Configured): string {
  if (!databaseUrl) return `the embedded database in ${dataDir}`;
  const { database, host, port } = new pg.Client({
    connectionString: databaseDirectUrl ?? databaseUrl,
  });
  return `the PostgreSQL database ${database} at ${host}:${port}`;
}

/** What a person calls it. */
export function databaseName({ databaseUrl, databaseDirectUrl, dataDir }: Configured): string {
  if (!databaseUrl) return basename(dataDir);
  return new pg.Client({ connectionString: databaseDirectUrl ?? databaseUrl }).database ?? '';
}

export function embeddedExists(dataDir: string): boolean {
  return existsSync(join(dataDir, 'database'));
}

const marker = (dataDir: string) => join(dataDir, 'database-used.txt');

/** @returns a sentence where the data folder was used with another database until now; else null */
export async function otherDatabaseWords(config: Configured): Promise<string | null> {
  const used = await readFile(marker(config.dataDir), 'utf8').catch(() => '');
  const before = used.trim().slice(0, 300);
  const now = databasePlace(config);
  if (before === '' || before === now) return null;
  return `The data folder ${config.dataDir} was last used with ${before}, and this is ${now}. If that is a mistake, look at DATABASE_URL.`;
}

/** Leaves word of the database for the next start. A folder that cannot be written has no next start to warn. */
export async function noteLastDatabase(config: Configured): Promise<void> {
  try {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    await writeFile(marker(config.dataDir), `${databasePlace(config)}\n`, { mode: 0o600 });
  } catch {
    // With PostgreSQL nothing else of the folder is needed.
  }
}
