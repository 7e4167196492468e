import { denied } from './refusal.ts';
import type { RiskRule } from './risk-context.ts';
import { passed } from './risk-context.ts';

/**
 * The spread may be a multiple of the usual one, or a small part of the stop's distance, whichever
 * allows more: a wide stop can afford what a narrow one cannot.
 */
export const spreadGuard: RiskRule = ({ idea, quote, instrument, settings }) => {
  const spread = quote.ask - quote.bid;
  const stopDistance = idea.stopLoss === null ? 0 : Math.abs(idea.entry - idea.stopLoss);
  const limit = Math.floor(
    Math.max(
      settings.maxSpreadMultiple * instrument.typicalSpreadPoints,
      settings.maxSpreadShareOfStop * stopDistance,
    ),
  );
  if (spread <= limit) return passed('spread_points', spread, limit);
  return denied(
    'spread',
    limit,
    spread,
    `The spread of ${instrument.symbol} is ${spread} points, the limit is ${limit}.`,
  );
};
