import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { addPerson } from '../../test/contract/helpers/people.ts';
import { freshDatabase } from '../../test/helpers/fresh-database.ts';
import { testClock } from '../../test/helpers/test-clock.ts';
import { until } from '../../test/helpers/until.ts';
import { removeExpiredTasks } from '../process/tasks.ts';
import { createPush } from './create-push.ts';
import { deliverNotices, queueNotices } from './push-outbox.ts';
import { createSealedReader } from './testing/open-sealed.ts';
import { startPushService } from './testing/push-service.ts';

const NOTICE = {
  title: 'Silent',
  body: 'Since 10:00 UTC',
  url: '/dashboard',
  tag: 'bot:1',
  at: '2026-03-02T10:00:00.000Z',
};

async function stage(t: TestContext) {
  const { db, close } = await freshDatabase();
  t.after(close);
  const service = await startPushService(t);
  const clock = testClock();
  const push = createPush({
    secretKey: Buffer.alloc(32, 3),
    origins: [service.origin],
    contact: 'mailto:support@quorate.example',
  });
  const reader = createSealedReader();
  const deps = { db, clock, push };
  const addBrowser = async (userId: string, path: string) => {
    const id = crypto.randomUUID();
    await db
      .insertInto('push_subscriptions')
      .values({
        user_id: userId,
        id,
        endpoint: `${service.origin}/${path}`,
        ...reader.keys,
        name: 'Firefox on Linux',
        created_at: new Date(clock.now()),
      })
      .execute();
    return id;
  };
  const { id: userId } = await addPerson(deps);
  const waiting = () => db.selectFrom('tasks').selectAll().execute();
  const browsers = () => db.selectFrom('push_subscriptions').select('id').execute();
  return { ...deps, deps, service, reader, userId, addBrowser, waiting, browsers };
}

describe('notices on their way to browsers', () => {
  it('reach each browser of their user once, though three copies deliver', async (t) => {
    const { deps, service, reader, userId, addBrowser, waiting } = await stage(t);
    await addBrowser(userId, 'phone');
    await addBrowser(userId, 'desk');
    const other = await addPerson(deps);
    await addBrowser(other.id, 'stranger');
    assert.equal(await queueNotices(deps, [{ userId, notice: NOTICE }]), 2);
    const counts = await Promise.all([1, 2, 3].map(() => deliverNotices(deps)));
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      2,
    );
    assert.deepEqual(service.pushed.map(({ path }) => path).toSorted(), ['/desk', '/phone']);
    for (const { body } of service.pushed) assert.deepEqual(JSON.parse(reader.open(body)), NOTICE);
    assert.deepEqual(await waiting(), []);
    assert.equal(await deliverNotices(deps), 0);
  });

  it('are tried again later and later, as late as the push service asks, for an hour', async (t) => {
    const { deps, clock, service, userId, addBrowser, waiting } = await stage(t);
    await addBrowser(userId, 'phone');
    await queueNotices(deps, [{ userId, notice: NOTICE }]);
    service.answerWith((response) => response.writeHead(503).end('later'));
    const triedAt: number[] = [];
    for (let second = 0; second <= 3_700; second += 1) {
      const before = service.pushed.length;
      if (second % 5 === 0) await deliverNotices(deps);
      if (service.pushed.length > before) triedAt.push(second);
      clock.advance(1_000);
    }
    assert.deepEqual(triedAt, [0, 5, 20, 80, 380, 1_280, 2_180, 3_080]);
    assert.match((await waiting())[0]?.last_error ?? '', /answered 503: later/);
    await removeExpiredTasks(deps);
    assert.deepEqual(await waiting(), []);
    await queueNotices(deps, [{ userId, notice: NOTICE }]);
    service.answerWith((response) => response.writeHead(429, { 'retry-after': '600' }).end());
    await deliverNotices(deps);
    const [row] = await waiting();
    assert.equal(Number(row?.run_at), clock.now() + 600_000);
  });

  it('tell how long they are worth keeping: the rest of their hour', async (t) => {
    const { deps, clock, service, userId, addBrowser } = await stage(t);
    await addBrowser(userId, 'phone');
    await queueNotices(deps, [{ userId, notice: NOTICE }]);
    clock.advance(1_800_000);
    await deliverNotices(deps);
    assert.equal(service.pushed[0]?.headers.ttl, '1800');
    assert.match(String(service.pushed[0]?.headers.topic), /^[\w-]{32}$/);
  });

  for (const status of [404, 410]) {
    it(`end with a browser that is gone (${status}), whatever else waits for it`, async (t) => {
      const { deps, service, userId, addBrowser, waiting, browsers } = await stage(t);
      await addBrowser(userId, 'old');
      await queueNotices(deps, [
        { userId, notice: NOTICE },
        { userId, notice: { ...NOTICE, tag: 'bot:2' } },
      ]);
      service.answerWith((response) => response.writeHead(status).end());
      await deliverNotices(deps);
      assert.deepEqual(await browsers(), []);
      assert.deepEqual(await waiting(), []);
    });
  }

  it('that the push service refuses for good are not tried again, and the browser stays', async (t) => {
    const { deps, clock, service, userId, addBrowser, waiting, browsers } = await stage(t);
    await addBrowser(userId, 'phone');
    await queueNotices(deps, [{ userId, notice: NOTICE }]);
    service.answerWith((response) => response.writeHead(413).end('too large'));
    await deliverNotices(deps);
    clock.advance(3_599_000);
    await deliverNotices(deps);
    assert.equal(service.pushed.length, 1);
    assert.match((await waiting())[0]?.last_error ?? '', /413: too large/);
    assert.equal((await browsers()).length, 1);
  });

  it('do not reach a browser that another user has taken over since', async (t) => {
    const { deps, clock, service, userId, addBrowser, browsers } = await stage(t);
    await addBrowser(userId, 'shared');
    const other = await addPerson(deps);
    clock.advance(1_000);
    const theirs = await addBrowser(other.id, 'shared');
    await queueNotices(deps, [{ userId, notice: NOTICE }]);
    await deliverNotices(deps);
    assert.deepEqual(service.pushed, []);
    assert.deepEqual(await browsers(), [{ id: theirs }]);
  });

  it('are noted as sent while another still waits for its answer: whoever dies then sends none twice', async (t) => {
    const { deps, service, userId, addBrowser, waiting } = await stage(t);
    for (const path of ['quick', 'hangs']) await addBrowser(userId, path);
    await queueNotices(deps, [{ userId, notice: NOTICE }]);
    const late = Promise.withResolvers<void>();
    service.answerWith((response, { path }) => {
      if (path === '/quick') response.writeHead(201).end();
      else void late.promise.then(() => response.writeHead(201).end());
    });
    const delivered = deliverNotices(deps);
    await until(async () => (await waiting()).length === 1);
    late.resolve();
    assert.equal(await delivered, 2);
  });

  it('leave all in one turn, however many there are, and where nobody takes any, one batch is tried', async (t) => {
    const { deps, service, userId, addBrowser, waiting } = await stage(t);
    await addBrowser(userId, 'phone');
    const many = Array.from({ length: 170 }, (_, bot) => ({
      userId,
      notice: { ...NOTICE, tag: `bot:${bot}` },
    }));
    await queueNotices(deps, many);
    service.answerWith((response) => response.writeHead(503).end());
    await deliverNotices(deps);
    assert.equal(service.pushed.length, 50);
    service.answerWith((response) => response.writeHead(201).end());
    assert.equal(await deliverNotices(deps), 120);
    assert.equal((await waiting()).length, 50);
  });

  it('give way to newer words about the same bot: who is told that it is back is not told after it that it is silent', async (t) => {
    const { deps, clock, service, reader, userId, addBrowser } = await stage(t);
    await addBrowser(userId, 'phone');
    const other = { ...NOTICE, tag: 'bot:2', title: 'Other' };
    await queueNotices(deps, [
      { userId, notice: NOTICE },
      { userId, notice: other },
    ]);
    service.answerWith((response) => response.writeHead(503).end());
    await deliverNotices(deps);
    service.answerWith((response) => response.writeHead(201).end());
    service.pushed.length = 0;
    await queueNotices(deps, [{ userId, notice: { ...NOTICE, title: 'Back' } }]);
    for (let minute = 0; minute < 59; minute += 1) {
      await deliverNotices(deps);
      clock.advance(60_000);
    }
    const titles = service.pushed.map(({ body }) => String(JSON.parse(reader.open(body)).title));
    assert.deepEqual(
      titles.toSorted((a, b) => a.localeCompare(b)),
      ['Back', 'Other'],
    );
  });

  it('of a copy that died while sending are sent by another half a minute later', async (t) => {
    const { deps, clock, service, userId, addBrowser, waiting } = await stage(t);
    await addBrowser(userId, 'phone');
    await queueNotices(deps, [{ userId, notice: NOTICE }]);
    const dying = { ...deps, push: { ...deps.push, send: () => new Promise<never>(() => {}) } };
    void deliverNotices(dying);
    await until(async () => (await waiting())[0]?.attempts === 1);
    assert.equal(await deliverNotices(deps), 0);
    clock.advance(30_000);
    assert.equal(await deliverNotices(deps), 1);
    assert.equal(service.pushed.length, 1);
  });
});
