import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { withoutTimeLimit } from '../query-limit.ts';
import { SHAPE_LOCK } from '../schema.queries.ts';
import { SPREAD_TABLES } from '../spread-tables.ts';
import type { Db } from '../tables.ts';
import {
  copyName,
  copyStatements,
  countPartitions,
  followName,
  followStatements,
  readShape,
  type Shape,
  swapStatements,
  written,
} from './shape.ts';

/** Referred to before those that refer to them, as they are listed. */
export const LARGE_TABLES = Object.entries(SPREAD_TABLES).flatMap(([table, size]) =>
  size === 'large' ? [table] : [],
);

export type TableStatus = Readonly<{
  table: string;
  /** 0: in one piece. */
  partitions: number;
  /** As PostgreSQL last counted them. */
  rows: number;
  bytes: number;
  /** Rows that a copy under way has reached; null without one. */
  copied: number | null;
}>;

const MAX_PARTITIONS = 1_024;

/** @throws PartitionError when another runs, or the number cannot be had */
export async function partitionAll(db: Db, count: number, progress: Progress): Promise<void> {
  if (!Number.isInteger(count) || count < 2 || count > MAX_PARTITIONS)
    throw new PartitionError(
      `--count must be a whole number from 2 to ${MAX_PARTITIONS}, not ${count}`,
    );
  await alone(db, async (connection) => {
    for (const table of LARGE_TABLES) await partitionTable(connection, table, count, progress);
    await sql`drop table if exists partition_copies`.execute(connection);
  });
}

/** Gives up every copy that has begun. Tables that are partitioned stay so. */
export async function cancelAll(db: Db): Promise<void> {
  await alone(db, async (connection) => {
    const { rows } = await sql<{ is: boolean }>`
      select to_regclass('partition_copies') is not null as is
    `.execute(connection);
    if (!rows[0]?.is) return;
    for (const table of LARGE_TABLES) await cancelPartition(connection, table);
    await sql`drop table partition_copies`.execute(connection);
  });
}

export async function readStatus(db: Db): Promise<TableStatus[]> {
  const { rows: found } = await sql<{ is: boolean }>`
    select to_regclass('partition_copies') is not null as is
  `.execute(db);
  const copies = found[0]?.is
    ? (
        await sql<{ name: string; copied: number }>`
          select table_name as name, copied from partition_copies
        `.execute(db)
      ).rows
    : [];
  const status: TableStatus[] = [];
  for (const table of LARGE_TABLES) {
    const { rows } = await sql<{ rows: number; bytes: number }>`
      select coalesce(sum(greatest(c.reltuples, 0)), 0)::bigint as rows,
        coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint as bytes
      from pg_class c
      where c.relkind = 'r' and (c.oid = ${table}::regclass
        or c.oid in (select relid from pg_partition_tree(${table}::regclass)))
    `.execute(db);
    const { rows: count = 0, bytes = 0 } = rows[0] ?? {};
    const copied = copies.find(({ name }) => name === table)?.copied ?? null;
    status.push({
      table,
      partitions: await countPartitions(db, table),
      rows: count,
      bytes,
      copied,
    });
  }
  return status;
}

/** One at a time, however it was started; the lock goes with the connection that holds it. */
async function alone(db: Db, work: (connection: Db) => Promise<void>): Promise<void> {
  await withoutTimeLimit(db, async (connection) => {
    const { rows } = await sql<{ held: boolean }>`
      select pg_try_advisory_lock(${SHAPE_LOCK}) as held
    `.execute(connection);
    if (!rows[0]?.held)
      throw new PartitionError(
        'Another of these commands, or a service that builds an index, works in this database. Wait until it has ended.',
      );
    try {
      await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${SHAPE_LOCK})`.execute(connection);
    }
  });
}

/** Rows that are copied and locked at a time; a writer waits at most as long as they take. */
const BATCH = 2_000;
/** Below the second after which PostgreSQL looks for deadlocks: it is the copy that gives way. */
const LOCK_WAIT_MS = 500;
/** Others go on meanwhile: whoever waits for the lock keeps them from the table. */
const PAUSE_MS = 1_000;
const ATTEMPTS = 60;

export type Progress = (table: string, copied: number, of: number) => void;

/** It cannot be partitioned as asked; the message says why and what to do. */
export class PartitionError extends Error {
  override readonly name = 'PartitionError';
}

/**
 * Turns a table into hash partitions by user while the service reads and writes it: a copy that follows
 * every change, rows copied in steps, a comparison of all rows, and a swap under a short lock. Killed
 * at any moment and called again, it goes on where it was.
 *
 * @returns 'is already' when it is partitioned so
 * @throws PartitionError
 */
export async function partitionTable(
  db: Db,
  table: string,
  count: number,
  progress: Progress,
): Promise<'done' | 'is already'> {
  const partitions = await countPartitions(db, table);
  if (partitions === count) {
    await validateReferences(db, table);
    return 'is already';
  }
  if (partitions > 0)
    throw new PartitionError(
      `${table} has ${partitions} partitions, and ${count} were asked for. A change of their number is not supported; ask for ${partitions}.`,
    );
  const shape = await readShape(db, table);
  await begin(db, shape, count);
  await copyRows(db, shape, progress);
  await compare(db, shape);
  await swap(db, shape);
  await validateReferences(db, table);
  return 'done';
}

async function begin(db: Db, shape: Shape, count: number): Promise<void> {
  const { table } = shape;
  const started = await sql<{ is: boolean }>`
    select to_regclass(${copyName(table)}) is not null as is
  `.execute(db);
  if (started.rows[0]?.is) {
    const partitions = await countPartitions(db, copyName(table));
    if (partitions === count) return;
    throw new PartitionError(
      `A copy of ${table} to ${partitions} partitions has begun. Ask for ${partitions}, or give it up with --cancel.`,
    );
  }
  await sql`
    create table if not exists partition_copies
      (table_name text primary key, last_key text[], copied bigint not null default 0)
  `.execute(db);
  await patiently(db, async (tx) => {
    await sql`insert into partition_copies (table_name) values (${table})`.execute(tx);
    for (const statement of [...copyStatements(shape, count), ...followStatements(shape)])
      await sql.raw(statement).execute(tx);
  });
}

async function copyRows(db: Db, shape: Shape, progress: Progress): Promise<void> {
  const { table } = shape;
  const estimate = await sql<{ rows: number }>`
    select greatest(reltuples, 0)::bigint as rows from pg_class where oid = ${table}::regclass
  `.execute(db);
  for (;;) {
    const { copied, last } = await patiently(db, (tx) => copyBatch(tx, shape));
    progress(table, copied, Math.max(copied, estimate.rows[0]?.rows ?? 0));
    if (last) return;
  }
}

/** A row is locked while it is copied: a change of it either is seen, or waits and then reaches the copy. */
async function copyBatch(tx: Db, shape: Shape): Promise<{ copied: number; last: boolean }> {
  const { table, key } = shape;
  const state = await sql<{ last_key: string[] | null; copied: number }>`
    select last_key, copied from partition_copies where table_name = ${table} for update
  `.execute(tx);
  const { last_key: after = null, copied: before = 0 } = state.rows[0] ?? {};
  const typeOf = (name: string) => shape.columns.find((each) => each.name === name)?.type ?? 'text';
  const place = sql.raw(key.join(', '));
  const from = sql.join(
    (after ?? []).map((value, at) => sql`${value}::text::${sql.raw(typeOf(key[at] ?? ''))}`),
  );
  const names = sql.raw(written(shape).join(', '));
  const { rows } = await sql<{ last_key: string[] | null; count: number }>`
    with batch as materialized (
      select * from ${sql.table(table)}
      ${after ? sql`where (${place}) > (${from})` : sql``}
      order by ${place} limit ${BATCH} for share
    ), stored as (
      insert into ${sql.table(copyName(table))} (${names}) overriding system value
      select ${names} from batch on conflict do nothing
    )
    select (select array[${sql.raw(key.map((name) => `${name}::text`).join(', '))}] from batch
        order by ${sql.raw(key.map((name) => `${name} desc`).join(', '))} limit 1) as last_key,
      (select count(*) from batch) as count
  `.execute(tx);
  const { last_key: reached = null, count = 0 } = rows[0] ?? {};
  if (reached)
    await sql`
      update partition_copies set last_key = ${reached}, copied = copied + ${count}
      where table_name = ${table}
    `.execute(tx);
  return { copied: before + count, last: count < BATCH };
}

/** In one statement, so that both are seen at the same moment. */
async function compare(db: Db, { table }: Shape): Promise<void> {
  const sums = (name: string) =>
    sql`select count(*) as n, coalesce(sum(hashtextextended(r::text, 0)::numeric), 0) as sum from ${sql.table(name)} r`;
  const { rows } = await sql<{ same: boolean; n: number; copied: number }>`
    select a.n = b.n and a.sum = b.sum as same, a.n as n, b.n as copied
    from (${sums(table)}) a, (${sums(copyName(table))}) b
  `.execute(db);
  const [found] = rows;
  if (!found?.same)
    throw new PartitionError(
      `The copy of ${table} has ${found?.copied} rows that are not the same as its ${found?.n}; nothing was changed. Give it up with --cancel and begin again.`,
    );
}

async function swap(db: Db, shape: Shape): Promise<void> {
  const { table } = shape;
  await patiently(db, async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
    for (const statement of swapStatements(shape)) await sql.raw(statement).execute(tx);
    await sql`delete from partition_copies where table_name = ${table}`.execute(tx);
  });
  await sql`analyze ${sql.table(table)}`.execute(db);
}

/** References to the table were made again without looking through the rows under the lock. */
export async function validateReferences(db: Db, table: string): Promise<void> {
  const { rows } = await sql<{ owner: string; name: string }>`
    select conrelid::regclass::text as owner, conname as name from pg_constraint
    where contype = 'f' and confrelid = ${table}::regclass and not convalidated and conparentid = 0
  `.execute(db);
  for (const { owner, name } of rows)
    await sql`alter table ${sql.table(owner)} validate constraint ${sql.ref(name)}`.execute(db);
}

/** Gives up a copy that has begun; the table stays as it is. */
async function cancelPartition(db: Db, table: string): Promise<void> {
  await patiently(db, async (tx) => {
    await sql`drop trigger if exists partition_copy on ${sql.table(table)}`.execute(tx);
    await sql`drop function if exists ${sql.raw(followName(table))}()`.execute(tx);
    await sql`drop table if exists ${sql.table(copyName(table))}`.execute(tx);
    await sql`delete from partition_copies where table_name = ${table}`.execute(tx);
  });
}

/** A transaction that waits shortly for locks and tries again, so that nobody queues up behind it for long. */
async function patiently<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`select set_config('lock_timeout', ${`${LOCK_WAIT_MS}ms`}, true)`.execute(tx);
        return work(tx);
      });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== '55P03') throw error;
      if (attempt >= ATTEMPTS)
        throw new PartitionError(
          'A table stays locked by others, as by a backup that is being taken. What was done is kept; go on with the same command when that has ended.',
          { cause: error },
        );
      await sleep(PAUSE_MS);
    }
  }
}
