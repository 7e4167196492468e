import { BOARD_OWNER, type BoardBody } from '@quorate/record/board';
import { canonicalJson, type JsonValue } from '@quorate/trading/market/canonical-json';
import { sql } from 'kysely';
import { inTransaction } from '../../db/in-transaction.ts';
import { LIFT_ONCE } from '../../db/query-limit.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';
import { appendEvents, type JsonObject } from '../records/append-events.ts';
import {
  findPublished,
  findShares,
  listClusters,
  storePublished,
  sumLatencies,
  sumSaid,
} from './board.queries.ts';
import { countBoard } from './count-board.ts';
import { type BoardSums, type MadeBoard, makeBoard } from './make-board.ts';
import { findResults } from './results.queries.ts';

type PublishDeps = Readonly<{ db: Db; clock: Clock }>;

/**
 * Puts the board of the day on record, where it is another one than the last: an entry of the log, so that nobody can
 * change later what was published.
 *
 * @returns whether there is a new one
 */
export async function publishBoard(deps: PublishDeps): Promise<boolean> {
  const { db, clock } = deps;
  const now = clock.now();
  const published = await findPublished(db);
  if (published && dayOf(published.checked_at.getTime()) === dayOf(now)) return false;
  await countBoard(deps);
  const sums = await readSums(db, new Date(now));
  const before: MadeBoard | null = published
    ? { body: JSON.parse(published.body) as BoardBody, sources: published.sources }
    : null;
  const { body, sources } = makeBoard(sums, before, now);
  // There is nothing to hold anybody to yet.
  if (!published && isEmpty(body)) return false;
  const checked_at = new Date(now);
  if (published && before && isSame(body, before.body)) {
    await storePublished(db, { ...published, sources, checked_at });
    return false;
  }
  await putOnRecord(db, { body, sources }, checked_at);
  return true;
}

/** Makes a board the one that is published: an entry of the service's own stream. */
export async function putOnRecord(db: Db, { body, sources }: MadeBoard, at: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await appendEvents(tx, [{ ...BOARD_OWNER, kind: 'board', at, body: asJson(body) }]);
    const stream = await tx
      .selectFrom('record_streams')
      .select('entries')
      .where('user_id', '=', BOARD_OWNER.userId)
      .where('subject_id', '=', BOARD_OWNER.subjectId)
      .executeTakeFirstOrThrow();
    await storePublished(tx, {
      position: stream.entries,
      body: canonicalJson(asJson(body)),
      sources,
      published_at: at,
      checked_at: at,
    });
  });
}

/** All of one moment: what is counted meanwhile is in none of the sums. */
async function readSums(db: Db, now: Date): Promise<BoardSums> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // Once a day over all there is: a minute may not be enough for it.
      await sql.raw(LIFT_ONCE).execute(tx);
      return {
        shares: await findShares(tx, now),
        said: await sumSaid(tx, now),
        latencies: await sumLatencies(tx, now),
        clusters: await listClusters(tx),
        results: await findResults(tx, now),
      };
    });
}

function isEmpty({ cells, results }: BoardBody): boolean {
  return cells.length === 0 && results.every(({ trades }) => trades === 0);
}

function isSame(body: BoardBody, before: BoardBody): boolean {
  return (
    canonicalJson(asJson({ ...body, day: '' })) === canonicalJson(asJson({ ...before, day: '' }))
  );
}

/** A board is JSON as it stands. */
function asJson(body: BoardBody): JsonObject {
  return body as unknown as JsonValue as JsonObject;
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
