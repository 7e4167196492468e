import { hash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ErrorCode } from '@quorate/contract/errors';
import { HOUR_MS } from '@quorate/values/instant';
import { sql } from 'kysely';
import pLimit, { type LimitFunction } from 'p-limit';
import { batchBy } from '../db/batch.ts';
import { statement, WITHOUT_WAITING } from '../db/prepared.ts';
import type { Db } from '../db/tables.ts';
import type { Clock } from '../process/clock.ts';
import { AppError } from './app-error.ts';
import type { Words } from './error-words.ts';

export type RateLimit = Readonly<{
  /** What is limited, as it stands in the table: 'contact'. */
  what: string;
  limit: number;
  windowMs: number;
  /** '5 messages an hour' */
  words: Words;
}>;

/** @example perHour('device-code', 20, (limit) => msg`${{ limit }} codes an hour`) */
export function perHour(what: string, limit: number, words: (limit: number) => Words): RateLimit {
  return { what, limit, windowMs: HOUR_MS, words: words(limit) };
}

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
type CountHit = (hit: Hit) => Promise<ReadonlySet<Hit>>;

const counters = new WeakMap<Db, Map<string, CountHit>>();

/** Hits of one limit at the same moment, as at the close of a bar, are one statement. @returns those that fit */
function countOf(db: Db, { limit, windowMs }: Limit): CountHit {
  const count = async (hits: readonly Hit[]) => {
    const values = [hits.map(({ key }) => key), hits.map(({ at }) => at), windowMs, limit];
    const counted = new Set((await COUNT(db, values)).map(({ key }) => key));
    return hits.filter(({ key }) => counted.has(key));
  };
  if (db.isTransaction) return async (hit) => new Set(await count([hit]));
  const known = counters.get(db) ?? new Map<string, CountHit>();
  counters.set(db, known);
  const name = `${limit} in ${windowMs}`;
  const counter =
    known.get(name) ??
    batchBy(
      async (hits: readonly Hit[]) => {
        const counted: Hit[] = [];
        // A statement counts a key once: hits of the same are counted one after the other.
        const byKey = Map.groupBy(hits, ({ key }) => key);
        for (let nth = 0; nth < hits.length; nth += 1) {
          const each = [...byKey.values()].flatMap((same) => same.slice(nth, nth + 1));
          if (each.length === 0) break;
          counted.push(...(await count(each)));
        }
        return new Set(counted);
      },
      { keyOf: () => name, atOnce: 2 },
    );
  known.set(name, counter);
  return counter;
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
  const hit = { key, at };
  const counted = await countOf(db, limit)(hit);
  return counted.has(hit) ? { giveBack: () => giveBack(db, key, at) } : null;
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

/** Calls that wait for one count; further ones are answered `busy`. */
const WAITING_MAX = 60;
const WAIT_MS = 8_000;
const ASK_AGAIN_MS = 40;
const BUSY_RETRY_S = 2;

const waiting = new Map<string, { inTurn: LimitFunction; calls: number }>();

/** Work that counts while it is under way, and goes on counting when it turns out to be a failure. */
export type Guarded = Readonly<{ limit: RateLimit; who: string; apart?: string | undefined }>;

/**
 * Does work that is to count as a failure or not at all, such as the check of a password. It is counted before
 * it begins, so that no number of parallel ones passes the limit; where those under way have taken the room,
 * it waits for what becomes of them. Only settled failures refuse it.
 *
 * @param refused in place of `work` when the failures have reached the limit; it throws `rate_limited` by default
 * @throws AppError rate_limited, or busy when too many wait already or nothing settles in time
 */
export async function countingUnlessRight<T>(
  deps: Deps,
  { limit, who, apart }: Guarded,
  isFailure: (error: unknown) => boolean,
  work: () => Promise<T>,
  refused?: () => Promise<T>,
): Promise<T> {
  const until = performance.now() + WAIT_MS;
  return inQueue(keyOf(limit.what, who, apart), limit.limit, async () => {
    const counted = await countOnceSettled(deps, { limit, who, apart }, until);
    if (!counted) {
      if (refused) return refused();
      throw rateLimited(limit, (await whenRoom(deps, limit, who, apart)) - deps.clock.now());
    }
    try {
      const result = await work();
      await counted.giveBack();
      return result;
    } catch (error) {
      if (isFailure(error)) await countWithin(deps, limit, who, settledOf(apart));
      else await counted.giveBack();
      throw error;
    }
  });
}

/** @returns null when settled failures have reached the limit */
async function countOnceSettled(
  deps: Deps,
  { limit, who, apart }: Guarded,
  until: number,
): Promise<Counted | null> {
  for (;;) {
    const counted = await countWithin(deps, limit, who, apart);
    if (counted) return counted;
    if (await isFull(deps, limit, who, settledOf(apart))) return null;
    // What is under way on another copy, or died with one, is in the way.
    if (performance.now() > until) throw busy();
    await setTimeout(ASK_AGAIN_MS);
  }
}

/** As many at once as may count; the others wait here, and ask the database nothing meanwhile. */
async function inQueue<T>(what: string, atOnce: number, work: () => Promise<T>): Promise<T> {
  const key = `${what} ${atOnce}`;
  const queue = waiting.get(key) ?? { inTurn: pLimit(atOnce), calls: 0 };
  if (queue.calls >= atOnce + WAITING_MAX) throw busy();
  waiting.set(key, queue);
  queue.calls += 1;
  try {
    return await queue.inTurn(work);
  } finally {
    queue.calls -= 1;
    if (queue.calls === 0) waiting.delete(key);
  }
}

function busy(): AppError {
  return new AppError('busy', { details: { retry_after_s: BUSY_RETRY_S } });
}

/** Failures that are certain are kept beside what was counted, and forgotten together with it. */
function settledOf(apart: string | undefined): string {
  return `settled ${apart ?? ''}`;
}

async function isFull(
  { db, clock }: Deps,
  { what, limit, windowMs }: RateLimit,
  who: string,
  apart: string,
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from rate_hits, unnest(hits) as hit
    where key = ${keyOf(what, who, apart)} and hit > ${clock.now() - windowMs}::bigint
  `.execute(db);
  return (rows[0]?.count ?? 0) >= limit;
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

/** Removes what no longer counts, but for what is counted again right now. */
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
