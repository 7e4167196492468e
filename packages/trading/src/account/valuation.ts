import type { Lots } from '@quorate/values/lots';
import { type Currency, currencyDigits, type Money, money } from '@quorate/values/money';
import { ValueError } from '@quorate/values/value-error';
import { denied, type Refusal } from '../risk/refusal.ts';
import { roundHalfAway } from '../rounding.ts';
import type { Instrument } from './instrument.ts';
import type { Rate, Rates } from './rates.ts';

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
  /**
   * Why nothing can be valued at this moment: the rate of a third currency is not known. What is held then
   * is valued at the last rate that was. Absent where no rate is needed.
   */
  missingRate?(): Refusal | undefined;
  /** The rate from the pair's quote currency to the account's as it is now. Absent where none is needed. */
  rate?(): Rate | undefined;
}>;

/** What of an instrument decides what its moves are worth. */
export type Valued = Pick<
  Instrument,
  | 'symbol'
  | 'digits'
  | 'contractSize'
  | 'volumeStep'
  | 'baseCurrency'
  | 'quoteCurrency'
  | 'commissionPerLotPerSide'
>;

/**
 * How an instrument is valued in an account's currency. Its own quote is enough when the account is in
 * the pair's quote currency (EURUSD in USD) or in its base currency (USDJPY in USD). For any third currency
 * (EURGBP in USD) it takes the rate of the pair's quote currency, as it stands whenever something is valued.
 *
 * @param rates absent where nobody supplies them
 * @returns a refusal for a third currency without rates
 * @throws ValueError when the instrument's commission is in another currency than the account
 * @example
 * const valuation = valuationOf(eurusd, USD);
 * if (valuation.kind === 'denied') return valuation;
 * valuation.profitOf(10, lots(12, step), { bid: 108214, ask: 108226 }); // 1.20 USD
 */
export function valuationOf(
  instrument: Valued,
  currency: Currency,
  rates?: Rates,
): Valuation | Refusal {
  const { baseCurrency, quoteCurrency, symbol } = instrument;
  const third = currency !== quoteCurrency && currency !== baseCurrency;
  if (third && !rates) {
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
  const converted = third && rates ? conversion(rates, instrument, currency) : undefined;
  const minorPerMajor = 10 ** currencyDigits(currency);
  const pointsPerUnit = 10 ** instrument.digits;
  const { units: stepUnits, digits: stepDigits } = instrument.volumeStep;
  const stepsPerUnit = 10 ** stepDigits;

  // Whole numbers as long as possible: one division at the end, so that cents come out exact.
  const unitsOf = (volume: Lots) => volume.steps * stepUnits * instrument.contractSize;

  function minorOf(points: number, volume: Lots, quote: Quote): number {
    const scaled = points * unitsOf(volume) * minorPerMajor;
    if (inQuote) return scaled / (pointsPerUnit * stepsPerUnit);
    if (converted) {
      const inQuoteCurrency = scaled / (pointsPerUnit * stepsPerUnit);
      const { bid, ask } = converted.rate();
      return inQuoteCurrency * (points >= 0 ? bid : ask);
    }
    // Points cancel: (points / 10^digits) / (rate / 10^digits).
    return scaled / stepsPerUnit / (points >= 0 ? quote.ask : quote.bid);
  }

  function marginMinorOf(volume: Lots, quote: Quote, leverage: number): number {
    const base = (unitsOf(volume) * minorPerMajor) / stepsPerUnit / leverage;
    if (converted) return ((base * quote.ask) / pointsPerUnit) * converted.rate().ask;
    return inQuote ? (base * quote.ask) / pointsPerUnit : base;
  }

  function commissionOf(volume: Lots): Money {
    const perLot = instrument.commissionPerLotPerSide.minor;
    const minor = roundHalfAway((perLot * volume.steps * stepUnits) / stepsPerUnit);
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
    ...(converted && { missingRate: () => converted.missing(), rate: () => converted.now() }),
  };
}

const UNKNOWN: Rate = { bid: Number.NaN, ask: Number.NaN };

/** The rate from a pair's quote currency to the account's, and the last one where none is known now. */
function conversion(rates: Rates, { symbol, quoteCurrency }: Valued, currency: Currency) {
  let last = UNKNOWN;
  return {
    now: () => rates.rate(quoteCurrency, currency),
    rate(): Rate {
      last = rates.rate(quoteCurrency, currency) ?? last;
      return last;
    },
    missing(): Refusal | undefined {
      if (rates.rate(quoteCurrency, currency)) return undefined;
      return denied(
        'conversion_rate',
        `${quoteCurrency} to ${currency}`,
        'none',
        `${symbol} cannot be valued in ${currency} now: no quote gives a rate from ${quoteCurrency} to ${currency}.`,
      );
    },
  };
}
