import { type Kysely, sql } from 'kysely';
import pg from 'pg';

/** PostgreSQL calls off what takes longer: no call of the service waits for an answer this long. */
export const STATEMENT_MS = 60_000;
/** A transaction that nobody goes on with holds its rows no longer. */
export const IDLE_TRANSACTION_MS = 60_000;
/**
 * For the first statement of a transaction of whoever is replaced within seconds of its death: one that is frozen in
 * the middle holds its rows no longer than it takes the others to find out.
 */
export const FREES_ROWS_SOON = "set_config('idle_in_transaction_session_timeout', '8s', true)";
/** From then on an answer that does not come raises the question whether anybody is there. */
const SUSPECT_MS = 4_000;
/** What a session sent this long ago has arrived, or never will. */
const SENT_MS = 2_000;
const PROBE_MS = 5_000;
const LOOK_EVERY_MS = 1_000;

const LIFT = 'set statement_timeout = 0';
/** In a transaction: what follows in it may take as long as it takes. */
export const LIFT_ONCE = 'set local statement_timeout = 0';
const LOWER = 'reset statement_timeout';

type Watched = { since: number | null; underWay: number; lifted: 'no' | 'transaction' | 'session' };

/**
 * Breaks connections whose other end is gone without a word, as behind a router that forgot them: PostgreSQL
 * cannot call off a statement it never got, and the driver would wait for ever, with a place of the pool.
 * So it is with a statement that was lost on its way and of which the server knows nothing: its session idles.
 * A statement that is only slow is left alone as long as the server takes new connections.
 *
 * @param way.directUrl past the pooler at `url`, where there is one: PostgreSQL's processes are the pooler's there,
 *   and a lost statement is told from a slow one only once no statement may take so long
 * @param nowMs a clock that never goes back
 */
export function watchQueries(
  pool: pg.Pool,
  { url, directUrl }: Readonly<{ url: string; directUrl: string | undefined }>,
  nowMs: () => number,
): void {
  const clients = new Map<pg.PoolClient, Watched>();
  let probing = false;

  pool.on('connect', (client) => {
    const watched: Watched = { since: null, underWay: 0, lifted: 'no' };
    clients.set(client, watched);
    const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    client.query = (async (...args: unknown[]) => {
      watched.since ??= nowMs();
      watched.underWay += 1;
      note(watched, args[0]);
      try {
        return await send(...args);
      } finally {
        watched.underWay -= 1;
        // Answers come in order: those that are left wait since this one.
        watched.since = watched.underWay > 0 ? nowMs() : null;
      }
    }) as typeof client.query;
  });
  pool.on('remove', (client) => void clients.delete(client));

  const timer = setInterval(async () => {
    if (pool.ending) return clearInterval(timer);
    const waiting = longer(SUSPECT_MS);
    if (waiting.length === 0 || probing) return;
    probing = true;
    const sessions = await (directUrl === undefined
      ? idleSessions(url)
      : bothAnswer(url, directUrl)
    ).finally(() => {
      probing = false;
    });
    // Those that began to wait meanwhile have their own time.
    const isLost = (client: pg.PoolClient) => !sessions || sessions.has(processOf(client));
    for (const [client, since] of waiting)
      if (clients.get(client)?.since === since && (isLost(client) || isOver(since)))
        breakConnection(client);
  }, LOOK_EVERY_MS);
  timer.unref();

  function longer(ms: number): (readonly [pg.PoolClient, number])[] {
    return [...clients].flatMap(([client, { since, lifted }]) =>
      since !== null && lifted === 'no' && nowMs() - since > ms ? [[client, since] as const] : [],
    );
  }

  function isOver(since: number): boolean {
    return nowMs() - since > STATEMENT_MS + SUSPECT_MS;
  }
}

/** Does work that may take as long as it takes: migrations, and waiting for those of others. */
export async function withoutTimeLimit<Tables, T>(
  db: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql.raw(LIFT).execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql.raw(LOWER).execute(connection);
    }
  });
}

function note(watched: Watched, text: unknown): void {
  if (text === LIFT) watched.lifted = 'session';
  else if (text === LOWER) watched.lifted = 'no';
  else if (text === LIFT_ONCE && watched.lifted === 'no') watched.lifted = 'transaction';
  else if ((text === 'commit' || text === 'rollback') && watched.lifted === 'transaction')
    watched.lifted = 'no';
}

/**
 * Processes of our sessions that the server has nothing to do for, or null where nobody answers. A server that
 * refuses with a reason of its own is there.
 */
async function idleSessions(url: string): Promise<ReadonlySet<unknown> | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity
      where datname = current_database() and usename = current_user and state <> 'active'
        and state_change < clock_timestamp() - $1::bigint * interval '1 millisecond'`,
      [SENT_MS],
    );
    return new Set(rows.map(({ pid }) => pid));
  } catch (error) {
    return error instanceof pg.DatabaseError ? new Set() : null;
  } finally {
    // A connection that never came up cannot say goodbye either.
    void client.end().catch(() => {});
  }
}

/** @returns no session to break, or null where the pooler takes no connections or PostgreSQL is not there */
async function bothAnswer(url: string, directUrl: string): Promise<ReadonlySet<unknown> | null> {
  const answers = await Promise.all([takesConnections(url), idleSessions(directUrl)]);
  return answers.every((answer) => answer) ? new Set() : null;
}

/** Asked nothing: behind a busy pooler a statement waits for its turn. */
async function takesConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PROBE_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    void client.end().catch(() => {});
  }
}

/** The server's process of a session. */
function processOf(client: pg.PoolClient): unknown {
  return 'processID' in client ? client.processID : null;
}

/** At once and without a goodbye, which nobody would answer. */
export function breakConnection(client: pg.PoolClient): void {
  const { connection } = client as pg.PoolClient & {
    connection: { stream: NodeJS.WritableStream & { destroy(): void } };
  };
  connection.stream.destroy();
}
