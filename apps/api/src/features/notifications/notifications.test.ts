import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import {
  addPushBrowser,
  getNotifications,
  type NotificationChange,
  type NotificationSettings,
  PUSH_BROWSERS_MAX,
  removePushBrowser,
  saveNotifications,
  testPushBrowser,
} from '@quorate/contract/notifications';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { createPush } from '../../push/create-push.ts';
import { deliverNotices } from '../../push/push-outbox.ts';
import { createSealedReader } from '../../push/testing/open-sealed.ts';
import { startPushService } from '../../push/testing/push-service.ts';

async function stage(t: TestContext) {
  const { origin, pushed } = await startPushService(t);
  const push = createPush({
    secretKey: Buffer.alloc(32, 3),
    origins: [origin],
    contact: 'mailto:support@quorate.example',
  });
  const service = await startTestService(t, { push });
  const { token, user } = await signedInUser(service);
  const reader = createSealedReader();
  const browser = (path: string) => ({
    endpoint: `${origin}/${path}`,
    keys: reader.keys,
    name: 'Firefox on Linux',
  });
  const deliver = () => deliverNotices({ db: service.db, clock: service.clock, push });
  return { service, push, pushed, reader, token, user, browser, deliver };
}

const EVERYTHING: NotificationSettings = {
  silent_bot_mail: true,
  silent_bot_push: true,
  floor_mail: true,
  floor_push: true,
  weekly_review_mail: true,
  time_zone: null,
  locale: 'en',
};

describe('notices about silent bots', () => {
  it('are wanted by mail and in browsers until their user says otherwise', async (t) => {
    const { service, push, token } = await stage(t);
    const before = await service.call(getNotifications, {}, token);
    assert.deepEqual(before.settings, EVERYTHING);
    assert.equal(before.push_key, push.publicKey);
    assert.deepEqual(before.browsers, []);
    const settings = { ...EVERYTHING, silent_bot_mail: false, floor_push: false };
    for (let time = 0; time < 2; time += 1) {
      const saved = await service.call(saveNotifications, { body: settings }, token);
      assert.deepEqual(saved.settings, settings);
    }
    assert.deepEqual((await service.call(getNotifications, {}, token)).settings, settings);
    const other = await signedInUser(service);
    const theirs = await service.call(getNotifications, {}, other.token);
    assert.deepEqual(theirs.settings, EVERYTHING);
  });

  it('change where they are named, so that two pages at once undo nothing of each other’s', async (t) => {
    const { service, token } = await stage(t);
    const turnOff = (body: NotificationChange) =>
      service.call(saveNotifications, { body }, token).then(({ settings }) => settings);
    const both = [{ silent_bot_mail: false }, { silent_bot_push: false }];
    await Promise.all(both.map(turnOff));
    const off = { ...EVERYTHING, silent_bot_mail: false, silent_bot_push: false };
    assert.deepEqual((await service.call(getNotifications, {}, token)).settings, off);
    assert.deepEqual(await turnOff({ silent_bot_push: true }), { ...off, silent_bot_push: true });
    const refused = await service.fail(saveNotifications, { body: {} }, token);
    assert.equal(refused.code, 'validation_failed');
  });

  it('go to a browser from its being added until it is removed; twice is once', async (t) => {
    const { service, token, browser } = await stage(t);
    const [first, again] = [
      await service.call(addPushBrowser, { body: browser('desk') }, token),
      await service.call(addPushBrowser, { body: { ...browser('desk'), name: 'Desk' } }, token),
    ];
    assert.equal(again.browser.browser_id, first.browser.browser_id);
    const hash = createHash('sha256').update(browser('desk').endpoint).digest('base64url');
    const { browsers } = await service.call(getNotifications, {}, token);
    assert.deepEqual(browsers, [{ ...first.browser, name: 'Desk', endpoint_hash: hash }]);
    const params = { browser_id: first.browser.browser_id };
    for (let time = 0; time < 2; time += 1)
      await service.call(removePushBrowser, { params }, token);
    assert.deepEqual((await service.call(getNotifications, {}, token)).browsers, []);
  });

  it('arrive in the browser that a test was asked for, sealed, and in no other', async (t) => {
    const { service, token, browser, deliver, pushed, reader } = await stage(t);
    await service.call(addPushBrowser, { body: browser('phone') }, token);
    const { browser: desk } = await service.call(addPushBrowser, { body: browser('desk') }, token);
    const params = { browser_id: desk.browser_id };
    const { message } = await service.call(testPushBrowser, { params }, token);
    assert.equal(message, 'A test notice is on its way to Firefox on Linux.');
    await deliver();
    assert.deepEqual(
      pushed.map(({ path }) => path),
      ['/desk'],
    );
    const notice = JSON.parse(reader.open(pushed[0]?.body ?? Buffer.of()));
    assert.equal(notice.title, 'This is a test');
    assert.equal(notice.url, '/dashboard/security#notifications');
  });

  it('are never sent anywhere but to push services', async (t) => {
    const { service, token, browser } = await stage(t);
    for (const [endpoint, host] of [
      ['https://evil.example/push', 'evil.example'],
      ['http://fcm.googleapis.com/x', 'fcm.googleapis.com'],
      ['http://169.254.169.254/latest', '169.254.169.254'],
      ['https://127.0.0.1:5432/', '127.0.0.1:5432'],
      ['not an address', 'this address'],
      ['file:///etc/passwd', 'this address'],
    ] as const) {
      const failure = await service.fail(
        addPushBrowser,
        { body: { ...browser('x'), endpoint } },
        token,
      );
      assert.equal(failure.code, 'push_service_unknown', endpoint);
      assert.ok(failure.message.includes(`by way of ${host}:`), failure.message);
    }
  });

  it('take no keys that nothing can be sealed for', async (t) => {
    const { service, token, browser } = await stage(t);
    const { keys, ...rest } = browser('x');
    for (const wrong of [
      { ...keys, p256dh: `B${'A'.repeat(86)}` },
      { ...keys, p256dh: keys.p256dh.slice(1) },
      { ...keys, p256dh: '' },
      { ...keys, auth: 'short' },
      { ...keys, auth: `${keys.auth}==` },
    ]) {
      const failure = await service.fail(addPushBrowser, { body: { ...rest, keys: wrong } }, token);
      assert.equal(failure.code, 'validation_failed', JSON.stringify(wrong));
    }
  });

  it('go to ten browsers at most, however many are added at once', async (t) => {
    const { service, token, browser } = await stage(t);
    const all = Array.from({ length: PUSH_BROWSERS_MAX + 4 }, (_, index) =>
      service.call(addPushBrowser, { body: browser(String(index)) }, token),
    );
    const settled = await Promise.allSettled(all);
    assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, PUSH_BROWSERS_MAX);
    const refused = await service.fail(addPushBrowser, { body: browser('more') }, token);
    assert.equal(refused.message, 'Notices go to at most 10 browsers. Remove one first.');
    const { browsers } = await service.call(getNotifications, {}, token);
    assert.equal(browsers.length, PUSH_BROWSERS_MAX);
  });

  it('of another user cannot be tested, removed or told apart from nobody’s', async (t) => {
    const { service, token, browser } = await stage(t);
    const { browser: mine } = await service.call(addPushBrowser, { body: browser('desk') }, token);
    const other = await signedInUser(service);
    const params = { browser_id: mine.browser_id };
    const failure = await service.fail(testPushBrowser, { params }, other.token);
    assert.equal(failure.code, 'not_found');
    await service.call(removePushBrowser, { params }, other.token);
    assert.equal((await service.call(getNotifications, {}, token)).browsers.length, 1);
  });

  it('are tested at most twenty times an hour', async (t) => {
    const { service, token, browser } = await stage(t);
    const { browser: desk } = await service.call(addPushBrowser, { body: browser('desk') }, token);
    const params = { browser_id: desk.browser_id };
    for (let time = 0; time < 20; time += 1) await service.call(testPushBrowser, { params }, token);
    assert.equal((await service.fail(testPushBrowser, { params }, token)).code, 'rate_limited');
  });
});
