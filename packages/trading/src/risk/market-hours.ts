import { isoFromInstant } from '@quorate/values/instant';
import { isRollover, isWeekendRisk } from '../trading-day.ts';
import { denied } from './refusal.ts';
import type { StandingRule } from './risk-context.ts';
import { passed } from './risk-context.ts';

/**
 * Nothing is opened in Friday's last hour: a stop does not hold across the weekend's gap. Neither when the
 * order would leave then, nor on a bar that closed then and is decided on late.
 */
export const weekendGuard: StandingRule = ({ asOf, barClosedAt, instrument }) => {
  const late = asOf !== barClosedAt && isWeekendRisk(barClosedAt);
  if (!late && !isWeekendRisk(asOf)) return NO_WEEKEND;
  return denied(
    'weekend',
    'Friday 23:00 server time',
    isoFromInstant(asOf),
    `${instrument.symbol} is not opened from Friday 23:00 server time until Monday; it is ${isoFromInstant(asOf)}.`,
  );
};

/** Nothing is opened while positions are rolled over and spreads are at their widest. */
export const rolloverGuard: StandingRule = ({ asOf, instrument, timeframe }) => {
  // A daily bar closes at the rollover and at no other time; its stop is wide, and the spread is watched.
  if (timeframe === 'D1' || !isRollover(asOf)) return NO_ROLLOVER;
  return denied(
    'rollover',
    '23:55 to 01:00 server time',
    isoFromInstant(asOf),
    `${instrument.symbol} is not opened from 23:55 to 01:00 server time; it is ${isoFromInstant(asOf)}.`,
  );
};

const NO_WEEKEND = passed('weekend', 0, 0);
const NO_ROLLOVER = passed('rollover', 0, 0);
