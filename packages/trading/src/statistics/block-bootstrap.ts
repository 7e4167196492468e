import { createRandom } from '../market/random.ts';
import { type Interval, percentileInterval } from './interval.ts';
import { SLICE_STEPS, type Slices } from './slices.ts';

const RESAMPLES_MOST = 1_000;
const RESAMPLES_LEAST = 200;
/** Bounds the work for a long record, whose intervals are narrow anyway. */
const STEPS_MOST = 4_000_000;

/** How many results are drawn in a row: results near in time depend on each other. The cube root of their number. */
export function blockLength(n: number): number {
  return Math.max(1, Math.round(Math.cbrt(n)));
}

export function resamplesOf(n: number): number {
  return Math.max(RESAMPLES_LEAST, Math.min(RESAMPLES_MOST, Math.floor(STEPS_MOST / n)));
}

/** Takes the results of one resample in order, and then says its figures. */
export type Tally<Key extends string> = {
  clear(): void;
  add(index: number): void;
  figures(): Readonly<Record<Key, number>>;
};

/**
 * 95% intervals of figures by a circular block bootstrap: a resample is as long as the record and made of
 * runs of neighbouring results, each begun at random; past the last result comes the first.
 *
 * @param n how many results there are
 * @param tally is reused for every resample
 * @param seed the same one gives the same intervals everywhere
 */
export function* blockBootstrap<Key extends string>(
  n: number,
  keys: readonly Key[],
  tally: Tally<Key>,
  seed: number,
): Slices<Record<Key, Interval | null>> {
  const random = createRandom(seed);
  const length = blockLength(n);
  const resamples = resamplesOf(n);
  const values = keys.map((key) => [key, new Float64Array(resamples)] as const);
  let steps = 0;
  for (let resample = 0; resample < resamples; resample += 1) {
    tally.clear();
    for (let taken = 0; taken < n; ) {
      let index = Math.floor(random() * n);
      const end = Math.min(n, taken + length);
      for (; taken < end; taken += 1) {
        tally.add(index);
        index = index + 1 === n ? 0 : index + 1;
      }
    }
    const figures = tally.figures();
    for (const [key, ofKey] of values) ofKey[resample] = figures[key];
    steps += n;
    if (steps >= SLICE_STEPS) {
      steps = 0;
      yield;
    }
  }
  return Object.fromEntries(
    values.map(([key, ofKey]) => [key, percentileInterval(ofKey)]),
  ) as Record<Key, Interval | null>;
}
