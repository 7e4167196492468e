import { type Currency, currencyOf } from '@quorate/values/money';
import type { Instrument } from '../account/instrument.ts';
import type { Side } from '../account/order.ts';
import type { AccountState, Position } from '../account/position.ts';
import type { Valuation } from '../account/valuation.ts';

/** What one position, or one order on its way, loses at its stop. A purchase is for its base and against its quote currency. */
export type OpenRisk = Readonly<{
  base: Currency;
  quote: Currency;
  side: Side;
  /** Never negative: a stop beyond the opening price risks nothing. */
  riskMinor: number;
}>;

/** How a symbol is traded and valued. */
type Terms = Readonly<{ instrument: Instrument; valuation: Valuation }>;

/**
 * The open risk of what is held: the loss from the opening price to the stop as it stands now, and the
 * commission of closing. Without a stop it is the account.
 *
 * @param termsOf undefined for symbols that the run does not trade; what they were opened with counts
 */
export function openRisksOf(
  positions: readonly Position[],
  account: AccountState,
  termsOf: (symbol: string) => Terms | undefined,
): OpenRisk[] {
  const all = Math.max(0, Math.min(account.balance.minor, account.equity.minor));
  return positions.flatMap((position): OpenRisk[] => {
    const terms = termsOf(position.symbol);
    const pair = terms ? currenciesOf(terms.instrument) : pairIn(position.symbol);
    if (!pair) return [];
    const known = terms ? riskAtStop(position, terms) : position.initialRisk?.minor;
    const riskMinor = position.stopLoss === null ? all : (known ?? all);
    return [{ ...pair, side: position.side, riskMinor }];
  });
}

function riskAtStop(
  { side, openPrice, stopLoss, lots }: Position,
  { valuation }: Terms,
): number | undefined {
  if (stopLoss === null) return undefined;
  const gained = (side === 'BUY' ? 1 : -1) * (stopLoss.points - openPrice.points);
  const atStop = { bid: stopLoss.points, ask: stopLoss.points };
  const result = valuation.minorOf(gained, lots, atStop) + valuation.commissionOf(lots).minor;
  return Math.max(0, -result);
}

function currenciesOf({ baseCurrency, quoteCurrency }: Instrument) {
  return { base: baseCurrency, quote: quoteCurrency };
}

/** The pair that a symbol's name begins with, as brokers name them. */
function pairIn(symbol: string): { base: Currency; quote: Currency } | undefined {
  const [, base, quote] = /^([A-Z]{3})([A-Z]{3})/.exec(symbol.toUpperCase()) ?? [];
  return base && quote ? { base: currencyOf(base), quote: currencyOf(quote) } : undefined;
}
