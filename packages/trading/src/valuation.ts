import type { Lots } from '@quorate/values/lots';
import { type Currency, currencyDigits, type Money, money } from '@quorate/values/money';
import { ValueError } from '@quorate/values/value-error';
import type { Instrument } from './instrument.ts';
import { denied, type Refusal } from './risk/refusal.ts';
import { roundHalfAway } from './rounding.ts';

/** Both sides of a quote in whole points. */
export type Quote = Readonly<{ bid: number; ask: number }>;

/** What moves and volumes of one instrument are worth in the account's currency. */
export type Valuation = Readonly<{
  kind: 'valuation';
  currency: Currency;
  /**
   * Profit (loss: negative) of `points` moved the position's way, in minor units, not rounded. Where
   * it must be converted, at the side of the quote that is worse for the account.
   */
  minorOf(points: number, volume: Lots, quote: Quote): number;
  /** The same as money, rounded to the minor unit, halves away from zero. */
  profitOf(points: number, volume: Lots, quote: Quote): Money;
  /** Margin of a volume at this quote in minor units, not rounded. */
  marginMinorOf(volume: Lots, quote: Quote, leverage: number): number;
  /** Commission of one side, a cost: never positive. */
  commissionOf(volume: Lots): Money;
}>;

/**
 * How an instrument is valued in an account's currency. Its own quote is enough when the account is in
 * the pair's quote currency (EURUSD in USD) or in its base currency (USDJPY in USD).
 *
 * @returns a refusal for any third currency, whose rate nobody supplies
 * @throws ValueError when the instrument's commission is in another currency than the account
 * @example
 * const valuation = valuationOf(eurusd, USD);
 * if (valuation.kind === 'denied') return valuation;
 * valuation.profitOf(10, lots(12, step), { bid: 108214, ask: 108226 }); // 1.20 USD
 */
export function valuationOf(instrument: Instrument, currency: Currency): Valuation | Refusal {
  const { baseCurrency, quoteCurrency, symbol } = instrument;
  if (currency !== quoteCurrency && currency !== baseCurrency) {
    return denied(
      'conversion_rate',
      `${baseCurrency} or ${quoteCurrency}`,
      currency,
      `${symbol} cannot be valued in ${currency}: without a conversion rate the account must be in ${baseCurrency} or ${quoteCurrency}.`,
    );
  }
  if (instrument.commissionPerLotPerSide.currency !== currency) {
    const stated = instrument.commissionPerLotPerSide.currency;
    throw new ValueError(`the commission of ${symbol} is in ${stated}, the account in ${currency}`);
  }
  const inQuote = currency === quoteCurrency;
  const minorPerMajor = 10 ** currencyDigits(currency);
  const pointsPerUnit = 10 ** instrument.digits;
  const { units: stepUnits, digits: stepDigits } = instrument.volumeStep;

  // Whole numbers as long as possible: one division at the end, so that cents come out exact.
  const unitsOf = (volume: Lots) => volume.steps * stepUnits * instrument.contractSize;

  function minorOf(points: number, volume: Lots, quote: Quote): number {
    const scaled = points * unitsOf(volume) * minorPerMajor;
    if (inQuote) return scaled / (pointsPerUnit * 10 ** stepDigits);
    // Points cancel: (points / 10^digits) / (rate / 10^digits).
    return scaled / 10 ** stepDigits / (points >= 0 ? quote.ask : quote.bid);
  }

  function marginMinorOf(volume: Lots, quote: Quote, leverage: number): number {
    const base = (unitsOf(volume) * minorPerMajor) / 10 ** stepDigits / leverage;
    return inQuote ? (base * quote.ask) / pointsPerUnit : base;
  }

  function commissionOf(volume: Lots): Money {
    const perLot = instrument.commissionPerLotPerSide.minor;
    const minor = roundHalfAway((perLot * volume.steps * stepUnits) / 10 ** stepDigits);
    return money(-minor, currency);
  }

  return {
    kind: 'valuation',
    currency,
    minorOf,
    profitOf: (points, volume, quote) =>
      money(roundHalfAway(minorOf(points, volume, quote)), currency),
    marginMinorOf,
    commissionOf,
  };
}
