import { createHash } from 'node:crypto';
import { type PushNotice, pushNotice } from '@quorate/contract/notifications';
import type { Db } from '../db/tables.ts';
import type { Clock } from '../process/clock.ts';
import { askedBy, inAttempt } from '../process/telemetry/context.ts';
import type { Push, PushOutcome } from './push.ts';
import {
  type ClaimedNotice,
  claimNotices,
  deleteBrowser,
  deleteExpiredNotices,
  deleteNotice,
  insertNotices,
  postponeNotice,
} from './push-outbox.queries.ts';

/** What is older is no news: the mail and the dashboard have it. */
export const NOTICES_KEPT_MINUTES = 60;
const KEPT_MS = NOTICES_KEPT_MINUTES * 60_000;
const BATCH = 50;
/** Longer than an attempt can take. */
const CLAIM_MS = 30_000;
const RETRY_MS = [5_000, 15_000, 60_000, 300_000] as const;
const LONGEST_RETRY_MS = 900_000;

/** A turn begins no further batch after this. */
const TURN_MS = 10_000;

type Deps = Readonly<{ db: Db; clock: Clock }>;
type DeliverDeps = Deps & Readonly<{ push: Push }>;

/**
 * Puts notices on their way to all browsers of their users, in the caller's transaction. What still waits
 * under the same tag is older word of the same thing, and goes no more.
 *
 * @returns to how many browsers
 */
export function queueNotices(
  { db, clock }: Deps,
  notices: readonly { userId: string; notice: PushNotice; browserId?: string }[],
): Promise<number> {
  const now = clock.now();
  return insertNotices(
    db,
    notices.map(({ notice, ...whom }) => ({
      ...whom,
      tag: notice.tag,
      payload: JSON.stringify(notice),
    })),
    { now: new Date(now), expiresAt: new Date(now + KEPT_MS) },
  );
}

/**
 * Sends what waits. A browser that takes no more notices, or is another user's by now, is forgotten.
 *
 * @returns how many were sent
 */
export async function deliverNotices(deps: DeliverDeps): Promise<number> {
  const begun = performance.now();
  let sent = 0;
  for (;;) {
    const now = deps.clock.now();
    const claimed = await claimNotices(deps.db, {
      now: new Date(now),
      until: new Date(now + CLAIM_MS),
      limit: BATCH,
    });
    const ended = await Promise.allSettled(
      claimed.map((row) =>
        askedBy(row.asked_by, () => inAttempt(row.attempts, () => deliverOne(deps, row, now))),
      ),
    );
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
    const left = ended.filter(
      (each) => each.status === 'fulfilled' && each.value === 'sent',
    ).length;
    sent += left;
    if (claimed.length < BATCH || left === 0 || performance.now() - begun > TURN_MS) return sent;
  }
}

/** What became of it is noted at once: another of its batch may wait 10 s for its answer. */
async function deliverOne(
  { db, push }: DeliverDeps,
  row: ClaimedNotice,
  now: number,
): Promise<PushOutcome['kind']> {
  const outcome: PushOutcome = row.taken_over
    ? { kind: 'gone' }
    : await push.send(row, {
        payload: row.payload,
        ttlS: Math.ceil((row.expires_at.getTime() - now) / 1_000),
        topic: topicOf(row.payload),
      });
  switch (outcome.kind) {
    case 'sent':
      await deleteNotice(db, row);
      break;
    case 'gone':
      await deleteBrowser(db, row.user_id, row.subscription_id);
      break;
    case 'failed': {
      const waitMs = Math.max(
        outcome.retryAfterMs ?? 0,
        RETRY_MS[row.attempts - 1] ?? LONGEST_RETRY_MS,
      );
      const nextAttemptAt = new Date(now + waitMs);
      await postponeNotice(db, row, { nextAttemptAt, error: outcome.reason });
      break;
    }
    case 'refused':
      await postponeNotice(db, row, { nextAttemptAt: row.expires_at, error: outcome.reason });
      break;
  }
  return outcome.kind;
}

/** Forgets notices whose time is over. */
export function removeOldNotices({ db, clock }: Deps): Promise<void> {
  return deleteExpiredNotices(db, new Date(clock.now()));
}

/** 32 signs of base64url for a tag of any length (RFC 8030, section 5.4). */
function topicOf(payload: string): string {
  const { tag } = pushNotice.pick({ tag: true }).parse(JSON.parse(payload));
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32);
}
