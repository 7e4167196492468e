import { lostPercent } from '../limits-state.ts';
import { denied } from '../refusal.ts';
import { type EquityRule, keptCheck, NOT_KNOWN, type Settings } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  drawdown: 'The equity fell 10.1% from its highest, the limit is 10%.',
} as const;
export const settings = {
  drawdownPercent: {
    field: 'drawdown_limit_percent',
    label: 'Drawdown limit',
    unit: '%',
    least: 0.1,
    most: 100,
    optional: true,
    default: 10,
    recommended: '10',
    help: 'A fall from the highest equity that stops trading until its owner begins again; replays and paper runs do so on the next day.',
    ofEquity: true,
  },
} as const satisfies Settings;

const kept = keptCheck('drawdown_percent');

/**
 * After a deep fall from the highest equity nothing is opened until the account's owner begins again: losses
 * that stay below every day's and week's limit add up all the same, and a peak that is forgotten is no limit.
 */
export const rule: EquityRule<typeof settings> = {
  kind: 'equity',
  name: 'drawdown_percent',
  label: 'Fall from the highest equity',
  unit: 'percent',
  sign: '<',
  refusedWhen: 'latched: 100 x (highest equity - equity) / highest equity reached it',
  check({ limits, settings: { drawdownPercent: limit }, account }) {
    const latch = limits.drawdownLatch;
    if (latch === null || limit === null) {
      // Whoever wants no such limit has no highest equity kept.
      const known = account && limit !== null;
      const fall = known ? lostPercent(limits.peakMinor, account.equity.minor) : NOT_KNOWN;
      return kept(fall, limit ?? Number.MAX_SAFE_INTEGER);
    }
    return denied(
      'drawdown',
      limit,
      latch,
      `The equity fell ${latch}% from its highest, the limit is ${limit}%.`,
    );
  },
};
