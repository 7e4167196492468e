import { createHash } from 'node:crypto';
import { type PushNotice, pushNotice } from '@quorate/contract/notifications';
import { z } from 'zod';
import { acrossUsers } from '../db/across-users.ts';
import type { Db } from '../db/tables.ts';
import type { Clock } from '../process/clock.ts';
import { queueTasks, runTasks, type Task, type TaskOutcome } from '../process/tasks.ts';
import type { Push } from './push.ts';

/** What is older is no news: the mail and the dashboard have it. */
export const NOTICES_KEPT_MINUTES = 60;
const KEPT_MS = NOTICES_KEPT_MINUTES * 60_000;
const BATCH = 50;
/** Longer than an attempt can take. */
const LEASE_MS = 30_000;
const RETRY_MS = [5_000, 15_000, 60_000, 300_000] as const;
const LONGEST_RETRY_MS = 900_000;

type Deps = Readonly<{ db: Db; clock: Clock }>;
type DeliverDeps = Deps & Readonly<{ push: Push }>;

const payloadOf = z.object({ browser_id: z.uuid(), notice: pushNotice });

/**
 * Puts notices on their way to all browsers of their users, or to the one that is named, in the caller's
 * transaction. What still waits under the same tag is older word of the same thing, and goes no more.
 *
 * @returns to how many browsers
 */
export async function queueNotices(
  { db, clock }: Deps,
  notices: readonly { userId: string; notice: PushNotice; browserId?: string }[],
): Promise<number> {
  if (notices.length === 0) return 0;
  const users = [...new Set(notices.map(({ userId }) => userId))];
  const browsers = await db
    .selectFrom('push_subscriptions')
    .select(['user_id', 'id'])
    .where('user_id', 'in', users)
    .$if(users.length > 1, (query) =>
      query.modifyFront(acrossUsers('browsers of users whose bots are offline')),
    )
    .execute();
  const expiresAt = new Date(clock.now() + KEPT_MS);
  const tasks = notices.flatMap(({ userId, notice, browserId }) =>
    browsers
      .filter(({ user_id, id }) => user_id === userId && (browserId ?? id) === id)
      .map(({ id }) => ({
        kind: 'push' as const,
        subject: `${id} ${notice.tag}`,
        payload: { browser_id: id, notice },
        userId,
        expiresAt,
      })),
  );
  await queueTasks(db, clock, tasks);
  return tasks.length;
}

/**
 * Sends what waits. A browser that takes no more notices, or is another user's by now, is forgotten.
 *
 * @returns how many were sent
 */
export function deliverNotices(deps: DeliverDeps): Promise<number> {
  return runTasks(deps, {
    kinds: ['push'],
    batch: BATCH,
    atOnce: BATCH,
    leaseMs: LEASE_MS,
    run: (task) => deliverOne(deps, task),
  });
}

async function deliverOne(
  { db, clock, push }: DeliverDeps,
  { user_id, payload, expires_at, attempts }: Task,
): Promise<TaskOutcome> {
  const { browser_id: id, notice } = payloadOf.parse(payload);
  const userId = user_id ?? '';
  const browser = await findBrowser(db, userId, id);
  if (!browser) return 'dropped';
  const now = clock.now();
  const until = expires_at ?? new Date(now + KEPT_MS);
  const outcome = browser.taken_over
    ? ({ kind: 'gone' } as const)
    : await push.send(browser, {
        payload: JSON.stringify(notice),
        ttlS: Math.ceil((until.getTime() - now) / 1_000),
        topic: topicOf(notice.tag),
      });
  switch (outcome.kind) {
    case 'sent':
      return 'done';
    case 'gone':
      await deleteBrowser(db, userId, id);
      return 'dropped';
    case 'failed': {
      const retryMs = RETRY_MS[attempts - 1] ?? LONGEST_RETRY_MS;
      const retryAt = new Date(now + Math.max(outcome.retryAfterMs ?? 0, retryMs));
      return { retryAt, error: outcome.reason, stop: true };
    }
    case 'refused':
      return { retryAt: until, error: outcome.reason, stop: true };
  }
}

function findBrowser(db: Db, userId: string, id: string) {
  return db
    .selectFrom('push_subscriptions as browser')
    .select(['endpoint', 'p256dh', 'auth'])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('push_subscriptions as newer')
            .select('newer.id')
            .whereRef('newer.endpoint', '=', 'browser.endpoint')
            .whereRef('newer.user_id', '<>', 'browser.user_id')
            .whereRef('newer.created_at', '>', 'browser.created_at'),
        )
        .as('taken_over'),
    )
    .modifyFront(acrossUsers('whether another user has this browser by now'))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** What is on its way to it goes no more. */
export async function deleteBrowser(db: Db, userId: string, browserId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('id', '=', browserId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** 32 signs of base64url for a tag of any length (RFC 8030, section 5.4). */
function topicOf(tag: string): string {
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32);
}
