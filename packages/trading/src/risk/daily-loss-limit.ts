import { denied } from './refusal.ts';
import type { EquityRule } from './risk-context.ts';
import { keptCheck } from './risk-context.ts';

const withinLimit = keptCheck('daily_loss_percent');

/** Nothing is opened for the rest of a day on which too much was lost, floating losses included. */
export const dailyLossLimit: EquityRule = ({ limits, settings }) => {
  const limit = settings.dailyLossPercent;
  const latch = limits.dailyLossLatch;
  if (latch === null) return withinLimit(0, limit);
  return denied(
    'daily_loss',
    limit,
    latch,
    `The day's loss reached ${latch}% of the equity it began with, the limit is ${limit}%.`,
  );
};
