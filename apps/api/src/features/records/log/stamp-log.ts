import { randomBytes } from 'node:crypto';
import { stampedNote, TOKEN_BYTES_MAX } from '@quorate/record/stamps/stamped-note';
import {
  readStampAnswer,
  StampError,
  stampQuery,
  type TimeStamp,
  verifyStamp,
} from '@quorate/record/stamps/time-stamp';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';
import { countFailures, findUnstamped, noteTurn, storeStamp, takeTurn } from './stamp.queries.ts';

export type StampDeps = Readonly<{
  db: Db;
  clock: Clock;
  /** Of an authority that speaks RFC 3161. */
  stampsUrl: string;
  /** How long it may take to answer. */
  waitMs?: number;
}>;

const MINUTE_MS = 60_000;
/** Authorities that cost nothing ask for patience. */
const PACE_MS = 10 * MINUTE_MS;
const WAIT_MS = 10_000;
/** After so many failures in a row, the next one waits so long. */
const RETRY_MINUTES = [1, 2, 4, 8, 16, 30];
/** Longer than a turn takes: a copy that dies while it asks leaves the next one to others. */
const TURN_MS = MINUTE_MS;
const CLOCKS_DIFFER_MS = 2 * MINUTE_MS;
const NONCE_BYTES = 16;
const FAILURE_CHARACTERS = 300;

/**
 * Has an authority of time stamp the newest checkpoint, where the log has grown and the last stamp is ten minutes old. One
 * that does not answer is asked again with backoff; the operators' page shows its last failure.
 *
 * @returns whether there is a new stamp
 */
export async function stampLog(deps: StampDeps): Promise<boolean> {
  const { db, clock } = deps;
  const checkpoint = await findUnstamped(db);
  const note = checkpoint && stampedNote(checkpoint.note);
  if (!checkpoint || !note) return false;
  const began = clock.now();
  const until = new Date(began + TURN_MS);
  if (!(await takeTurn(db, new Date(began), until))) return false;
  const said = await ask(deps, note);
  const now = clock.now();
  if ('failure' in said) {
    const failures = await countFailures(db);
    const minutes = RETRY_MINUTES[Math.min(failures, RETRY_MINUTES.length - 1)] ?? 0;
    const failed = { failed_at: new Date(now), failure: said.failure };
    const next_at = new Date(now + minutes * MINUTE_MS);
    await noteTurn(db, { next_at, ...failed }, { hasStamp: false });
    return false;
  }
  await storeStamp(db, checkpoint, { stamp: said.token, at: new Date(said.time.at) });
  const apart = Date.parse(said.time.at) - now;
  const clocks =
    Math.abs(apart) > CLOCKS_DIFFER_MS
      ? `it stamped ${said.time.at} when it was ${new Date(now).toISOString()} here: one of the two clocks is wrong`
      : null;
  const failed = { failed_at: clocks ? new Date(now) : null, failure: clocks };
  await noteTurn(db, { next_at: new Date(now + PACE_MS), ...failed }, { hasStamp: true });
  return true;
}

type Said = Readonly<{ token: Uint8Array; time: TimeStamp }> | Readonly<{ failure: string }>;

async function ask({ stampsUrl, waitMs = WAIT_MS }: StampDeps, note: string): Promise<Said> {
  try {
    const nonce = randomBytes(NONCE_BYTES);
    const answer = await fetch(stampsUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/timestamp-query',
        accept: 'application/timestamp-reply',
      },
      body: Uint8Array.from(stampQuery(note, nonce)),
      signal: AbortSignal.timeout(waitMs),
      redirect: 'error',
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      return { failure: `it answered ${answer.status}` };
    }
    const token = readStampAnswer(await readLimited(answer));
    return { token, time: await verifyStamp(token, { note, nonce }) };
  } catch (error) {
    return { failure: reasonOf(error).slice(0, FAILURE_CHARACTERS) };
  }
}

/** @throws StampError for what is longer than any stamp: no more of it is read */
async function readLimited({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > TOKEN_BYTES_MAX)
      throw new StampError(`it answered more than ${TOKEN_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // What `fetch` says of itself tells nobody what to do.
  const { cause } = error;
  const isOfFetch = error instanceof TypeError && cause instanceof Error && cause.message !== '';
  return isOfFetch ? cause.message : error.message;
}
