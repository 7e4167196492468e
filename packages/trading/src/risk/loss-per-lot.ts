import { lots } from '@quorate/values/lots';
import type { TradeFacts } from './rule.ts';

type Priced = Pick<TradeFacts, 'idea' | 'valuation' | 'quote' | 'instrument'>;

/**
 * What `steps` volume steps lose when the stop is hit, commission of both sides included, in minor
 * units and not rounded. Where the quote currency must be converted, at the worse of the rate now and
 * the rate at the stop.
 */
export function lossAtStopMinor(
  { idea, valuation, quote, instrument }: Priced,
  steps: number,
): number {
  if (idea.stopLoss === null) return Number.POSITIVE_INFINITY;
  const volume = lots(steps, instrument.volumeStep);
  const points = -Math.abs(idea.entry - idea.stopLoss);
  const spread = quote.ask - quote.bid;
  const atStop =
    idea.side === 'BUY'
      ? { bid: idea.stopLoss, ask: idea.stopLoss + spread }
      : { bid: idea.stopLoss - spread, ask: idea.stopLoss };
  const worst = Math.min(
    valuation.minorOf(points, volume, quote),
    valuation.minorOf(points, volume, atStop),
  );
  return -worst - 2 * valuation.commissionOf(volume).minor;
}

/** The commission of both sides as a distance of price, in points. */
export function roundTripPoints({ valuation, quote, instrument }: Omit<Priced, 'idea'>): number {
  // On a large volume, so that rounding commission to the minor unit does not show.
  const volume = lots(instrument.volumeMaxSteps, instrument.volumeStep);
  return (-2 * valuation.commissionOf(volume).minor) / valuation.minorOf(1, volume, quote);
}
