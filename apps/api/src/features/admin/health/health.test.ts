import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { getServiceHealth } from '@quorate/contract/admin-health';
import { sql } from 'kysely';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { signedInOperator } from '../../../../test/helpers/operator.ts';
import { testClock } from '../../../../test/helpers/test-clock.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import { noteBackup } from '../../../db/made-backups.ts';
import { queueMail } from '../../../mail/outbox.ts';
import { noteInstance } from '../../../process/instances/instances.queries.ts';
import { queueTask } from '../../../process/tasks.ts';

const FIGURES = {
  uptime_s: 60,
  rss_mb: 200,
  heap_mb: 90,
  loop_lag_ms: 3.2,
  requests: 1_000,
  errors: 0,
  schema: '0019-mail-order',
};
const COPY = '00000000-0000-4000-8000-00000000000';

async function start(t: TestContext, clock = testClock()) {
  const service = await startTestService(t, { clock });
  const { token } = await signedInOperator(service);
  const { db } = service;
  const look = () => service.call(getServiceHealth, {}, token);
  const check = async (key: string) => {
    const { checks } = await look();
    const found = checks.find((each) => each.key === key);
    if (!found) throw new Error(`there is no check ${key}`);
    return found;
  };
  const addCopy = (id: number, version = '1.0.0', figures = FIGURES) =>
    noteInstance(db, { id: `${COPY}${id}`, host: `host-${id}`, pid: id, version }, figures);
  return { service, db, clock, token, look, check, addCopy };
}

describe('the health page', () => {
  it('says how large the database is, and of which schema', async (t) => {
    const { service, look } = await start(t);
    const { database } = await look();
    assert.equal(database.kind, service.database.kind);
    assert.ok(database.size_bytes > 1_000_000);
    assert.match(database.schema, /^\d{4}-/);
    assert.ok(database.tables.length > 3 && database.tables.length <= 10);
    assert.ok(database.tables.every(({ size_bytes }) => size_bytes > 0));
  });

  it('shows the copies that say that they are there, and which have fallen silent', async (t) => {
    const { db, look, check, addCopy } = await start(t);
    assert.equal((await check('copies')).verdict, 'look');
    await addCopy(1);
    await addCopy(2);
    const both = await look();
    assert.deepEqual(
      both.copies.map(({ host, verdict, figures }) => [host, verdict, figures?.rss_mb]),
      [
        ['host-1', 'fine', 200],
        ['host-2', 'fine', 200],
      ],
    );
    assert.deepEqual(
      [(await check('copies')).verdict, (await check('copies')).says],
      ['fine', '2 copies run.'],
    );
    await sql`update service_instances set seen_at = now() - interval '20 seconds' where pid = 2`.execute(
      db,
    );
    const silent = await check('copies');
    assert.deepEqual(
      [silent.verdict, silent.says],
      ['look', 'One copy runs. Not seen for more than 15 s: 1 more.'],
    );
  });

  it('says when copies run different versions, or have too much to do', async (t) => {
    const { check, addCopy } = await start(t);
    await addCopy(1, '1.0.0');
    await addCopy(2, '1.1.0');
    assert.match((await check('copies')).says, /2 versions: 1\.0\.0, 1\.1\.0/);
    await addCopy(2, '1.0.0', { ...FIGURES, loop_lag_ms: 2_000 });
    assert.equal((await check('copies')).verdict, 'broken');
  });

  it('reads what another version says of itself as unknown, and stands', async (t) => {
    const { db, look, addCopy } = await start(t);
    await addCopy(1);
    await sql`update service_instances set figures = '{"memory": "much"}'`.execute(db);
    assert.equal((await look()).copies[0]?.figures, null);
  });

  it('says when the last backup was made, and when that is too long ago', async (t) => {
    const { db, check } = await start(t);
    const says = async () => {
      const { verdict, says: words } = await check('backup');
      return [verdict, words];
    };
    const none = 'No backup yet with “npm run backup”.';
    assert.deepEqual(
      await says(),
      ['look', none],
      'none is never fine, however new the service is',
    );
    const made = {
      taken_at: '2026-11-20T02:30:00.000Z',
      host: 'one',
      rows: 1_234,
      bytes: 2_500_000,
    };
    await noteBackup(db, { ...made, file: '/backups/first' });
    await noteBackup(db, { ...made, file: '/backups/second' });
    assert.deepEqual(await says(), [
      'fine',
      'The last one is 0 s old: 1,234 rows, 3 MB, /backups/second on one.',
    ]);
    await sql`update backups_made set ended_at = now() - interval '49 hours'`.execute(db);
    const [verdict, words] = await says();
    assert.equal(verdict, 'look');
    assert.match(words ?? '', /^The last one is 2 days old/);
  });

  it('names jobs that are overdue or failed, and who does them', async (t) => {
    const { db, look, check, addCopy } = await start(t);
    await addCopy(1);
    await sql`insert into service_jobs (name, next_at, held_by, held_until, outcome, runs) values
      ('deliver-mail', now(), ${`${COPY}1`}, now() + interval '10 seconds', 'ok', 12)`.execute(db);
    assert.deepEqual((await check('jobs')).says, '1 job in time.');
    assert.equal((await look()).jobs[0]?.held_by, 'host-1, process 1');
    await sql`update service_jobs set outcome = 'failed', last_error = 'no route to host'`.execute(
      db,
    );
    assert.deepEqual(
      [(await check('jobs')).verdict, (await look()).jobs[0]?.last_error],
      ['look', 'no route to host'],
    );
    await sql`update service_jobs set next_at = now() - interval '3 minutes'`.execute(db);
    const late = await check('jobs');
    assert.deepEqual([late.verdict, late.says], ['broken', 'Overdue: deliver-mail.']);
  });

  it('tells mails that wait too long from mails on their way', async (t) => {
    const { db, clock, check } = await start(t);
    await db
      .updateTable('outbox')
      .set({ sent_at: new Date(clock.now()) })
      .execute();
    await queueMail(db, clock, { to: 'a@example.com', subject: 'x', text: 'x', html: 'x' });
    assert.deepEqual((await check('mail')).says, '1 mail on the way.');
    await db.updateTable('outbox').set({ last_error: 'connect ECONNREFUSED' }).execute();
    clock.advance(16 * 60_000);
    const late = await check('mail');
    assert.equal(late.verdict, 'broken');
    assert.match(
      late.says,
      /the oldest for 16 min\. The mail server’s last answer: connect ECONNREFUSED/,
    );
    await db.updateTable('outbox').set({ refused: true }).execute();
    assert.equal((await check('mail')).verdict, 'fine', 'one address that does not exist');
    await db.updateTable('outbox').set({ attempts: 8 }).execute();
    assert.equal((await check('mail')).verdict, 'look');
  });

  it('counts what the provider told in the last hour, and what waits for it', async (t) => {
    const { db, clock, check } = await start(t);
    const at = new Date(clock.now());
    const event = { entity_id: null, occurred_at: at, received_at: at } as const;
    await db
      .insertInto('webhook_events')
      .values([
        { ...event, event_id: 'evt_1', event_type: 'transaction.paid', outcome: 'applied' },
        { ...event, event_id: 'evt_2', event_type: 'transaction.paid', outcome: 'unreadable' },
      ])
      .execute();
    const told = await check('webhooks');
    assert.equal(told.verdict, 'broken');
    assert.match(told.says, /^1 processed, .* 1 unreadable\.$/);
    clock.advance(3_600_001);
    assert.equal((await check('webhooks')).verdict, 'fine');
    await queueTask(db, clock, { kind: 'cancel_now', subject: 'sub_1' }, 60_000);
    await db.updateTable('tasks').set({ attempts: 11, last_error: 'refused' }).execute();
    assert.equal((await check('provider_tasks')).verdict, 'look');
    clock.advance(10 * 60_000);
    assert.equal((await check('provider_tasks')).verdict, 'broken');
  });

  it('says that a clock differs from the database’s before webhooks are refused', async (t) => {
    const clock = testClock(new Date().toISOString());
    const { check } = await start(t, clock);
    clock.set(new Date().toISOString());
    assert.equal((await check('clock')).verdict, 'fine');
    clock.advance(3_600_000);
    const off = await check('clock');
    assert.equal(off.verdict, 'broken');
    assert.match(off.says, /ahead of the database’s/);
  });

  it('is for operators alone', async (t) => {
    const { service } = await start(t);
    const { token } = await signedInUser(service);
    assert.equal((await service.fail(getServiceHealth, {}, token)).code, 'operator_only');
  });
});
