import type { Currency } from '@quorate/values/money';
import { denied, type Refusal } from '../risk/refusal.ts';
import type { Instrument } from './instrument.ts';
import { ratesFrom } from './rates.ts';

/**
 * Why a set of symbols cannot be traded in an account: one of them is quoted in a currency whose rate none of
 * them gives. Asked before a run begins, for at its bars nothing would ever be opened.
 *
 * @example conversionRefusal([eurgbp], USD) // refused; with GBPUSD beside it, undefined
 */
export function conversionRefusal(
  instruments: readonly Instrument[],
  currency: Currency,
): Refusal | undefined {
  const rates = ratesFrom(() =>
    instruments.map(({ baseCurrency, quoteCurrency }) => ({
      base: baseCurrency,
      quote: quoteCurrency,
      bid: 1,
      ask: 1,
    })),
  );
  for (const { symbol, baseCurrency: base, quoteCurrency: quote } of instruments) {
    if (base === currency || rates.rate(quote, currency)) continue;
    return denied(
      'conversion_rate',
      `${base} or ${quote}`,
      currency,
      `${symbol} cannot be valued in ${currency}: the account must be in ${base} or ${quote}, or the candles of a pair of ${quote} and ${currency} must be given, too.`,
    );
  }
  return undefined;
}
