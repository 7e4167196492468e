import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { IDLE_TRANSACTION_MS, STATEMENT_MS } from './query-limit.ts';

/** A pooler may hand out several connections in turn. */
const TRIES = 5;
const CONNECT_MS = 5_000;

/** Where the database is reached: by which setting, at which address. */
type Way = Readonly<{ setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL'; url: string }>;

/** The database cannot be used as it is set up; the message says what to set instead. */
class PoolerError extends Error {
  override readonly name = 'PoolerError';
}

/**
 * The service listens, migrates and locks on connections of its own. A pooler that gives each transaction
 * whatever connection is free breaks all three, now and then, in the middle of the day.
 *
 * Connections are opened for this and closed again: none is left in a pool, where a restore
 * would take it for another program.
 *
 * @throws PoolerError that says what to set instead
 */
export async function expectOwnSessions(way: Way): Promise<void> {
  const { setting } = way;
  if (await withTwo([way, way], shareSessions)) throw new PoolerError(poolsByTransaction(setting));
}

/** What to tell of a database that takes no connection: the host and the database, never the password. */
export function cannotBeReached({ setting, url }: Way, cause: unknown): Error {
  if (cause instanceof Error && cause.message.includes('startup parameter'))
    return new PoolerError(
      `${setting} leads to a pooler that refuses connections with time limits. If it pools by transaction, set DATABASE_DIRECT_URL, too: the address of PostgreSQL itself. If it pools by session, have it let them pass: ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout.`,
      { cause },
    );
  const { host, pathname, searchParams } = new URL(url);
  // Over a socket in the file system the host is left as it is, and its folder named beside it.
  const place = searchParams.get('host') ?? host;
  return new Error(
    `The database ${pathname.slice(1)} at ${place} cannot be reached. Check ${setting}.`,
    { cause },
  );
}

function poolsByTransaction(setting: Way['setting']): string {
  return setting === 'DATABASE_URL'
    ? 'DATABASE_URL leads to a pooler that pools by transaction. Set DATABASE_DIRECT_URL, too: the address of PostgreSQL itself, for what needs a connection of its own. Or set pool_mode = session in the pooler.'
    : 'DATABASE_DIRECT_URL leads to a pooler that pools by transaction. It must lead to PostgreSQL itself, or to a pooler that pools by session.';
}

/**
 * Behind a pooler the service cannot bring its limits along: a connection that another program used has that
 * one's, and most poolers refuse a connection that begins with some. They are the role's there.
 *
 * @throws PoolerError where the two addresses lead to two databases, or where the role has no limits
 */
export async function expectPooled(url: string, directUrl: string): Promise<void> {
  const ways = [
    { setting: 'DATABASE_URL', url },
    { setting: 'DATABASE_DIRECT_URL', url: directUrl },
  ] as const;
  await withTwo(ways, async (pooled, direct) => {
    if (!(await isSameDatabase(pooled, direct)))
      throw new PoolerError(
        'DATABASE_URL and DATABASE_DIRECT_URL lead to two databases. Both must name the same one: through the pooler, and past it.',
      );
    const missing = await missingLimits(pooled);
    if (missing.length === 0) return;
    const { rows } = await direct.query<{ statement: string }>(
      `select format('alter role %I in database %I set %s = %L;', current_user, current_database(), name, value) as statement
      from unnest($1::text[], $2::text[]) as missing (name, value)`,
      [missing.map(({ name }) => name), missing.map(({ ms }) => `${ms / 1_000}s`)],
    );
    const statements = rows.map(({ statement }) => statement).join(' ');
    throw new PoolerError(
      `Behind a pooler the time limits are the role's, and it has none: ${missing.map(({ name, is }) => `${name} is ${is}`).join(', ')}. Run this in psql, then have the pooler connect again (RECONNECT in PgBouncer): ${statements}`,
    );
  });
}

/** Two connections, closed again whatever comes. */
async function withTwo<T>(
  [first, second]: readonly [Way, Way],
  work: (one: pg.Client, other: pg.Client) => Promise<T>,
): Promise<T> {
  const one = await open(first);
  try {
    const other = await open(second);
    try {
      return await work(one, other);
    } finally {
      await other.end();
    }
  } finally {
    await one.end();
  }
}

async function open(way: Way): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: way.url, connectionTimeoutMillis: CONNECT_MS });
  // The statement that fails tells its caller.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (cause) {
    throw cannotBeReached(way, cause);
  }
}

async function shareSessions(one: pg.Client, other: pg.Client): Promise<boolean> {
  for (let turn = 0; turn < TRIES; turn += 1) {
    const mark = randomUUID();
    await one.query("select set_config('quorate.session', $1, false)", [mark]);
    if ((await markOf(other)) === mark || (await markOf(one)) !== mark) return true;
  }
  return false;
}

async function markOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(
    "select current_setting('quorate.session', true) as mark",
  );
  return rows[0]?.mark ?? null;
}

/** A lock on a number by chance is known in one database, and in no other of the same server. */
async function isSameDatabase(pooled: pg.Client, direct: pg.Client): Promise<boolean> {
  const { rows: made } = await direct.query<{ key: string }>(
    `with chance as (select (random() * 9e15)::bigint as key)
    select key::text from chance where pg_try_advisory_lock(key)`,
  );
  const { rows } = await pooled.query<{ free: boolean }>(
    'select pg_try_advisory_xact_lock($1::bigint) as free',
    [made[0]?.key],
  );
  await direct.query('select pg_advisory_unlock_all()');
  return rows[0]?.free === false;
}

async function missingLimits(pooled: pg.Client) {
  const limits = [
    { name: 'statement_timeout', ms: STATEMENT_MS },
    { name: 'idle_in_transaction_session_timeout', ms: IDLE_TRANSACTION_MS },
  ];
  const { rows } = await pooled.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1::text[])',
    [limits.map(({ name }) => name)],
  );
  return limits.flatMap(({ name, ms }) => {
    const is = Number(rows.find((row) => row.name === name)?.setting ?? 0);
    return is > 0 && is <= ms ? [] : [{ name, ms, is: is === 0 ? 'off' : `${is} ms` }];
  });
}
