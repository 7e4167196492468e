import { lostPercent } from '../limits-state.ts';
import { denied } from '../refusal.ts';
import { type EquityRule, keptCheck, NOT_KNOWN, type Settings } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  daily_loss: "The day's loss reached 5.31% of the equity it began with, the limit is 5%.",
} as const;
export const settings = {
  dailyLossPercent: {
    field: 'daily_loss_limit_percent',
    label: 'Daily loss limit',
    unit: '%',
    least: 0.1,
    most: 100,
    default: 5,
    recommended: '5',
    help: 'A day that has lost so much, open positions included, opens nothing more.',
    ofEquity: true,
    guide: 3,
  },
} as const satisfies Settings;

const kept = keptCheck('daily_loss_percent');

/** Nothing is opened for the rest of a day on which too much was lost, floating losses included. */
export const rule: EquityRule<typeof settings> = {
  kind: 'equity',
  name: 'daily_loss_percent',
  label: 'Loss of the day',
  unit: 'percent',
  sign: '<',
  refusedWhen:
    "latched: 100 x (equity of the day's start - equity) / equity of the day's start reached it",
  check({ limits, settings: { dailyLossPercent: limit }, account }) {
    const latch = limits.dailyLossLatch;
    if (latch === null)
      return kept(
        account ? lostPercent(limits.dayStartMinor, account.equity.minor) : NOT_KNOWN,
        limit,
      );
    return denied(
      'daily_loss',
      limit,
      latch,
      `The day's loss reached ${latch}% of the equity it began with, the limit is ${limit}%.`,
    );
  },
};
