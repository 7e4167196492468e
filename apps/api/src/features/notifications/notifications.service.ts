import { createECDH, createHash } from 'node:crypto';
import type { HandlerInput, Reply } from '@quorate/contract/endpoint';
import {
  type addPushBrowser,
  type getNotifications,
  PUSH_BROWSERS_MAX,
  type PushBrowser,
} from '@quorate/contract/notifications';
import type { PushSubscriptionId, UserId } from '@quorate/values/ids';
import { newId } from '../../db/ids.ts';
import type { Db } from '../../db/tables.ts';
import { AppError, validationError } from '../../http/app-error.ts';
import { countAgainst } from '../../http/rate-limit.ts';
import type { Clock } from '../../process/clock.ts';
import type { Push } from '../../push/push.ts';
import { queueNotices } from '../../push/push-outbox.ts';
import { findSettings, listBrowsers, lockOwner, storeBrowser } from './notifications.queries.ts';

export type NotificationsDeps = Readonly<{ db: Db; clock: Clock; push: Push }>;

const HOUR_MS = 3_600_000;

const ADDED = { what: 'push browser', limit: 30, windowMs: HOUR_MS, words: '30 browsers an hour' };
const TESTS = {
  what: 'push test',
  limit: 20,
  windowMs: HOUR_MS,
  words: '20 test notices an hour',
};

type NewBrowser = HandlerInput<typeof addPushBrowser>['body'];

export async function readNotifications(
  { db, push }: NotificationsDeps,
  userId: UserId,
): Promise<Omit<Reply<typeof getNotifications>, 'success'>> {
  const browsers = await listBrowsers(db, userId);
  return {
    settings: await findSettings(db, userId),
    push_key: push.publicKey,
    browsers: browsers.slice(0, PUSH_BROWSERS_MAX).map(toBrowser),
  };
}

/**
 * Has notices sent to a browser.
 *
 * @throws AppError push_service_unknown, push_limit_reached, validation_failed for keys that are none,
 * rate_limited
 */
export async function addBrowser(
  { db, clock, push }: NotificationsDeps,
  userId: UserId,
  { endpoint, keys, name }: NewBrowser,
): Promise<PushBrowser> {
  if (!push.allows(endpoint)) {
    const host = URL.canParse(endpoint) ? new URL(endpoint).host : '';
    throw new AppError('push_service_unknown', { details: { host: host || 'this address' } });
  }
  if (!isPoint(keys.p256dh))
    throw validationError([{ field: 'keys.p256dh', message: 'must be a key of a browser' }]);
  await countAgainst({ db, clock }, ADDED, userId);
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, userId);
    const known = await listBrowsers(tx, userId);
    const isNew = known.every((browser) => browser.endpoint !== endpoint);
    if (isNew && known.length >= PUSH_BROWSERS_MAX)
      throw new AppError('push_limit_reached', { details: { limit: PUSH_BROWSERS_MAX } });
    const id = newId<PushSubscriptionId>();
    const now = new Date(clock.now());
    return toBrowser(await storeBrowser(tx, userId, { id, endpoint, ...keys, name, now }));
  });
}

/**
 * Sends one of the user's browsers a notice.
 *
 * @throws AppError not_found, rate_limited
 */
export async function sendTestNotice(
  { db, clock }: NotificationsDeps,
  userId: UserId,
  browserId: string,
): Promise<string> {
  const browser = (await listBrowsers(db, userId)).find(({ id }) => id === browserId);
  if (!browser) throw new AppError('not_found');
  await countAgainst({ db, clock }, TESTS, userId);
  const notice = {
    title: 'This is a test',
    body: 'Notices arrive here. We tell you when a bot of yours goes offline.',
    url: '/dashboard/security#notifications',
    tag: `test:${browserId}`,
    at: new Date(clock.now()).toISOString(),
  };
  await queueNotices({ db, clock }, [{ userId, notice, browserId }]);
  return browser.name;
}

type BrowserRow = { id: string; name: string; endpoint: string; created_at: Date };

/** The address itself stays here: whoever has it can write to the browser. */
function toBrowser({ id, name, endpoint, created_at }: BrowserRow): PushBrowser {
  return {
    browser_id: id,
    name,
    endpoint_hash: createHash('sha256').update(endpoint).digest('base64url'),
    created_at: created_at.toISOString(),
  };
}

/** What is no point on the curve could be sealed for nobody, at every attempt again. */
function isPoint(p256dh: string): boolean {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  try {
    pair.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
