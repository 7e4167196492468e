import { roundHalfAway } from '@quorate/trading/rounding';
import type { Market } from '../market/market.ts';
import { rateBetween } from '../market/rates.ts';
import type { SymbolTerms } from '../market/symbol-terms.ts';
import type { SimulatedAccount } from './account.ts';
import type { HeldPosition } from './held.ts';

/** What moves and volumes are worth in minor units of the account, halves rounded away from zero. */
export type Worth = Readonly<{
  /** @param pointUnits points moved times units of volume, negative for a loss */
  profit(terms: SymbolTerms, pointUnits: number): number;
  margin(terms: SymbolTerms, volume: number): number;
  commission(terms: SymbolTerms, volume: number): number;
  fee(terms: SymbolTerms, volume: number): number;
  /** Of one night. */
  swap(terms: SymbolTerms, side: 'BUY' | 'SELL', volume: number): number;
  /** What the position would bring if it were closed now, without its swap. */
  floating(position: HeldPosition): number;
  /** Of one lot and one point, in major units; 0 when no rate is known, as in a terminal. */
  tickValue(terms: SymbolTerms, gain: boolean): number;
}>;

export function createWorth(market: Market, account: SimulatedAccount): Worth {
  const { currency, leverage } = account;
  const minorPerMajor = 10 ** account.currencyDigits;
  const rate = (from: string, gain: boolean) => rateBetween(market, from, currency, gain) ?? 0;

  function inexact(terms: SymbolTerms, pointUnits: number): number {
    // Whole numbers as long as possible: one division at the end, so that cents come out exact.
    const scaled = pointUnits * terms.contractSize * minorPerMajor;
    return (scaled / 10 ** (terms.digits + terms.volumeDigits)) * rate(terms.profit, scaled >= 0);
  }

  const profit = (terms: SymbolTerms, pointUnits: number) =>
    roundHalfAway(inexact(terms, pointUnits));
  const perLot = (terms: SymbolTerms, minor: number, volume: number) =>
    -roundHalfAway((minor * volume) / 10 ** terms.volumeDigits) || 0;

  return {
    profit,
    margin(terms, volume) {
      const base = (volume * terms.contractSize * minorPerMajor) / 10 ** terms.volumeDigits;
      return roundHalfAway((base * rate(terms.base, false)) / leverage);
    },
    commission: (terms, volume) => perLot(terms, terms.commissionPerLot, volume),
    fee: (terms, volume) => perLot(terms, terms.feePerLot, volume),
    swap: (terms, side, volume) =>
      profit(terms, (side === 'BUY' ? terms.swapLong : terms.swapShort) * volume),
    floating(position) {
      const terms = market.terms.get(position.symbol);
      const quote = market.quote(position.symbol);
      if (!terms || !quote) return 0;
      const buy = position.side === 'BUY';
      const value = (buy ? quote.bid : quote.ask) * position.volume - position.openValue;
      return profit(terms, buy ? value : -value);
    },
    tickValue: (terms, gain) =>
      (terms.contractSize / 10 ** terms.digits) * rate(terms.profit, gain),
  };
}
