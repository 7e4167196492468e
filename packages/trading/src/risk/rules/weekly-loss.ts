import { lostPercent } from '../limits-state.ts';
import { denied } from '../refusal.ts';
import { type EquityRule, keptCheck, NOT_KNOWN, type Settings } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  weekly_loss: "The week's loss reached 12% of the equity it began with, the limit is 10%.",
} as const;
export const settings = {
  weeklyLossPercent: {
    field: 'weekly_loss_limit_percent',
    label: 'Weekly loss limit',
    unit: '%',
    least: 0.1,
    most: 100,
    default: 10,
    recommended: '10',
    help: 'A week that has lost so much opens nothing more until the next.',
    ofEquity: true,
    guide: 5,
  },
} as const satisfies Settings;

const kept = keptCheck('weekly_loss_percent');

/** Nothing is opened for the rest of a week in which too much was lost, floating losses included. */
export const rule: EquityRule<typeof settings> = {
  kind: 'equity',
  name: 'weekly_loss_percent',
  label: 'Loss of the week',
  unit: 'percent',
  sign: '<',
  refusedWhen: 'latched, the same over the week',
  check({ limits, settings: { weeklyLossPercent: limit }, account }) {
    const latch = limits.weeklyLossLatch;
    if (latch === null)
      return kept(
        account ? lostPercent(limits.weekStartMinor, account.equity.minor) : NOT_KNOWN,
        limit,
      );
    return denied(
      'weekly_loss',
      limit,
      latch,
      `The week's loss reached ${latch}% of the equity it began with, the limit is ${limit}%.`,
    );
  },
};
