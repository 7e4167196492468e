import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { connectPostgres } from '../db/connect.ts';
import type { Database } from '../db/database.ts';
import { EMBEDDED_PARSERS, overPglite } from '../db/embedded.ts';
import { listenEmbedded } from '../db/listen.ts';
import { MIGRATIONS, migrateToLatest } from '../db/migrate.ts';

/**
 * An empty database at the newest schema, one for each call: embedded by default, on PostgreSQL where
 * the test runner names one. Both start from a copy of a migrated one, so that a fresh database costs
 * a fraction of a second.
 */
export function freshDatabase(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL;
  if (process.env.TEST_DATABASE !== 'postgres') return freshEmbedded();
  if (!url) throw new Error('TEST_DATABASE=postgres needs TEST_DATABASE_URL; "npm test" sets both');
  return freshPostgres(url);
}

/** Changes whenever a migration does, so that no copy of an older schema is taken for the newest. */
const SCHEMA = createHash('sha256')
  .update(Object.keys(MIGRATIONS).join())
  .update(
    Object.keys(MIGRATIONS)
      .map((name) =>
        readFileSync(new URL(`../db/migrations/${name}.ts`, import.meta.url)).toString(),
      )
      .join(),
  )
  .digest('hex')
  .slice(0, 16);

async function freshEmbedded(): Promise<Database> {
  const pglite = await PGlite.create({
    loadDataDir: await embeddedTemplate(),
    parsers: EMBEDDED_PARSERS,
  });
  const db = overPglite(pglite);
  return {
    kind: 'embedded',
    db,
    listen: listenEmbedded(pglite),
    async close() {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
    },
  };
}

let template: Promise<Blob> | undefined;

function embeddedTemplate(): Promise<Blob> {
  template ??= makeEmbeddedTemplate();
  return template;
}

async function makeEmbeddedTemplate(): Promise<Blob> {
  const file = join(tmpdir(), `quorate-test-${SCHEMA}.tar`);
  if (!existsSync(file)) {
    const pglite = await PGlite.create();
    const db = overPglite(pglite);
    await migrateToLatest(db);
    const dump = await pglite.dumpDataDir('none');
    await pglite.close();
    // Written under another name first: test files run in parallel and must not read half a file.
    const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
    writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()));
    renameSync(unfinished, file);
  }
  return new Blob([readFileSync(file)]);
}

async function freshPostgres(adminUrl: string): Promise<Database> {
  const { url, remove } = await createDatabase(adminUrl);
  const database = await connectPostgres(url);
  return {
    ...database,
    async close() {
      await database.close();
      await remove();
    },
  };
}

/**
 * The environment that gives a service process storage of its own: a folder, and a database of its own
 * where the tests run on PostgreSQL.
 */
export async function freshStorage(): Promise<{
  env: Record<string, string>;
  remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'quorate-data-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const adminUrl = process.env.TEST_DATABASE_URL;
  if (process.env.TEST_DATABASE !== 'postgres' || !adminUrl) {
    return { env: { DATA_DIR: folder }, remove: removeFolder };
  }
  const { url, remove } = await createDatabase(adminUrl);
  return {
    env: { DATA_DIR: folder, DATABASE_URL: url },
    remove: async () => {
      await Promise.all([remove(), removeFolder()]);
    },
  };
}

async function createDatabase(
  adminUrl: string,
): Promise<{ url: string; remove: () => Promise<void> }> {
  const name = `quorate_${randomBytes(8).toString('hex')}`;
  await asAdmin(adminUrl, async (admin) => {
    await ensureTemplate(admin, adminUrl);
    await admin.query(`create database ${name} template ${TEMPLATE} strategy wal_log`);
  });
  return {
    url: withDatabase(adminUrl, name),
    remove: () =>
      asAdmin(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`)),
  };
}

const TEMPLATE = `quorate_template_${SCHEMA}`;
const TEMPLATE_LOCK = 7_261_001;

async function ensureTemplate(admin: pg.Client, adminUrl: string): Promise<void> {
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [
      TEMPLATE,
    ]);
    if (rowCount) return;
    const unfinished = `${TEMPLATE}_new`;
    await admin.query(`drop database if exists ${unfinished}`);
    await admin.query(`create database ${unfinished}`);
    const database = await connectPostgres(withDatabase(adminUrl, unfinished));
    await migrateToLatest(database.db);
    await database.close();
    await admin.query(`alter database ${unfinished} rename to ${TEMPLATE}`);
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
}

async function asAdmin(url: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
