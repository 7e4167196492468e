import { isoFromInstant } from '@quorate/values/instant';
import { isRollover } from '../../market/trading-day.ts';
import { denied } from '../refusal.ts';
import { passed, type StandingRule } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  rollover: 'EURUSD is not opened from 23:55 to 01:00 server time; it is 2025-01-07T22:00:00.000Z.',
} as const;

/** Nothing is opened while positions are rolled over and spreads are at their widest. */
export const rule: StandingRule = {
  kind: 'standing',
  name: 'rollover',
  label: 'At the rollover',
  unit: 'yes/no',
  sign: '',
  refusedWhen: 'it is 23:55 to 01:00 server time (not on daily bars)',
  check({ asOf, instrument, timeframe }) {
    // A daily bar closes at the rollover and at no other time; its stop is wide, and the spread is watched.
    if (timeframe === 'D1' || !isRollover(asOf)) return NO_ROLLOVER;
    return denied(
      'rollover',
      '23:55 to 01:00 server time',
      isoFromInstant(asOf),
      `${instrument.symbol} is not opened from 23:55 to 01:00 server time; it is ${isoFromInstant(asOf)}.`,
    );
  },
};

const NO_ROLLOVER = passed('rollover', 0, 0);
