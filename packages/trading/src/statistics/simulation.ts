import { createRandom } from '../market/random.ts';
import { type Interval, wilsonInterval } from './interval.ts';
import { percentile } from './percentile.ts';
import { SLICE_STEPS, type Slices } from './slices.ts';

/** With fewer trades than these there is too little to draw from. */
export const SIMULATED_LEAST = 30;

/** The percentiles that outcomes are told by. */
export const OUTCOME_PERCENTS = [5, 25, 50, 75, 95] as const;

/** Most points that the fan of outcomes is drawn through. */
const FAN_POINTS = 40;

/** How many trades are drawn in a row: results near in time depend on each other. The cube root of their number. */
export function blockLength(n: number): number {
  return Math.max(1, Math.round(Math.cbrt(n)));
}

/** Levels at the 5, 25, 50, 75 and 95%. */
export type Outcomes = readonly number[];

/** A share of the runs, in percent, with its 95% interval. */
export type Chance = Readonly<{ runs: number; percent: number; interval: Interval | null }>;

export type Simulation = Readonly<{
  blockLength: number;
  /** Results after so many trades, in minor units; the first is 0 after 0. */
  fan: readonly Readonly<{ trade: number; outcomes: Outcomes }>[];
  /** Deepest fall within a run, in minor units. */
  drawdown: Outcomes;
  /** As a percentage of the peak; null without a balance. */
  drawdownPercent: Outcomes | null;
  /** Runs that ended below where they began. */
  loss: Chance;
  /** Runs that fell to the ruin level at any time; null without a balance. */
  ruin: (Chance & Readonly<{ levelMinor: number }>) | null;
}>;

/**
 * What the same trades might bring if they came again in another order: every run draws blocks of
 * neighbouring trades until it has as many as wanted, and adds up their money.
 *
 * @param nets in minor units, in closing order, at least one
 * @param balanceMinor now; null when nobody said, then nothing relative to it is told
 * @param ruinPercent a run is ruined once it has lost that much of the balance
 * @param seed the same one draws the same runs everywhere
 */
export function* simulate(input: {
  nets: readonly number[];
  balanceMinor: number | null;
  runs: number;
  tradesAhead: number;
  ruinPercent: number;
  seed: number;
}): Slices<Simulation> {
  const { nets, runs, tradesAhead, seed } = input;
  const balance = input.balanceMinor !== null && input.balanceMinor > 0 ? input.balanceMinor : null;
  const start = balance ?? 0;
  // The lowest whole amount that is not yet past the level.
  const levelMinor = balance === null ? 0 : Math.floor(balance * (1 - input.ruinPercent / 100));
  const random = createRandom(seed);
  const length = blockLength(nets.length);
  const points = fanPoints(tradesAhead);
  const levels = points.map(() => new Float64Array(runs));
  const falls = new Float64Array(runs);
  const shares = new Float64Array(runs);
  let lost = 0;
  let ruined = 0;
  let steps = 0;
  for (let run = 0; run < runs; run += 1) {
    let level = start;
    let peak = start;
    let lowest = start;
    let fall = 0;
    let share = 0;
    let point = 1;
    for (let taken = 0; taken < tradesAhead; ) {
      let index = Math.floor(random() * nets.length);
      const end = Math.min(tradesAhead, taken + length);
      while (taken < end) {
        level += nets[index] ?? 0;
        index = index + 1 === nets.length ? 0 : index + 1;
        taken += 1;
        if (level > peak) peak = level;
        else if (peak - level > fall) fall = peak - level;
        if ((peak - level) / peak > share) share = (peak - level) / peak;
        if (level < lowest) lowest = level;
        if (taken === points[point]) {
          const ofPoint = levels[point];
          if (ofPoint) ofPoint[run] = level - start;
          point += 1;
        }
      }
    }
    falls[run] = fall;
    shares[run] = 100 * share;
    if (level < start) lost += 1;
    if (lowest <= levelMinor) ruined += 1;
    steps += tradesAhead;
    if (steps >= SLICE_STEPS) {
      steps = 0;
      yield;
    }
  }
  const fan: { trade: number; outcomes: Outcomes }[] = [];
  for (const [index, trade] of points.entries()) {
    fan.push({ trade, outcomes: outcomesOf(levels[index] ?? new Float64Array()) });
    yield;
  }
  return {
    blockLength: length,
    fan,
    drawdown: outcomesOf(falls),
    drawdownPercent: balance === null ? null : outcomesOf(shares),
    loss: chanceOf(lost, runs),
    ruin: balance === null ? null : { levelMinor, ...chanceOf(ruined, runs) },
  };
}

function fanPoints(tradesAhead: number): number[] {
  const count = Math.min(FAN_POINTS, tradesAhead);
  return Array.from({ length: count + 1 }, (_, point) => Math.round((point * tradesAhead) / count));
}

function outcomesOf(values: Float64Array): Outcomes {
  const sorted = values.toSorted();
  return OUTCOME_PERCENTS.map((percent) => percentile(sorted, percent / 100));
}

function chanceOf(hits: number, runs: number): Chance {
  return { runs: hits, percent: (100 * hits) / runs, interval: wilsonInterval(hits, runs) };
}
