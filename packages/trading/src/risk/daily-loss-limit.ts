import { lostPercent } from './limits-state.ts';
import { denied } from './refusal.ts';
import type { EquityRule } from './risk-context.ts';
import { keptCheck, NOT_KNOWN } from './risk-context.ts';

const withinLimit = keptCheck('daily_loss_percent');

/** Nothing is opened for the rest of a day on which too much was lost, floating losses included. */
export const dailyLossLimit: EquityRule = ({ limits, settings, account }) => {
  const limit = settings.dailyLossPercent;
  const latch = limits.dailyLossLatch;
  if (latch === null) {
    const lost = account ? lostPercent(limits.dayStartMinor, account.equity.minor) : NOT_KNOWN;
    return withinLimit(lost, limit);
  }
  return denied(
    'daily_loss',
    limit,
    latch,
    `The day's loss reached ${latch}% of the equity it began with, the limit is ${limit}%.`,
  );
};
