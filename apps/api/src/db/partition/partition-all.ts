import { sql } from 'kysely';
import { withoutTimeLimit } from '../query-limit.ts';
import { SHAPE_LOCK } from '../schema.queries.ts';
import { SPREAD_TABLES } from '../spread-tables.ts';
import type { Db } from '../tables.ts';
import {
  cancelPartition,
  PartitionError,
  type Progress,
  partitionTable,
} from './partition-table.ts';
import { countPartitions } from './shape.ts';

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
