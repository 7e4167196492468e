import { denied } from '../refusal.ts';
import { passed, type Settings, type TradeRule } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  spread: 'The spread of EURUSD is 52 points, the limit is 36.',
} as const;
export const settings = {
  maxSpreadMultiple: {
    field: null,
    label: 'Widest spread',
    unit: 'times the usual one',
    least: 1,
    most: 100,
    default: 3,
    recommended: '3',
    help: 'Widest spread as a multiple of the usual one of the instrument.',
  },
  maxSpreadShareOfStop: {
    field: null,
    label: 'Spread in the stop',
    unit: 'of the distance to the stop',
    least: 0,
    most: 1,
    default: 0.1,
    recommended: '0.1',
    help: 'Largest part of the distance to the stop that the spread may eat.',
  },
} as const satisfies Settings;

/**
 * The spread may be a multiple of the usual one, or a small part of the distance to the stop, whichever
 * allows more: a wide stop can afford what a narrow one cannot.
 */
export const rule: TradeRule<typeof settings> = {
  kind: 'trade',
  name: 'spread_points',
  label: 'Spread',
  unit: 'points',
  sign: '≤',
  refusedWhen: 'spread > max(3 x the usual one, 0.1 x distance to the stop)',
  check({ idea, quote, instrument, settings: { maxSpreadMultiple, maxSpreadShareOfStop } }) {
    const spread = quote.ask - quote.bid;
    const stopDistance = idea.stopLoss === null ? 0 : Math.abs(idea.entry - idea.stopLoss);
    const usual = maxSpreadMultiple * instrument.typicalSpreadPoints;
    const limit = Math.floor(Math.max(usual, maxSpreadShareOfStop * stopDistance));
    if (spread <= limit) return passed('spread_points', spread, limit);
    return denied(
      'spread',
      limit,
      spread,
      `The spread of ${instrument.symbol} is ${spread} points, the limit is ${limit}.`,
    );
  },
};
