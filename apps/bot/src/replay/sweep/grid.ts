import { BotFault } from '../../bot-fault.ts';
import type { SweepAxis } from '../replay-options.ts';

/** One combination of settings. */
export type Combination = Readonly<Record<string, number>>;

const MOST = 10_000;

/**
 * Every combination of the axes' values, the last axis changing fastest.
 *
 * @throws BotFault `usage` when there are more than 10,000
 * @example combinationsOf([{ key: 'a', values: [1, 2] }, { key: 'b', values: [3] }]) // [{a: 1, b: 3}, {a: 2, b: 3}]
 */
export function combinationsOf(axes: readonly SweepAxis[]): readonly Combination[] {
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (count > MOST) {
    throw new BotFault('usage', `The sweep has ${count} combinations; the limit is ${MOST}.`);
  }
  return axes.reduce<readonly Combination[]>(
    (all, { key, values }) =>
      all.flatMap((each) => values.map((value) => ({ ...each, [key]: value }))),
    [{}],
  );
}
