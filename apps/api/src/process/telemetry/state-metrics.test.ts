import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SIGNATURE_TYPES, verifierKey } from '@quorate/tlog/note';
import { sql } from 'kysely';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startMailServer } from '../../../test/helpers/mail-server.ts';
import { testClock } from '../../../test/helpers/test-clock.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import { newId } from '../../db/ids.ts';
import { beat } from '../../features/live/testing/heartbeats.ts';
import { appendEvents } from '../../features/records/append-events.ts';
import { createLogKey } from '../../features/records/log/log-key.ts';
import { eventOf } from '../../features/records/testing/events.ts';
import { deliverMail, queueMail } from '../../mail/outbox.ts';
import { smtpTransport } from '../../mail/transport.ts';
import { createJobTurns } from '../jobs/job-turns.ts';
import { queueTask } from '../tasks.ts';
import { createMetrics } from './metrics.ts';
import { figureOf, parseMetrics } from './testing/parse-metrics.ts';

const MAIL = { to: 'a@example.com', subject: 'S', text: 'T', html: '<p>T' };

/** What the database holds, as a copy of the service that has just begun tells it. */
async function freshFigures({ database, clock }: TestService) {
  const metrics = createMetrics({ database, clock, version: '1' });
  const { text } = await metrics.scrape();
  metrics.stop();
  const figures = parseMetrics(text);
  return (name: string) => figureOf(figures, name);
}

describe('the figures of the database', () => {
  it('tell what waits and for how long', async (t) => {
    const service = await startTestService(t);
    const none = await freshFigures(service);
    assert.equal(none('quorate_mails_waiting'), 0);
    assert.equal(none('quorate_mails_oldest_age_seconds'), 0);
    await queueMail(service.db, service.clock, MAIL);
    service.clock.advance(90_000);
    await queueMail(service.db, service.clock, MAIL);
    await queueMail(service.db, service.clock, MAIL);
    await service.db
      .updateTable('outbox')
      .set({ attempts: 8 })
      .where('id', '=', (query) =>
        query.selectFrom('outbox').select('id').orderBy('id', 'desc').limit(1),
      )
      .execute();
    const hourAgo = testClock(new Date(service.clock.now() - 3_600_000).toISOString());
    await queueTask(service.db, hourAgo, { kind: 'fetch_transaction', subject: 'txn_1' });
    const told = await freshFigures(service);
    assert.equal(told('quorate_mails_waiting'), 2);
    assert.equal(told('quorate_mails_given_up'), 1);
    assert.equal(told('quorate_mails_oldest_age_seconds'), 90);
    assert.equal(told('quorate_provider_tasks_waiting'), 1);
    assert.equal(told('quorate_provider_tasks_oldest_age_seconds'), 3_600);
  });

  it('tell bots that run from those that fell silent and those that ended', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const account = (login: string) =>
      ({ server: 's', login, account_type: 'demo', currency: 'USD' }) as const;
    await beat(service, token, { account: account('1'), run_id: 'one' });
    await beat(service, token, { account: account('2'), run_id: 'two', ended: true });
    service.clock.advance(46_000);
    await beat(service, token, { account: account('3'), run_id: 'three' });
    const told = await freshFigures(service);
    assert.deepEqual([told('quorate_bots_running'), told('quorate_bots_silent')], [1, 1]);
    service.clock.advance(86_380_000);
    const later = await freshFigures(service);
    assert.deepEqual([later('quorate_bots_running'), later('quorate_bots_silent')], [0, 1]);
  });

  it('tell the schema and how far the clock is off', async (t) => {
    const service = await startTestService(t);
    const before = await freshFigures(service);
    assert.ok(before('quorate_schema_version') >= 11);
    service.clock.advance(3_600_000);
    const after = await freshFigures(service);
    const grown = after('quorate_clock_ahead_seconds') - before('quorate_clock_ahead_seconds');
    assert.ok(Math.abs(grown - 3_600) < 5, `${grown}`);
    assert.equal(after('quorate_database_up'), 1);
  });

  it('tell how the log does, and who may not sign it', async (t) => {
    const publicUrl = 'https://quorate.example';
    const keyOf = (digit: number) => createLogKey(Buffer.alloc(32, digit));
    const service = await startTestService(t, { logKey: keyOf(1), publicUrl });
    const { user } = await signedInUser(service);
    const event = eventOf({ userId: user.id, subjectId: user.id }, 1);
    const witness = (name: string) => ({
      key: verifierKey(name, new Uint8Array(32), SIGNATURE_TYPES.cosignature),
      url: `https://${name}`,
    });
    const witnesses = ['one.example', 'two.example', 'new.example'].map(witness);
    const told = async (digit: number | null) => {
      const signing = digit === null ? undefined : { logKey: keyOf(digit), publicUrl, witnesses };
      const metrics = createMetrics({ ...service, signing, version: '1' });
      const figures = parseMetrics((await metrics.scrape()).text);
      metrics.stop();
      // null: it is not there at all, which is not 0.
      return (name: string, witness?: string) =>
        figures.samples.find((each) => each.name === name && each.labels.witness === witness)
          ?.value ?? null;
    };
    const none = await told(1);
    assert.equal(none('quorate_log_entries'), 0);
    assert.equal(none('quorate_log_waiting_oldest_age_seconds'), 0);
    assert.equal(none('quorate_log_key_mismatch'), 0, 'nothing is signed yet');
    assert.equal(none('quorate_log_checkpoint_age_seconds'), null);
    const at = new Date(service.clock.now());
    await appendEvents(service.db, [{ ...event, at }]);
    await service.sequenceLog();
    await appendEvents(service.db, [{ ...eventOf(event, 2), at }]);
    const row = { size: 1, cosigned_at: at, failed_at: null, failure: null };
    const failed = { failed_at: at, failure: 'it is away' };
    await service.db
      .insertInto('log_witnesses')
      .values([
        { ...row, name: 'one.example' },
        { ...row, ...failed, name: 'two.example' },
        { ...row, ...failed, name: 'gone.example' },
      ])
      .execute();
    service.clock.advance(90_000);
    const later = await told(1);
    assert.equal(later('quorate_log_entries'), 1);
    assert.equal(later('quorate_log_waiting_oldest_age_seconds'), 90);
    assert.equal(later('quorate_log_checkpoint_age_seconds'), 90);
    assert.equal(later('quorate_log_key_mismatch'), 0);
    assert.equal(later('quorate_log_stamp_age_seconds'), null);
    const failing = (name: string) => later('quorate_log_witness_failing', name);
    assert.deepEqual(['one.example', 'two.example', 'new.example'].map(failing), [0, 1, 0]);
    assert.equal(failing('gone.example'), null, 'it is not configured any more');
    const age = 'quorate_log_witness_cosigned_age_seconds';
    assert.equal(later(age, 'two.example'), 90);
    assert.equal(later(age, 'new.example'), null);
    assert.equal((await told(2))('quorate_log_key_mismatch'), 1);
    const runner = await told(null);
    assert.equal(runner('quorate_log_entries'), 1);
    assert.equal(runner('quorate_log_key_mismatch'), null, 'a runner signs nothing');
  });

  it('tell what never worked: a mail, a backup, a job, a stamp', async (t) => {
    const service = await startTestService(t);
    const { db, clock } = service;
    const jobs = [
      { name: 'hourly', everyMs: 3_600_000 },
      { name: 'fails', everyMs: 60_000 },
      { name: 'works', everyMs: 60_000 },
    ];
    const turns = createJobTurns(db, { self: newId(), sole: true });
    await turns.add(jobs);
    const turn = { runs: 3, started_ago_ms: 2_000, finished_ago_ms: 1_000, next_in_ms: 0 };
    await turns.save([
      { ...turn, name: 'fails', failures: 3, outcome: 'failed', error: 'no' },
      // The last of three turns failed; one before it did not.
      { ...turn, name: 'works', failures: 1, outcome: 'failed', error: 'no' },
    ]);
    await sql`update service_jobs set added_at = now() - interval '5 hours'`.execute(db);
    const told = async () => {
      const signing = {
        logKey: createLogKey(Buffer.alloc(32, 1)),
        publicUrl: 'https://quorate.example',
        witnesses: [],
        stamped: true,
      };
      const metrics = createMetrics({ ...service, signing, jobs, version: '1' });
      const figures = parseMetrics((await metrics.scrape()).text);
      metrics.stop();
      return (name: string, labels = {}) => figureOf(figures, name, labels);
    };
    const none = await told();
    assert.equal(none('quorate_last_backup_timestamp_seconds'), 0);
    // The database of a test is copied from one that was made some time ago.
    const installed = none('quorate_installed_timestamp_seconds');
    assert.ok(installed > Date.UTC(2026, 0, 1) / 1_000, `${installed}`);
    assert.ok(installed < Date.now() / 1_000 + 60, `${installed}`);
    assert.ok(none('quorate_database_size_bytes') > 1_000_000);
    const late = (job_name: string) => none('quorate_job_late_seconds', { job_name });
    assert.ok(Math.abs(late('hourly') - 4 * 3_600) < 60, `${late('hourly')}`);
    assert.ok(Math.abs(late('fails') - (5 * 3_600 - 60)) < 60, `${late('fails')}`);
    assert.equal(late('works'), 0);
    assert.equal(none('quorate_mails_any_sent'), 0);
    assert.equal(none('quorate_log_unstamped_age_seconds'), 0, 'there is nothing to stamp');

    await queueMail(db, clock, MAIL);
    const { url } = await startMailServer(t, {});
    await deliverMail({ ...service, transport: smtpTransport(url, 'a@b.example') });
    const at = new Date(clock.now());
    const checkpoint = { note: 'n', signed_at: at };
    await db
      .insertInto('log_checkpoints')
      .values([
        { ...checkpoint, size: 1, stamp: Buffer.from('s'), stamped_at: at },
        { ...checkpoint, size: 2, stamp: null, stamped_at: null },
        {
          ...checkpoint,
          size: 3,
          signed_at: new Date(clock.now() + 60_000),
          stamp: null,
          stamped_at: null,
        },
      ])
      .execute();
    clock.advance(7_200_000);
    const later = await told();
    assert.equal(later('quorate_mails_any_sent'), 1);
    assert.equal(later('quorate_log_unstamped_age_seconds'), 7_200);
  });

  it('are read once for all who ask within 15 seconds', async (t) => {
    const service = await startTestService(t);
    const metrics = createMetrics({ ...service, version: '1' });
    t.after(() => metrics.stop());
    await metrics.scrape();
    await queueMail(service.db, service.clock, MAIL);
    const { text } = await metrics.scrape();
    assert.equal(figureOf(parseMetrics(text), 'quorate_mails_waiting'), 0);
  });

  it('hold nobody up while the database hangs: all others are told in time', async (t) => {
    const service = await startTestService(t);
    const { promise: never, resolve } = Promise.withResolvers<void>();
    t.after(() => resolve());
    const db = service.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        asked += 1;
        await never;
        return result;
      },
    });
    let asked = 0;
    const metrics = createMetrics({
      ...service,
      database: { ...service.database, db },
      version: '1',
    });
    t.after(() => metrics.stop());
    const begun = performance.now();
    for (let scrape = 0; scrape < 2; scrape += 1) {
      const figures = parseMetrics((await metrics.scrape()).text);
      assert.equal(figureOf(figures, 'quorate_database_up'), 0);
      assert.equal(figureOf(figures, 'quorate_build_info'), 1);
    }
    assert.ok(performance.now() - begun < 8_000, 'Prometheus gives up after 10 s');
    assert.equal(asked, 1, 'what hangs is not asked once more by each scrape');
  });

  it('count no mail as late that the mail server refuses for its address alone', async (t) => {
    const service = await startTestService(t);
    const { url } = await startMailServer(t, { unknown: ['nobody@example.com'] });
    const transport = smtpTransport(url, 'Service <no-reply@example.com>');
    await queueMail(service.db, service.clock, { ...MAIL, to: 'nobody@example.com' });
    await deliverMail({ ...service, transport });
    service.clock.advance(3_600_000);
    const alone = await freshFigures(service);
    assert.equal(alone('quorate_mails_waiting'), 1);
    assert.equal(alone('quorate_mails_oldest_age_seconds'), 0);
    await queueMail(service.db, service.clock, MAIL);
    await deliverMail({
      ...service,
      transport: smtpTransport('smtp://127.0.0.1:9', 'a@b.example'),
    });
    service.clock.advance(60_000);
    assert.equal((await freshFigures(service))('quorate_mails_oldest_age_seconds'), 60);
  });

  it('are left out where the database does not answer, and all others are told', async (t) => {
    const service = await startTestService(t);
    await service.database.close();
    const metrics = createMetrics({ ...service, version: '1' });
    t.after(() => metrics.stop());
    const { text } = await metrics.scrape();
    const figures = parseMetrics(text);
    assert.equal(figureOf(figures, 'quorate_database_up'), 0);
    assert.ok(!figures.samples.some(({ name }) => name === 'quorate_mails_waiting'));
    assert.ok(figureOf(figures, 'quorate_build_info') === 1);
  });
});
