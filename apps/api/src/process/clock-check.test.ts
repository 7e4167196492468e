import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { sendHeartbeat } from '@quorate/contract/live';
import { syncTrades } from '@quorate/contract/trade-sync';
import { getDashboard } from '@quorate/contract/usage';
import { accountInput, signedInUser, tradeInput } from '../../test/helpers/builders.ts';
import { freshDatabase } from '../../test/helpers/fresh-database.ts';
import { testClock } from '../../test/helpers/test-clock.ts';
import { startTestService } from '../../test/helpers/test-service.ts';
import { aBeat } from '../features/live/testing/heartbeats.ts';
import { systemClock } from './clock.ts';
import { checkClock } from './service-jobs.ts';

const HOUR_MS = 3_600_000;

async function stage(t: TestContext, offsetMs: number) {
  const { db, close } = await freshDatabase();
  t.after(close);
  const clock = testClock(new Date(systemClock.now() + offsetMs).toISOString());
  const lines: [object, string][] = [];
  const log = { error: (details: object, message: string) => void lines.push([details, message]) };
  return { deps: { db, clock, log }, lines };
}

describe('the clock of the service', () => {
  // @attack 2.17
  it('an hour off, either way, is an error with a code of its own', async (t) => {
    for (const offset of [HOUR_MS, -HOUR_MS, 4_000, -4_000]) {
      const { deps, lines } = await stage(t, offset);
      const skew = await checkClock(deps);
      assert.ok(Math.abs(skew - offset) < 2_000, `${skew} ms`);
      const [details, message] = lines[0] ?? [];
      assert.deepEqual(details, { code: 'clock_skew', skew_ms: skew });
      assert.match(message ?? '', offset > 0 ? /ahead of the database's/ : /behind the database's/);
    }
  });

  it('that is right is nothing to speak of', async (t) => {
    const { deps, lines } = await stage(t, 0);
    await checkClock({ ...deps, clock: systemClock });
    assert.deepEqual(lines, []);
  });
});

describe('a service whose clock jumps by an hour', () => {
  it('ahead: sessions, syncs and heartbeats go on', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const beat = (sequence: number) =>
      service.call(sendHeartbeat, { body: aBeat({ sequence }) }, token);
    await beat(1);
    service.clock.advance(HOUR_MS);
    await service.call(getDashboard, {}, token);
    await beat(2);
    const trades = [tradeInput()];
    await service.call(syncTrades, { body: { account: accountInput(), trades } }, token);
  });

  it('back: the same', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const beat = (sequence: number) =>
      service.call(sendHeartbeat, { body: aBeat({ sequence }) }, token);
    await beat(1);
    service.clock.advance(-HOUR_MS);
    await service.call(getDashboard, {}, token);
    await beat(2);
    const trades = [tradeInput()];
    await service.call(syncTrades, { body: { account: accountInput(), trades } }, token);
  });
});
