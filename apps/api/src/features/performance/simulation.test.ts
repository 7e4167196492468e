import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getSimulation, type SimulationReply } from '@quorate/contract/performance';
import { syncTrades } from '@quorate/contract/trade-sync';
import {
  accountInput,
  signedInUser,
  type TestUser,
  tradeInput,
} from '../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';

/** A trader with so many trades: two wins of 30 and a loss of 50 in turns. */
async function traderWith(service: TestService, count: number): Promise<TestUser> {
  const user = await signedInUser(service);
  const trades = Array.from({ length: count }, (_, index) => {
    const net = index % 3 === 2 ? -50 : 30;
    const changes = { gross_profit: net, commission: 0, profit: net };
    const closed_at = new Date(Date.UTC(2026, 2, 1) + index * 60_000).toISOString();
    return tradeInput({ ...changes, closed_at, opened_at: '2026-02-01T00:00:00.000Z' });
  });
  await service.call(syncTrades, { body: { account: accountInput(), trades } }, user.token);
  return user;
}

function ask(service: TestService, user: TestUser, query: object = {}): Promise<SimulationReply> {
  return service.call(getSimulation, { query } as never, user.token);
}

describe('the simulation', () => {
  it('says how many trades it needs when there are too few', async (t) => {
    const service = await startTestService(t);
    const user = await traderWith(service, 29);
    const { simulation, least, based_on } = await ask(service, user);
    assert.deepEqual([simulation, least, based_on], [null, 30, 29]);
  });

  it('tells outcomes, drawdown, loss and ruin from the balance after the last trade', async (t) => {
    const service = await startTestService(t);
    const user = await traderWith(service, 60);
    const reply = await ask(service, user, { starting_balance: '1000', ruin_percent: 25, seed: 3 });
    assert.deepEqual([reply.balance_now, reply.seed], [1_200, 3]);
    const { simulation } = reply;
    assert.deepEqual(
      [simulation?.runs, simulation?.trades, simulation?.block_length],
      [1_000, 100, 4],
    );
    assert.deepEqual(simulation?.fan.at(0), { trade: 0, p5: 0, p25: 0, p50: 0, p75: 0, p95: 0 });
    const end = simulation?.fan.at(-1);
    assert.equal(end?.trade, 100);
    assert.ok(end.p5 < end.p50 && end.p50 < end.p95, JSON.stringify(end));
    assert.deepEqual([simulation?.ruin?.percent_lost, simulation?.ruin?.level], [25, 900]);
    const { percent = -1, interval } = simulation?.ruin ?? {};
    assert.ok((interval?.low ?? 1) <= percent && percent <= (interval?.high ?? 0));
    assert.ok((simulation?.drawdown_percent?.p50 ?? 0) > 0);
  });

  it('tells no ruin and no percentage without a balance', async (t) => {
    const service = await startTestService(t);
    const user = await traderWith(service, 60);
    const { simulation, balance_now } = await ask(service, user);
    assert.deepEqual(
      [balance_now, simulation?.ruin, simulation?.drawdown_percent],
      [null, null, null],
    );
    assert.ok((simulation?.drawdown.p95 ?? 0) > 0);
  });

  it('draws the same runs from the same seed, and others from another', async (t) => {
    const service = await startTestService(t);
    const user = await traderWith(service, 60);
    const [first, again, other] = await Promise.all(
      [11, 11, 12].map((seed) => ask(service, user, { seed })),
    );
    assert.deepEqual(first, again);
    assert.notDeepEqual(first?.simulation, other?.simulation);
  });

  it('refuses more work than it does', async (t) => {
    const service = await startTestService(t);
    const user = await signedInUser(service);
    const tooMuch = { runs: 5_001, trades: 1_001, ruin_percent: 101, seed: -1 };
    for (const [field, value] of Object.entries(tooMuch)) {
      const failure = await service.fail(getSimulation, { query: { [field]: value } }, user.token);
      assert.equal(failure.status, 400, field);
      assert.ok(failure.fields?.[field], field);
    }
  });
});
