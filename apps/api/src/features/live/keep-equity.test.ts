import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quorate/values/instant';
import { accountInput, signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import { removeOldRows } from '../../process/retention/remove-old-rows.ts';
import { EQUITY_MINUTES_DAYS, rollUpEquity } from './keep-equity.ts';
import { beat } from './testing/heartbeats.ts';

/** The kept steps of a kind, oldest first, as figures in the order of the columns. */
async function kept({ db }: TestService, step: 'minute' | 'hour' | 'day') {
  const rows = await db
    .selectFrom('equity_steps')
    .selectAll()
    .where('step', '=', step)
    .orderBy('at')
    .execute();
  return rows.map((row) => [
    row.at.toISOString().slice(0, 16),
    row.first_equity,
    row.lowest,
    row.highest,
    row.last_equity,
    row.first_balance,
    row.last_balance,
    row.fall,
    row.fall_from,
  ]);
}

/** A bot whose equity is told every 20 s, beginning with 10:00 on Monday 2 March 2026. */
async function walk(service: TestService, equities: readonly (number | null)[], balance = 100) {
  const { token } = await signedInUser(service);
  const account = accountInput();
  for (const [index, equity] of equities.entries()) {
    if (index > 0) service.clock.advance(20_000);
    await beat(service, token, { account, sequence: index + 1, equity, balance });
  }
  return token;
}

describe('the equity of an account', () => {
  it('is kept by the minute and by the trading day, with the deepest fall within each', async (t) => {
    const service = await startTestService(t);
    await walk(service, [100, 103, 99, 101, 101, 98]);
    assert.deepEqual(await kept(service, 'minute'), [
      ['2026-03-02T10:00', 10_000, 9_900, 10_300, 9_900, 10_000, 10_000, 400, 10_300],
      ['2026-03-02T10:01', 10_100, 9_800, 10_100, 9_800, 10_000, 10_000, 300, 10_100],
    ]);
    // The server's midnight: 17:00 in New York.
    assert.deepEqual(await kept(service, 'day'), [
      ['2026-03-01T22:00', 10_000, 9_800, 10_300, 9_800, 10_000, 10_000, 500, 10_300],
    ]);
  });

  it('is not kept where a heartbeat does not know it, comes late or says nothing new', async (t) => {
    const service = await startTestService(t);
    const token = await walk(service, [null, 100, null]);
    assert.equal((await kept(service, 'minute')).length, 1);
    await beat(service, token, { sequence: 2, equity: 50, balance: 50 });
    service.clock.advance(MINUTE_MS);
    await beat(service, token, { sequence: 3, equity: 50, balance: 50 });
    assert.deepEqual(
      (await kept(service, 'day')).map(([, , lowest]) => lowest),
      [10_000],
    );
  });

  it('costs a row a day where it does not change', async (t) => {
    const service = await startTestService(t);
    await walk(service, [100, 100, 100, 100, 100, 100, 100]);
    assert.deepEqual(
      [(await kept(service, 'minute')).length, (await kept(service, 'day')).length],
      [1, 1],
    );
  });

  it('goes with its account', async (t) => {
    const service = await startTestService(t);
    await walk(service, [100]);
    await service.db.deleteFrom('users').execute();
    assert.deepEqual(await kept(service, 'day'), []);
  });

  it('becomes an equity by the hour after some days, of the same falls, and stays by the day', async (t) => {
    const service = await startTestService(t);
    // 103 is the peak of the first minute, 95 the trough of the second: only the hour has fallen by 8.
    await walk(service, [100, 103, 102, 101, 95, 99]);
    const days = await kept(service, 'day');
    await rollUpEquity(service);
    assert.equal((await kept(service, 'minute')).length, 2, 'young');
    service.clock.advance(EQUITY_MINUTES_DAYS * DAY_MS + HOUR_MS);
    await rollUpEquity(service);
    assert.deepEqual(await kept(service, 'minute'), []);
    assert.deepEqual(await kept(service, 'hour'), [
      ['2026-03-02T10:00', 10_000, 9_500, 10_300, 9_900, 10_000, 10_000, 800, 10_300],
    ]);
    service.clock.advance(91 * DAY_MS);
    await removeOldRows(service);
    assert.deepEqual(await kept(service, 'hour'), []);
    assert.deepEqual(await kept(service, 'day'), days);
  });
});
