import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getServiceStatus } from '@quorate/contract/status';
import { sql } from 'kysely';
import { KEPT_BY_EACH_COPY } from '../../../test/helpers/copies.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import { measureMinute } from './measure-minute.ts';

/** Minutes as the job would have left them. */
async function fill(
  { db }: TestService,
  from: string,
  count: number,
  row: Readonly<{ database_ms?: number; mail_late_s?: number; bars_at?: Date | null }> = {},
): Promise<void> {
  const { database_ms = 2, mail_late_s = 0, bars_at = null } = row;
  await sql`
    insert into service_minutes (minute, database_ms, mail_late_s, bars_at)
    select ${from}::timestamptz + step * interval '1 minute', ${database_ms}, ${mail_late_s},
      ${bars_at}::timestamptz
    from generate_series(0, ${count - 1}::integer) as step
  `.execute(db);
}

const statusOf = async (service: TestService) => (await service.call(getServiceStatus)).status;

describe('the status of the service', { skip: KEPT_BY_EACH_COPY }, () => {
  it('is not known where nothing was measured, and nothing of it is zero', async (t) => {
    const service = await startTestService(t);
    const { at, version, ...rest } = await statusOf(service);
    assert.equal(at, '2026-03-02T10:00:00.000Z');
    assert.match(version, /\d/);
    const nothing = { since: null, minutes: 0, up_percent: null };
    assert.deepEqual(rest, {
      measured_at: null,
      database: { state: 'unknown', median_ms: null, slow_ms: null },
      bars: { state: 'unknown', last_at: null },
      mail: { state: 'unknown', waiting_s: null },
      day: nothing,
      ninety_days: nothing,
      days: [],
      last_incident: null,
    });
  });

  it('is measured once a minute, however often the job runs', async (t) => {
    const service = await startTestService(t);
    await measureMinute(service);
    await measureMinute(service);
    service.clock.advance(60_000);
    await measureMinute(service);
    const rows = await service.db.selectFrom('service_minutes').select('minute').execute();
    assert.equal(rows.length, 2);
    const { measured_at, database, mail, day, last_incident } = await statusOf(service);
    assert.equal(measured_at, '2026-03-02T10:01:00.000Z');
    assert.deepEqual([database.state, mail], ['up', { state: 'up', waiting_s: 0 }]);
    assert.deepEqual(day, { since: '2026-03-02T10:00:00.000Z', minutes: 1, up_percent: 100 });
    assert.equal(last_incident, null);
  });

  it('counts missing minutes against it, from the first that was measured', async (t) => {
    const service = await startTestService(t);
    // Two hours, of which 10 minutes are missing.
    await fill(service, '2026-03-02T08:00:00Z', 60);
    await fill(service, '2026-03-02T09:10:00Z', 50);
    const { day, ninety_days, days, last_incident } = await statusOf(service);
    assert.deepEqual(day, { since: '2026-03-02T08:00:00.000Z', minutes: 120, up_percent: 91.66 });
    assert.deepEqual(ninety_days, day);
    assert.deepEqual(days, [{ day: '2026-03-02', minutes: 120, up_percent: 91.66 }]);
    assert.deepEqual(last_incident, {
      part: 'service',
      from: '2026-03-02T09:00:00.000Z',
      until: '2026-03-02T09:10:00.000Z',
    });
  });

  it('names a service that stopped measuring as an incident that goes on', async (t) => {
    const service = await startTestService(t);
    await fill(service, '2026-03-02T08:00:00Z', 30);
    const { database, mail, last_incident } = await statusOf(service);
    assert.deepEqual([database.state, mail.state], ['unknown', 'unknown']);
    assert.deepEqual(last_incident, {
      part: 'service',
      from: '2026-03-02T08:30:00.000Z',
      until: null,
    });
  });

  it('takes a replaced copy for no incident, and a mail or a database that is late for one', async (t) => {
    const service = await startTestService(t);
    await fill(service, '2026-03-02T08:00:00Z', 30);
    await fill(service, '2026-03-02T08:32:00Z', 18);
    assert.equal((await statusOf(service)).last_incident?.from, '2026-03-02T08:50:00.000Z');
    await fill(service, '2026-03-02T08:50:00Z', 5, { database_ms: 1_500 });
    await fill(service, '2026-03-02T08:55:00Z', 64);
    service.clock.advance(15_000);
    assert.deepEqual((await statusOf(service)).last_incident, {
      part: 'database',
      from: '2026-03-02T08:50:00.000Z',
      until: '2026-03-02T08:55:00.000Z',
    });
    await fill(service, '2026-03-02T09:59:00Z', 1, { mail_late_s: 1_000 });
    await sql`update service_minutes set mail_late_s = 1000 where minute >= '2026-03-02T09:50:00Z'`.execute(
      service.db,
    );
    service.clock.advance(15_000);
    const { mail, last_incident } = await statusOf(service);
    assert.deepEqual(mail, { state: 'slow', waiting_s: 1_000 });
    assert.deepEqual(last_incident, {
      part: 'mail',
      from: '2026-03-02T09:50:00.000Z',
      until: null,
    });
  });

  it('says when a bar last came, and calls an old one neither up nor down', async (t) => {
    const service = await startTestService(t);
    const bars_at = new Date('2026-03-02T09:58:00Z');
    await fill(service, '2026-03-02T09:50:00Z', 10, { bars_at });
    const { bars } = await statusOf(service);
    assert.deepEqual(bars, { state: 'up', last_at: bars_at.toISOString() });
    service.clock.advance(60 * 60_000);
    await fill(service, '2026-03-02T10:50:00Z', 10, { bars_at });
    assert.deepEqual((await statusOf(service)).bars, {
      state: 'unknown',
      last_at: bars_at.toISOString(),
    });
  });

  it('reads a full 90 days fast enough to be asked at any time', async (t) => {
    const service = await startTestService(t);
    await fill(service, '2025-12-02T10:00:00Z', 90 * 1_440);
    const askedAt = performance.now();
    const { ninety_days, days } = await statusOf(service);
    assert.ok(performance.now() - askedAt < 5_000);
    assert.deepEqual([ninety_days.minutes, ninety_days.up_percent], [129_600, 100]);
    assert.deepEqual([days.length, days[45]?.up_percent, days.at(-1)?.minutes], [91, 100, 600]);
  });
});
