import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

const MARK = '/* prepared */';

/**
 * Marks a statement that PostgreSQL is to read and plan once for each connection: one that runs at almost
 * every call, finds its rows by a key, and so needs no plan of its own for each user. The text of such
 * a statement must be the same every time.
 *
 * @example sql`${prepared} update sessions …`; db.selectFrom('sessions').modifyFront(prepared)
 */
export const prepared: RawBuilder<unknown> = sql.raw(MARK);

/** Has a connection keep the statements that are marked. */
export function keepPrepared(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => send(...named(args))) as typeof client.query;
}

const names = new Map<string, string>();

/** Arguments of `query`: a text and its values, and whatever follows. */
function named([text, values, ...rest]: unknown[]): unknown[] {
  if (typeof text !== 'string' || !Array.isArray(values) || !text.includes(MARK))
    return [text, values, ...rest];
  const name = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return [{ name, text, values }, ...rest];
}
