import { denied } from '../refusal.ts';
import { keptCheck, type Settings, type StandingRule } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  max_open_positions: '2 positions are open, the risk settings allow 2.',
} as const;
export const settings = {
  maxOpenPositions: {
    field: 'maximum_open_positions',
    label: 'Maximum open positions',
    unit: 'positions',
    least: 1,
    most: 100,
    whole: true,
    optional: true,
    default: null,
    recommended: 'empty',
    help: 'While so many positions of the bot are open, on any symbol, nothing more is opened.',
    later: true,
  },
} as const satisfies Settings;

const kept = keptCheck('all_open_positions');

/** However many symbols a bot trades, it holds so many positions at a time. */
export const rule: StandingRule<typeof settings> = {
  kind: 'standing',
  name: 'all_open_positions',
  label: 'Open positions, all symbols',
  unit: 'positions',
  sign: '<',
  refusedWhen: 'as many positions of the bot are open, on any symbol',
  check({ positions: { length: open }, settings: { maxOpenPositions: limit } }) {
    if (limit === null) return undefined;
    if (open < limit) return kept(open, limit);
    const message = `${open} positions are open, the risk settings allow ${limit}.`;
    return denied('max_open_positions', limit, open, message);
  },
};
