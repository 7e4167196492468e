import { createECDH, createHash } from 'node:crypto';
import { msg } from '@lingui/core/runtime-macro';
import type { HandlerInput, Reply } from '@quorate/contract/endpoint';
import {
  addPushBrowser,
  getNotifications,
  type NotificationChange,
  type NotificationSettings,
  PUSH_BROWSERS_MAX,
  type PushBrowser,
  type PushNotice,
  removePushBrowser,
  saveNotifications,
  testPushBrowser,
} from '@quorate/contract/notifications';
import type { PushSubscriptionId, UserId } from '@quorate/values/ids';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import { AppError, validationError } from '../../http/app-error.ts';
import type { Route } from '../../http/endpoint.ts';
import { countAgainst } from '../../http/rate-limit.ts';
import type { Clock } from '../../process/clock.ts';
import type { Push, PushTarget } from '../../push/push.ts';
import { deleteBrowser, queueNotices } from '../../push/push-outbox.ts';
import type { I18n } from '../../words/i18n.ts';

export function registerNotifications(route: Route, deps: NotificationsDeps): void {
  const { db } = deps;

  route(getNotifications, async (_input, { user }) => ({
    success: true,
    ...(await readNotifications(deps, user.id)),
  }));

  route(saveNotifications, async ({ body }, { user, i18n }) => {
    const settings = await storeSettings(db, user.id, body);
    return { success: true, message: i18n.t(msg`Your choice is saved.`), settings };
  });

  route(addPushBrowser, async ({ body }, { user, i18n }) => {
    const browser = await addBrowser(deps, user.id, body);
    return {
      success: true,
      message: i18n.t(msg`Notices are sent to ${{ browser: browser.name }}.`),
      browser,
    };
  });

  route(removePushBrowser, async ({ params }, { user, i18n }) => {
    await deleteBrowser(db, user.id, params.browser_id);
    return { success: true, message: i18n.t(msg`No more notices are sent there.`) };
  });

  route(testPushBrowser, async ({ params }, { user, i18n }) => {
    const name = await sendTestNotice({ ...deps, i18n }, user.id, params.browser_id);
    return {
      success: true,
      message: i18n.t(msg`A test notice is on its way to ${{ browser: name }}.`),
    };
  });
}

type NotificationsDeps = Readonly<{ db: Db; clock: Clock; push: Push }>;

const HOUR_MS = 3_600_000;

const ADDED = {
  what: 'push browser',
  limit: 30,
  windowMs: HOUR_MS,
  words: msg`${{ limit: 30 }} browsers an hour`,
};
const TESTS = {
  what: 'push test',
  limit: 20,
  windowMs: HOUR_MS,
  words: msg`${{ limit: 20 }} test notices an hour`,
};

type NewBrowser = HandlerInput<typeof addPushBrowser>['body'];

async function readNotifications(
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
async function addBrowser(
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
async function sendTestNotice(
  { db, clock, i18n }: NotificationsDeps & Readonly<{ i18n: I18n }>,
  userId: UserId,
  browserId: string,
): Promise<string> {
  const browser = (await listBrowsers(db, userId)).find(({ id }) => id === browserId);
  if (!browser) throw new AppError('not_found');
  await countAgainst({ db, clock }, TESTS, userId);
  const notice = {
    ...testNotice(i18n),
    url: '/dashboard/security#notifications',
    tag: `test:${browserId}`,
    at: new Date(clock.now()).toISOString(),
  };
  await queueNotices({ db, clock }, [{ userId, notice, browserId }]);
  return browser.name;
}

export function testNotice({ t }: I18n): Pick<PushNotice, 'title' | 'body'> {
  return {
    title: t(msg`This is a test`),
    body: t(msg`Notices arrive here. We tell you when a bot of yours goes offline.`),
  };
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

/** What stands beside the language, which is the user's own. */
type Wanted = Omit<NotificationSettings, 'locale'>;

/** No row: every notice is wanted. */
const EVERYTHING: Wanted = {
  silent_bot_mail: true,
  silent_bot_push: true,
  floor_mail: true,
  floor_push: true,
  weekly_review_mail: true,
  time_zone: null,
};

const SETTINGS = Object.keys(EVERYTHING) as (keyof Wanted)[];

async function findSettings(db: Db, userId: string): Promise<NotificationSettings> {
  const row = await db
    .selectFrom('notification_settings')
    .select(SETTINGS)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const { locale } = await db
    .selectFrom('users')
    .select('locale')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { ...(row ?? EVERYTHING), locale };
}

/** @returns all of them, as they are from then on */
function storeSettings(
  db: Db,
  userId: string,
  { locale, ...change }: NotificationChange,
): Promise<NotificationSettings> {
  return inTransaction(db, async (tx) => {
    if (locale !== undefined)
      await tx.updateTable('users').set({ locale }).where('id', '=', userId).execute();
    if (Object.keys(change).length > 0)
      await tx
        .insertInto('notification_settings')
        .values({ user_id: userId, ...EVERYTHING, ...change })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
        .execute();
    return findSettings(tx, userId);
  });
}

/** Oldest first. */
function listBrowsers(db: Db, userId: string) {
  return db
    .selectFrom('push_subscriptions')
    .select(['id', 'name', 'endpoint', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Holds the account, so that two pages together do not pass the limit. */
async function lockOwner(tx: Db, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

/** Stores a browser; one that is known keeps its id and gets the newest keys. */
function storeBrowser(
  db: Db,
  userId: string,
  browser: PushTarget & { id: PushSubscriptionId; name: string; now: Date },
) {
  const { id, endpoint, p256dh, auth, name, now } = browser;
  return db
    .insertInto('push_subscriptions')
    .values({ user_id: userId, id, endpoint, p256dh, auth, name, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'endpoint'])
        .doUpdateSet({ p256dh, auth, name, created_at: now }),
    )
    .returning(['id', 'name', 'endpoint', 'created_at'])
    .executeTakeFirstOrThrow();
}
