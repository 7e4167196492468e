import { isoFromInstant } from '@quorate/values/instant';
import { isWeekendRisk } from '../../market/trading-day.ts';
import { denied } from '../refusal.ts';
import { passed, type StandingRule } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  weekend:
    'EURUSD is not opened from Friday 23:00 server time until Monday; it is 2025-01-10T21:00:00.000Z.',
} as const;

/**
 * Nothing is opened in Friday's last hour: a stop does not hold across the weekend's gap. Neither when the
 * order would leave then, nor on a bar that closed then and is decided on late.
 */
export const rule: StandingRule = {
  kind: 'standing',
  name: 'weekend',
  label: 'Before the weekend',
  unit: 'yes/no',
  sign: '',
  refusedWhen: "now, or the bar's close, lies between Friday 23:00 and Monday 00:00 server time",
  check({ asOf, barClosedAt, instrument }) {
    const late = asOf !== barClosedAt && isWeekendRisk(barClosedAt);
    if (!late && !isWeekendRisk(asOf)) return NO_WEEKEND;
    return denied(
      'weekend',
      'Friday 23:00 server time',
      isoFromInstant(asOf),
      `${instrument.symbol} is not opened from Friday 23:00 server time until Monday; it is ${isoFromInstant(asOf)}.`,
    );
  },
};

const NO_WEEKEND = passed('weekend', 0, 0);
