import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Simulation, simulate } from './simulation.ts';
import { finish } from './slices.ts';

type Input = Parameters<typeof simulate>[0];
const run = (changes: Partial<Input>): Simulation =>
  finish(
    simulate({
      nets: [100, -100],
      balanceMinor: 1_000,
      runs: 1_000,
      tradesAhead: 50,
      ruinPercent: 50,
      seed: 1,
      ...changes,
    }),
  );

test('equal trades leave one outcome', () => {
  const { fan, drawdown, loss, ruin } = run({ nets: [10, 10, 10], tradesAhead: 20 });
  assert.deepEqual(fan.at(0), { trade: 0, outcomes: [0, 0, 0, 0, 0] });
  assert.deepEqual(fan.at(-1), { trade: 20, outcomes: [200, 200, 200, 200, 200] });
  assert.deepEqual(drawdown, [0, 0, 0, 0, 0]);
  assert.deepEqual([loss.percent, ruin?.percent, ruin?.levelMinor], [0, 0, 500]);
});

test('trades that all lose ruin every run, at the trade that reaches the level', () => {
  const losing = { nets: [-10], balanceMinor: 1_000, ruinPercent: 50 };
  assert.equal(run({ ...losing, tradesAhead: 49 }).ruin?.percent, 0);
  const { ruin, loss, drawdownPercent } = run({ ...losing, tradesAhead: 50 });
  assert.deepEqual([ruin?.percent, ruin?.runs, loss.percent], [100, 1_000, 100]);
  assert.deepEqual(drawdownPercent, [50, 50, 50, 50, 50]);
});

test('the spread of single draws is that of a coin thrown as often', () => {
  // Two results make blocks of one: each run is 100 throws for 1 or -1, whose sum has a deviation of 10.
  const { fan, blockLength } = run({ nets: [1, -1], tradesAhead: 100, runs: 5_000, seed: 5 });
  assert.equal(blockLength, 1);
  const [p5 = 0, , p50 = 0, , p95 = 0] = fan.at(-1)?.outcomes ?? [];
  assert.ok(Math.abs(p50) <= 2, `${p50}`);
  assert.ok(Math.abs(p5 + 16.45) <= 2 && Math.abs(p95 - 16.45) <= 2, `${p5} ${p95}`);
});

test('the chance of ruin is near the gambler’s', () => {
  // A fair game that begins with 5 and is ruined at 0 within 25 rounds.
  const { ruin } = run({
    nets: [1, -1],
    balanceMinor: 5,
    ruinPercent: 100,
    tradesAhead: 25,
    runs: 5_000,
    seed: 9,
  });
  const exact = 100 * ruinOfFairGame(5, 25);
  assert.ok(
    (ruin?.interval?.low ?? 100) < exact && exact < (ruin?.interval?.high ?? 0),
    `${exact}`,
  );
});

test('without a balance there is no ruin and no percentage', () => {
  const { ruin, drawdownPercent, drawdown } = run({ balanceMinor: null });
  assert.deepEqual([ruin, drawdownPercent], [null, null]);
  assert.ok((drawdown[2] ?? 0) > 0);
  assert.equal(run({ balanceMinor: 0 }).ruin, null);
});

test('the same seed draws the same runs, another one others', () => {
  const nets = [120, -80, 30, -60, 55, -20, 90];
  assert.deepEqual(run({ nets, seed: 4 }), run({ nets, seed: 4 }));
  assert.notDeepEqual(run({ nets, seed: 4 }), run({ nets, seed: 5 }));
});

test('percentiles never cross, and no run ends below its deepest fall', () => {
  const nets = fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(nets, fc.integer({ min: 1, max: 120 }), fc.nat(), (each, tradesAhead, seed) => {
      const { fan, drawdown } = run({ nets: each, tradesAhead, seed, runs: 60 });
      assert.equal(fan.at(-1)?.trade, tradesAhead);
      for (const { outcomes } of [...fan, { outcomes: drawdown }])
        assert.deepEqual(
          outcomes,
          outcomes.toSorted((a, b) => a - b),
        );
      const worst = fan.at(-1)?.outcomes[0] ?? 0;
      assert.ok(-worst <= (drawdown[4] ?? 0) + 1e-9 || worst >= 0);
    }),
    { numRuns: 60 },
  );
});

/** Chance that a fair walk from `level` touches 0 within so many steps, by adding up all its places. */
function ruinOfFairGame(level: number, steps: number): number {
  let places = new Map([[level, 1]]);
  let ruined = 0;
  for (let step = 0; step < steps; step += 1) {
    const next = new Map<number, number>();
    for (const [place, chance] of places)
      for (const to of [place - 1, place + 1])
        if (to === 0) ruined += chance / 2;
        else next.set(to, (next.get(to) ?? 0) + chance / 2);
    places = next;
  }
  return ruined;
}
