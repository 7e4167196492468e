import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import pg from 'pg';
import { connectPostgres } from '../../src/db/connect.ts';
import type { Database } from '../../src/db/database.ts';
import { EMBEDDED_PARSERS, overPglite } from '../../src/db/embedded.ts';
import { listenEmbedded } from '../../src/db/listen.ts';
import { MIGRATIONS, migrateToLatest } from '../../src/db/migrate.ts';
import { partitionAll } from '../../src/db/partition/partition-tables.ts';
import type { Db } from '../../src/db/tables.ts';
import { lentPglite } from './lent-pglite.ts';
import { reuse } from './reuse.ts';
import { lookAtUnused, makeUnused, type Unused } from './used-database.ts';

/**
 * An empty database at the newest schema, one for each call: embedded by default, on PostgreSQL where
 * the test runner names one. Both start from a copy of a migrated one, and one that was closed is emptied
 * for the next test of the process, so that a fresh database costs a fraction of a second.
 */
export function freshDatabase(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL;
  if (process.env.TEST_DATABASE !== 'postgres') return freshEmbedded();
  if (!url) throw new Error('TEST_DATABASE=postgres needs TEST_DATABASE_URL; "npm test" sets both');
  return freshPostgres();
}

/** Changes whenever a migration does, so that no copy of an older schema is taken for the newest. */
const SCHEMA = createHash('sha256')
  .update(Object.keys(MIGRATIONS).join())
  .update(
    Object.keys(MIGRATIONS)
      .map((name) =>
        readFileSync(new URL(`../../src/db/migrations/${name}.ts`, import.meta.url)).toString(),
      )
      .join(),
  )
  .digest('hex')
  .slice(0, 16);

let unused: Promise<Unused> | undefined;

/** All are copies of one. */
function unusedOne(db: Db): Promise<Unused> {
  unused ??= lookAtUnused(db);
  return unused;
}

const embedded = reuse(async () => {
  const pglite = await PGlite.create({
    loadDataDir: await embeddedTemplate(),
    parsers: EMBEDDED_PARSERS,
  });
  const before = await unusedOne(overPglite(pglite));
  return {
    pglite,
    uses: 0,
    async makeUnused() {
      if (pglite.closed) return false;
      await pglite.exec('rollback; reset all; select pg_advisory_unlock_all()');
      await pglite.exec('set search_path to public');
      return makeUnused(overPglite(pglite), before);
    },
    async remove() {
      if (!pglite.closed) await pglite.close();
    },
  };
});

// Of the file: an embedded database that is left open keeps its process alive.
after(async () => {
  await Promise.all([embedded.removeAll(), postgres.removeAll()]);
});

async function freshEmbedded(): Promise<Database> {
  const held = await embedded.take();
  const { pglite, end } = lentPglite(held.pglite);
  const db = overPglite(pglite);
  return {
    kind: 'embedded',
    db,
    listen: listenEmbedded(pglite),
    async close() {
      if (await end()) embedded.giveBack(held);
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

const postgres = reuse(async () => {
  const url = process.env.TEST_DATABASE_URL ?? '';
  const created = await createDatabase(url);
  const withDb = async <Result>(work: (db: Db) => Promise<Result>) => {
    const database = await connectPostgres(created.url);
    return work(database.db).finally(database.close);
  };
  const before = await withDb(unusedOne);
  return {
    url: created.url,
    uses: 0,
    makeUnused: () =>
      withDb(async (db) => {
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()
        `.execute(db);
        return makeUnused(db, before);
      }),
    remove: created.remove,
  };
});

async function freshPostgres(): Promise<Database> {
  const held = await postgres.take();
  const database = await connectPostgres(held.url);
  let ended = false;
  return {
    ...database,
    async close() {
      await database.close();
      if (!ended) postgres.giveBack(held);
      ended = true;
    },
  };
}

/** A closed database at the newest schema as files: a service that starts on a copy is ready 3 s sooner. */
async function embeddedFolder(): Promise<string> {
  const folder = join(tmpdir(), `quorate-test-${SCHEMA}`);
  if (existsSync(folder)) return folder;
  const unfinished = await mkdtemp(`${folder}-`);
  const pglite = await PGlite.create(unfinished);
  await migrateToLatest(overPglite(pglite));
  await pglite.close();
  try {
    await rename(unfinished, folder);
  } catch {
    // Another process was first, with the same.
    await rm(unfinished, { recursive: true });
  }
  return folder;
}

/**
 * The environment that gives a service process storage of its own: a folder, and a database of its own
 * where the tests run on PostgreSQL. Both are at the newest schema and empty.
 */
export async function freshStorage(): Promise<{
  env: Record<string, string>;
  remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'quorate-data-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const adminUrl = process.env.TEST_DATABASE_URL;
  if (process.env.TEST_DATABASE !== 'postgres' || !adminUrl) {
    await cp(await embeddedFolder(), join(folder, 'database'), { recursive: true });
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

/** Set: the large tables are in that many partitions, and nothing else may be different. */
export const PARTITIONS = Number(process.env.TEST_PARTITIONS ?? 0);
const TEMPLATE = `quorate_template_${SCHEMA}_${PARTITIONS}`;
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
    if (PARTITIONS > 0) await partitionAll(database.db, PARTITIONS, () => {});
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
