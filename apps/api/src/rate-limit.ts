import { hash } from 'node:crypto';
import type { ErrorCode } from '@quorate/contract/errors';
import { sql } from 'kysely';
import { AppError } from './app-error.ts';
import type { Clock } from './clock.ts';
import { gather } from './db/gather.ts';
import { statement, WITHOUT_WAITING } from './db/prepared.ts';
import type { Db } from './db/tables.ts';

export type RateLimit = Readonly<{
  /** What is limited, as it stands in the table: 'contact'. */
  what: string;
  limit: number;
  windowMs: number;
  /** The limit in words: '5 messages an hour'. */
  words: string;
}>;

/** One that was counted. */
export type Counted = Readonly<{ giveBack: () => Promise<void> }>;

type Deps = Readonly<{ db: Db; clock: Clock }>;

type Hit = Readonly<{ key: string; at: number }>;

/** What still counts of a row, as it is by now: a new row has nothing but the moment of its hit. */
const KEPT = `array(
  select least(hit, excluded.hits[1]) from unnest(rate_hits.hits) as hit
  where hit > excluded.hits[1] - $3::bigint
)`;

/** Until the end of a minute: what stands in an index had better not change with every hit. */
const COUNT = statement<{ key: string }>(`
  insert into rate_hits (key, hits, until)
  select key, array[at], to_timestamp(60 * ceil((at + $3::bigint) / 60000.0))
  from unnest($1::text[], $2::bigint[]) as hit (key, at), ${WITHOUT_WAITING}
  order by key
  on conflict (key) do update
    set hits = case when cardinality(rate_hits.hits) < $4::integer then rate_hits.hits else ${KEPT} end
      || excluded.hits, until = excluded.until
    where cardinality(rate_hits.hits) < $4::integer or cardinality(${KEPT}) < $4::integer
  returning key
`);

type Limit = Omit<RateLimit, 'words'>;
type CountHit = (hit: Hit) => Promise<unknown>;

const gathered = new WeakMap<Db, Map<string, CountHit>>();

/** Hits of one limit at the same moment, as at the close of a bar, are one statement. */
function countOf(db: Db, { limit, windowMs }: Limit): CountHit {
  const count = async (hits: readonly Hit[]) => {
    const values = [hits.map(({ key }) => key), hits.map(({ at }) => at), windowMs, limit];
    const counted = new Set((await COUNT(db, values)).map(({ key }) => key));
    return new Map(hits.map((hit) => [hit, counted.has(hit.key)]));
  };
  if (db.isTransaction) return async (hit) => (await count([hit])).get(hit);
  const counts = gathered.get(db) ?? new Map<string, CountHit>();
  gathered.set(db, counts);
  const name = `${limit} in ${windowMs}`;
  const known = counts.get(name) ?? gather(count, ({ key }) => key);
  counts.set(name, known);
  return known;
}

/**
 * Counts one more for somebody, unless the limit is reached: then nothing is counted. In no stretch of
 * `windowMs`, wherever it begins, more are counted than the limit, however many services count at once.
 * What happened later than now, by a clock that has jumped back since, counts as happening now.
 *
 * @param who an address, a name or an id; only its hash is stored
 * @param apart counts under the same `who` that are kept apart, and cleared together with it
 * @returns null when the limit is reached
 */
export async function countWithin(
  { db, clock }: Deps,
  limit: Limit,
  who: string,
  apart?: string,
): Promise<Counted | null> {
  const at = clock.now();
  const key = keyOf(limit.what, who, apart);
  const counted = await countOf(db, limit)({ key, at });
  return counted ? { giveBack: () => giveBack(db, key, at) } : null;
}

/**
 * The same, for a limit whose refusal the caller is told of.
 *
 * @throws AppError rate_limited, with the seconds until one more is possible
 */
export async function countAgainst(
  deps: Deps,
  limit: RateLimit,
  who: string,
  apart?: string,
): Promise<Counted> {
  const counted = await countWithin(deps, limit, who, apart);
  if (counted) return counted;
  throw rateLimited(limit, (await whenRoom(deps, limit, who, apart)) - deps.clock.now());
}

/**
 * Does work of which only certain failures count, once they have happened. A success is never refused for
 * what others of the same address got wrong. For secrets too long to guess: it holds no guess back.
 *
 * @throws AppError rate_limited in place of a failure beyond the limit
 */
export async function countingFailures<T>(
  deps: Deps,
  { limit, who, codes }: Readonly<{ limit: RateLimit; who: string; codes: readonly ErrorCode[] }>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && codes.includes(error.code))
      await countAgainst(deps, limit, who);
    throw error;
  }
}

/** The refusal of a limit that has room for one more in `waitMs`; never less than a second is told. */
export function rateLimited({ words }: Pick<RateLimit, 'words'>, waitMs: number): AppError {
  const retry_after_s = Math.max(1, Math.ceil(waitMs / 1_000));
  return new AppError('rate_limited', { details: { limit: words, retry_after_s } });
}

/** When one more fits within the limit, in milliseconds of the clock; in the past when it does now. */
export async function whenRoom(
  { db, clock }: Deps,
  { what, limit, windowMs }: RateLimit,
  who: string,
  apart?: string,
): Promise<number> {
  const now = clock.now();
  // Once the limit-th newest is too old to count, there is room for one.
  const { rows } = await sql<{ hit: number }>`
    select least(hit, ${now}::bigint) as hit from rate_hits, unnest(hits) as hit
    where key = ${keyOf(what, who, apart)}
    order by hit desc offset ${limit - 1} limit 1
  `.execute(db);
  return (rows[0]?.hit ?? now - windowMs) + windowMs;
}

/** Forgets everything that was counted for somebody. */
export async function clearCounts(db: Db, what: string, who: string): Promise<void> {
  const key = keyOf(what, who);
  // In the order in which hits take them: another order and both would wait for each other.
  const own = db
    .selectFrom('rate_hits')
    .select('key')
    .where((row) => row.or([row('key', '=', key), sql<boolean>`starts_with(key, ${`${key}:`})`]))
    .orderBy('key')
    .forUpdate();
  await db.deleteFrom('rate_hits').where('key', 'in', own).execute();
}

/** Removes what no longer counts, but for what is counted anew right now. */
export async function removeOldCounts({ db, clock }: Deps): Promise<void> {
  const old = db
    .selectFrom('rate_hits')
    .select('key')
    .where('until', '<', new Date(clock.now()))
    .forUpdate()
    .skipLocked();
  await db.deleteFrom('rate_hits').where('key', 'in', old).execute();
}

/** Takes the hit of that moment away; after a jump of the clock it is under another, and any stands for it. */
async function giveBack(db: Db, key: string, hit: number): Promise<void> {
  const place = sql`coalesce(array_position(hits, ${hit}::bigint), cardinality(hits))`;
  await sql`
    update rate_hits
    set hits = array(select hit from unnest(hits) with ordinality as each(hit, nth) where nth <> ${place})
    where key = ${key}
  `.execute(db);
}

function keyOf(what: string, who: string, apart?: string): string {
  const key = `${what}:${hashOf(who)}`;
  return apart === undefined ? key : `${key}:${hashOf(apart)}`;
}

function hashOf(text: string): string {
  return hash('sha256', text, 'base64url');
}
