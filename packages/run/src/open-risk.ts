import type { Instrument } from '@quorate/trading/account/instrument';
import type { Position } from '@quorate/trading/account/position';
import type { Quote, Valuation } from '@quorate/trading/account/valuation';
import { addPosition, noRisk, type RiskSum, termsOf } from '@quorate/trading/governor/headroom';

/** How a symbol is valued now. */
export type ValuedSymbol = Readonly<{
  instrument: Instrument;
  valuation: Valuation;
  quote: Quote;
}>;

/**
 * What everything open loses at its stops, in whole minor units, with twice the spread of now kept for slips; null
 * where something cannot be valued, or has no stop.
 *
 * @param find undefined for a symbol of which no quote or terms are known
 */
export function openRiskNow(
  open: readonly Position[],
  find: (symbol: string) => ValuedSymbol | undefined,
): Readonly<RiskSum> | null {
  const sum = noRisk();
  for (const position of open) {
    const known = position.stopLoss === null ? undefined : find(position.symbol);
    if (!known) return null;
    const { instrument, valuation, quote } = known;
    const reserve = 2 * Math.max(0, quote.ask - quote.bid);
    addPosition(sum, position, termsOf(instrument, valuation, quote, reserve), 0);
  }
  return {
    atStopsMinor: Math.round(sum.atStopsMinor),
    openRiskMinor: Math.ceil(sum.openRiskMinor),
    worstBeyondMinor: Math.ceil(sum.worstBeyondMinor),
    closingMinor: Math.ceil(sum.closingMinor),
  };
}
