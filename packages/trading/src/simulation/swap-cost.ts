import type { Instrument } from '../account/instrument.ts';
import type { Valuation } from '../account/valuation.ts';
import type { SwapCost } from '../loop/governing.ts';
import { type CostModel, swapOf } from './costs.ts';

/**
 * What the swap of a simulated account costs until a moment, for its governor: all of it since the opening, for
 * it is booked with the deal that closes.
 *
 * @param termsOf undefined for a symbol that is not traded
 */
export function simulatedSwapCost(
  costs: CostModel,
  termsOf: (
    symbol: string,
  ) => Readonly<{ instrument: Instrument; valuation: Valuation }> | undefined,
): SwapCost {
  return ({ symbol, side, lots, openedAt: from }, to, quote) => {
    const terms = termsOf(symbol);
    if (!terms) return 0;
    const { instrument, valuation } = terms;
    const swap = swapOf(costs, { instrument, side, from, to }, { lots, quote, valuation });
    return Math.max(0, -swap.minor);
  };
}
