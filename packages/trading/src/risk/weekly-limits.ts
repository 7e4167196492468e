import { gainedPercent, lostPercent } from './limits-state.ts';
import { denied } from './refusal.ts';
import type { EquityRule } from './risk-context.ts';
import { keptCheck, NOT_KNOWN } from './risk-context.ts';

const lossWithinLimit = keptCheck('weekly_loss_percent');
const profitWithinLimit = keptCheck('weekly_profit_percent');

/** Nothing is opened for the rest of a week in which too much was lost, floating losses included. */
export const weeklyLossLimit: EquityRule = ({ limits, settings, account }) => {
  const limit = settings.weeklyLossPercent;
  const latch = limits.weeklyLossLatch;
  if (latch === null) {
    const lost = account ? lostPercent(limits.weekStartMinor, account.equity.minor) : NOT_KNOWN;
    return lossWithinLimit(lost, limit);
  }
  return denied(
    'weekly_loss',
    limit,
    latch,
    `The week's loss reached ${latch}% of the equity it began with, the limit is ${limit}%.`,
  );
};

/** Nothing is opened for the rest of a week whose profit is large enough for the trader. */
export const weeklyProfitLimit: EquityRule = ({ limits, settings, account }) => {
  const limit = settings.weeklyProfitPercent;
  const latch = limits.weeklyProfitLatch;
  if (latch === null || limit === null) {
    const gained = account ? gainedPercent(limits.weekStartMinor, account.equity.minor) : NOT_KNOWN;
    return profitWithinLimit(gained, limit ?? Number.MAX_SAFE_INTEGER);
  }
  return denied(
    'weekly_profit',
    limit,
    latch,
    `The week's profit reached ${latch}% of the equity it began with, the limit is ${limit}%.`,
  );
};
