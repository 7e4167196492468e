import { emptyRecord } from '@quorate/trading/ensemble/learned-record';
import { DEFAULT_LIMITS } from '@quorate/trading/ensemble/verdict-rules';
import { WORLDS, type World, walkWorld } from '@quorate/trading/testing/worlds';
import type { Benchmark } from './benchmark.ts';

const SEEDS = 250;
const SKIP = 300;
const DECISIONS = 1_000;
const PRIOR = 1_000;
const SEVERAL_ONLY = { ...DEFAULT_LIMITS, oneProven: false };

/** Least share of the best voter's R; coins have none. */
const LEAST = new Map([
  ['independent', 0.9],
  ['correlation 0.5', 0.8],
  ['correlation 0.9', 0.8],
  ['a crowd of copies', 0.75],
  ['independent, with an adversary', 1.1],
  ['correlation 0.5, with an adversary', 1.1],
  ['correlation 0.9, with an adversary', 1.1],
]);

/**
 * The verdict in worlds of voters of known skill: 52, 55 and 60 % with independent errors, with errors of correlation
 * 0.5 and 0.9, four copies of a 51 % voter beside one of 60 %, each with and without a voter that is right in 40 %, and
 * three coins. Stop and target are 1 ATR, costs 0.08 R; decisions 301 to 1,300 of 250 seeds, summed up. The figure is
 * the smallest distance of a world's share of the best voter's R from its bar.
 */
export const benchmark: Benchmark = {
  name: 'verdict.worlds',
  title: 'what a verdict makes of voters of known skill, share of the best voter less its bar',
  unit: 'of its R',
  bar: { of: 'figure', op: '>=', value: 0 },
  async run(context) {
    const rows: string[][] = [];
    let least = Number.POSITIVE_INFINITY;
    let silent = 0;
    for (const world of WORLDS) {
      const own = sumOver((seed) => walkWorld(world, { seed, skip: SKIP, decisions: DECISIONS }));
      const several = sumOver((seed) =>
        walkWorld(world, { seed, skip: SKIP, decisions: DECISIONS, limits: SEVERAL_ONLY }),
      );
      const known = sumOver((seed) => walkWorld(world, withPrior(world, seed)));
      const bar = LEAST.get(world.name);
      if (bar !== undefined)
        least = Math.min(least, own.r / own.bestR - bar, known.r / known.bestR - bar);
      else if (own.bestR < 0)
        least = Math.min(
          least,
          0.01 - own.trades / own.decisions,
          0.01 - known.trades / known.decisions,
        );
      if (world.name === 'independent') {
        silent = own.silent;
        if (silent > 0.01 * SEEDS) least = Math.min(least, -1);
      }
      const share = (of: typeof own) => (of.bestR > 0 ? (of.r / of.bestR).toFixed(2) : '–');
      const row = [
        world.name,
        bar?.toFixed(2) ?? '–',
        share(own),
        share(known),
        share(several),
        (own.r / SEEDS).toFixed(1),
        (own.bestR / SEEDS).toFixed(1),
        (own.majorityR / SEEDS).toFixed(1),
        `${((100 * own.trades) / own.decisions).toFixed(1)}%`,
        String(own.silent),
      ];
      rows.push(row);
      context.say(row.join(' | '));
    }
    return {
      figure: least,
      note: `${SEEDS} seeds; three coins trade in at most 1% of decisions; silent for 200 decisions in the independent world: ${silent} of ${SEEDS}`,
      table: {
        head: [
          'World',
          'Bar',
          'Share of the best voter',
          'With a prior of 1,000',
          'Several voices only',
          'R',
          'Best voter, R',
          'Majority, R',
          'Traded',
          'Silent for 200',
        ],
        rows,
      },
    };
  },
};

/** From the first decision on, with what outcomes of other moments of the same world have taught. */
function withPrior(world: World, seed: number) {
  const record = emptyRecord();
  walkWorld(world, { seed: seed + 100_000, decisions: PRIOR, record });
  return { seed, decisions: DECISIONS, record };
}

function sumOver(walk: (seed: number) => ReturnType<typeof walkWorld>) {
  const sum = { decisions: 0, trades: 0, r: 0, bestR: 0, majorityR: 0, silent: 0 };
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const each = walk(seed);
    sum.decisions += each.decisions;
    sum.trades += each.trades;
    sum.r += each.r;
    sum.bestR += each.bestR;
    sum.majorityR += each.majorityR;
    if (each.longestSilence >= 200) sum.silent += 1;
  }
  return sum;
}
