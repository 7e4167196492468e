import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config/config.ts';

type Configured = Pick<Config, 'databaseUrl' | 'dataDir'>;

/**
 * Which database settings lead to, in words without a password. The driver itself says it: parts may be
 * left to its defaults, to PGHOST and its like, or to the address's own parameters.
 */
export function databasePlace({ databaseUrl, dataDir }: Configured): string {
  if (!databaseUrl) return `the embedded database in ${dataDir}`;
  const { database, host, port } = new pg.Client({ connectionString: databaseUrl });
  return `the PostgreSQL database ${database} at ${host}:${port}`;
}

/** What a person calls it. */
export function databaseName({ databaseUrl, dataDir }: Configured): string {
  if (!databaseUrl) return basename(dataDir);
  return new pg.Client({ connectionString: databaseUrl }).database ?? '';
}

export function embeddedExists(dataDir: string): boolean {
  return existsSync(join(dataDir, 'database'));
}
