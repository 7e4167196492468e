import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { Db } from './tables.ts';
import { TextArray } from './text-array.ts';

const MARK = '/* prepared */';

/**
 * Marks a statement that PostgreSQL is to read and plan once for each connection: one that runs at almost
 * every call, finds its rows by a key, and so needs no plan of its own for each user. The text of such
 * a statement must be the same every time.
 *
 * @example sql`${prepared} update sessions …`; db.selectFrom('sessions').modifyFront(prepared)
 */
export const prepared: RawBuilder<unknown> = sql.raw(MARK);

export function isPrepared(text: string): boolean {
  return text.includes(MARK);
}

/**
 * For the `from` of a statement whose loss would harm nobody, such as a sign of life that the next one
 * replaces: its answer does not wait until the disk has it. When the machine of the database dies, the last
 * half second of such statements is gone, in order and never by halves. What ends is a transaction, so the
 * statement must be one by itself; within a larger one `statement` leaves this out.
 */
export const WITHOUT_WAITING = "set_config('synchronous_commit', 'off', true)";

/**
 * Such a statement of the hottest calls, written once with `$1`, `$2` …: built again it takes the service
 * longer than it takes PostgreSQL.
 *
 * @returns runs it with these values; those of type `text[]` may be a `TextArray`
 * @example const find = statement<Row>('select … where token_hash = $1'); await find(db, [hash])
 */
export function statement<Row>(text: string) {
  const marked = `${MARK} ${text}`;
  const within = marked.replaceAll(WITHOUT_WAITING, "current_setting('synchronous_commit')");
  return async (db: Db, values: readonly unknown[]): Promise<Row[]> => {
    const own = db.isTransaction ? within : marked;
    const query = CompiledQuery.raw(own, [...values]) as CompiledQuery<Row>;
    const executor = db.getExecutor();
    // Whoever watches statements sees this one, too; none of ours is changed on its way.
    executor.transformQuery(query.query, query.queryId);
    const { rows } = await executor.executeQuery(query);
    return rows;
  };
}

/**
 * Has a connection keep the statements that are marked.
 *
 * @param pooled whether a pooler may run each statement on another connection, which has kept none: there
 *   each is read and planned again
 */
export function keepPrepared(client: pg.PoolClient, pooled: boolean): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const { stream } = (client as pg.PoolClient & { connection: { stream: Writable } }).connection;
  client.query = ((...args: unknown[]) => {
    // What is begun in the same moment leaves in one packet.
    stream.cork();
    queueMicrotask(() => stream.uncork());
    return send(...marked(args, pooled));
  }) as typeof client.query;
}

const names = new Map<string, string>();

/** Arguments of `query`: a text and its values, and whatever follows. */
function marked([text, values, ...rest]: unknown[], pooled: boolean): unknown[] {
  if (typeof text !== 'string' || !Array.isArray(values) || !text.includes(MARK))
    return [text, values, ...rest];
  const written = values.map((value) => (value instanceof TextArray ? value.toBinary() : value));
  return [{ ...(!pooled && { name: nameOf(text) }), text, values: written }, ...rest];
}

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return name;
}
