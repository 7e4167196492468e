import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChaosFindings, chaosRun } from './testing/chaos-run.ts';

const RUNS = 100;

test('whatever breaks, no order is doubled, no deal lost, no stop missing for long and no limit reset', async () => {
  const sum: Record<string, number> = {};
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const found: ChaosFindings = await chaosRun(seed);
    const { orders, deals, kills, cuts, ...faults } = found;
    for (const [name, count] of Object.entries({ orders, deals, kills, cuts }))
      sum[name] = (sum[name] ?? 0) + count;
    assert.deepEqual(
      faults,
      {
        duplicateOrders: 0,
        lostDeals: 0,
        dealsToldTwice: 0,
        nakedTooLong: 0,
        limitsReset: 0,
        unsettled: 0,
      },
      `seed ${seed}`,
    );
  }
  // Runs in which nothing happens prove nothing.
  assert.ok((sum.orders ?? 0) > RUNS && (sum.kills ?? 0) > RUNS && (sum.cuts ?? 0) > RUNS);
});
