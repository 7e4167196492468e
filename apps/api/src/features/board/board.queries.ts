import { HOSTED_SERVER } from '@quorate/contract/trade-sync';
import { sql } from 'kysely';
import { acrossUsers } from '../../db/across-users.ts';
import type { Db } from '../../db/tables.ts';
import { countsInPublic, type Holder } from './who-counts.ts';

export type VoterOnMarket = Readonly<{
  symbol: string;
  timeframe: string;
  analyst: string;
  model: string;
  provider: string;
}>;

/** Users on a plan now, in SQL: the list is computed once. */
const payers = (now: Date) => sql`
  payers as materialized (select person.id from users as person where ${countsInPublic('person', now)})`;

const VOTER = sql`cell.symbol, cell.timeframe, cell.analyst, cell.model, cell.provider`;

/** How much each account has of each voter and market. */
export async function findShares(
  db: Db,
  now: Date,
): Promise<(VoterOnMarket & Holder & { asked: number; rises: number })[]> {
  const { rows } = await sql<VoterOnMarket & Holder & { asked: number; rises: number }>`
    with ${payers(now)}
    select ${acrossUsers('the board of models, once a day')} cell.user_id, account.server, account.login, ${VOTER},
      sum(cell.ups + cell.downs)::integer as asked, sum(cell.ups)::integer as rises
    from board_cells as cell
    join payers on payers.id = cell.user_id
    join trading_accounts as account on account.user_id = cell.user_id and account.id = cell.account_id
    where account.server <> ${HOSTED_SERVER}
    group by cell.user_id, account.server, account.login, ${VOTER}
  `.execute(db);
  return rows;
}

export type SaidSum = VoterOnMarket &
  Readonly<{ hundredth: number; ups: number; downs: number; cost_micro_usd: number }>;

/** What each voter said on each market, of all who count. */
export async function sumSaid(db: Db, now: Date): Promise<SaidSum[]> {
  const { rows } = await sql<SaidSum>`
    with ${payers(now)}
    select ${acrossUsers('the board of models, once a day')} ${VOTER}, cell.hundredth,
      sum(cell.ups)::integer as ups, sum(cell.downs)::integer as downs,
      sum(cell.cost_micro_usd)::bigint as cost_micro_usd
    from board_cells as cell
    join payers on payers.id = cell.user_id
    join trading_accounts as account on account.user_id = cell.user_id and account.id = cell.account_id
    where account.server <> ${HOSTED_SERVER}
    group by ${VOTER}, cell.hundredth
  `.execute(db);
  return rows;
}

export type LatencySum = VoterOnMarket & Readonly<{ bound_ms: number; votes: number }>;

export async function sumLatencies(db: Db, now: Date): Promise<LatencySum[]> {
  const { rows } = await sql<LatencySum>`
    with ${payers(now)}
    select ${acrossUsers('the board of models, once a day')} ${VOTER}, cell.bound_ms,
      sum(cell.votes)::integer as votes
    from board_latencies as cell
    join payers on payers.id = cell.user_id
    join trading_accounts as account on account.user_id = cell.user_id and account.id = cell.account_id
    where account.server <> ${HOSTED_SERVER}
    group by ${VOTER}, cell.bound_ms
  `.execute(db);
  return rows;
}

export type Cluster = VoterOnMarket & Readonly<{ votes: number; squares: number }>;

export async function listClusters(db: Db): Promise<Cluster[]> {
  return db.selectFrom('board_clusters').selectAll().execute();
}

export type Published = Readonly<{
  position: number;
  body: string;
  sources: Record<string, Record<string, string>>;
  published_at: Date;
  checked_at: Date;
}>;

/** The newest board on record; undefined before the first. */
export async function findPublished(db: Db): Promise<Published | undefined> {
  return db
    .selectFrom('board_published')
    .select(['position', 'body', 'sources', 'published_at', 'checked_at'])
    .executeTakeFirst();
}

export async function storePublished(db: Db, published: Published): Promise<void> {
  const row = { ...published, sources: JSON.stringify(published.sources) };
  await db
    .insertInto('board_published')
    .values({ one: true, ...row })
    .onConflict((conflict) => conflict.column('one').doUpdateSet(row))
    .execute();
}

/** Where the log has an entry of a stream; null while it waits for that. */
export async function findLeaf(
  db: Db,
  owner: Readonly<{ userId: string; subjectId: string }>,
  position: number,
): Promise<{ leaf_index: number; leaf: string } | null> {
  const row = await db
    .selectFrom('record_streams as stream')
    .innerJoin('log_leaves as leaf', 'leaf.stream', 'stream.id')
    .select(['leaf.leaf_index', 'leaf.leaf'])
    .where('stream.user_id', '=', owner.userId)
    .where('stream.subject_id', '=', owner.subjectId)
    .where('leaf.position', '=', position)
    .executeTakeFirst();
  return row ?? null;
}
