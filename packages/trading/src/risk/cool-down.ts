import { lostPercent } from './limits-state.ts';
import { denied } from './refusal.ts';
import type { EquityRule } from './risk-context.ts';
import { keptCheck, NOT_KNOWN } from './risk-context.ts';

const noDrawdown = keptCheck('drawdown_percent');
const noStreak = keptCheck('losses_in_row');

/**
 * After a deep fall from the highest equity nothing is opened for a while: losses that stay below every
 * day's and week's limit add up all the same.
 */
export const drawdownPause: EquityRule = ({ limits, settings, account }) => {
  const limit = settings.drawdownPercent;
  const latch = limits.drawdownLatch;
  if (latch === null || limit === null) {
    // Whoever wants no such limit has no highest equity kept.
    const known = account && limit !== null;
    const fall = known ? lostPercent(limits.peakMinor, account.equity.minor) : NOT_KNOWN;
    return noDrawdown(fall, limit ?? Number.MAX_SAFE_INTEGER);
  }
  return denied(
    'drawdown',
    limit,
    latch,
    `The equity fell ${latch}% from its highest, the limit is ${limit}%.`,
  );
};

/** After so many losing trades in a row nothing is opened for a while: the market may have changed. */
export const losingStreak: EquityRule = ({ limits, settings }) => {
  const limit = settings.maxLossesInRow;
  const latch = limits.lossesLatch;
  if (latch === null || limit === null) {
    return noStreak(limits.lossesInRow, limit ?? Number.MAX_SAFE_INTEGER);
  }
  return denied(
    'losing_streak',
    limit,
    latch,
    `Trades lost in a row: ${latch}, the limit is ${limit}.`,
  );
};
