import { denied } from '../refusal.ts';
import { type EquityRule, keptCheck, type Settings } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  losing_streak: 'Trades lost in a row: 3, the limit is 3.',
} as const;
export const settings = {
  maxLossesInRow: {
    field: 'losses_in_a_row_limit',
    label: 'Losses in a row',
    unit: 'losses',
    least: 1,
    most: 100,
    whole: true,
    optional: true,
    default: null,
    recommended: 'empty',
    help: 'So many losing trades one after another pause trading.',
  },
  lossesPauseHours: {
    field: 'losses_pause_hours',
    label: 'Length of the pause after losses',
    unit: 'hours',
    least: 1,
    most: 1_200,
    default: 24,
    recommended: '24',
    help: 'Hours of open market: 120 are a week.',
  },
} as const satisfies Settings;

const kept = keptCheck('losses_in_row');

/** After so many losing trades in a row nothing is opened for a while: the market may have changed. */
export const rule: EquityRule<typeof settings> = {
  kind: 'equity',
  name: 'losses_in_row',
  label: 'Losses in a row',
  unit: 'trades',
  sign: '<',
  refusedWhen: 'latched: so many trades in a row had a net below 0',
  check({ limits, settings: { maxLossesInRow: limit } }) {
    const latch = limits.lossesLatch;
    if (latch === null || limit === null)
      return kept(limits.lossesInRow, limit ?? Number.MAX_SAFE_INTEGER);
    return denied(
      'losing_streak',
      limit,
      latch,
      `Trades lost in a row: ${latch}, the limit is ${limit}.`,
    );
  },
};
