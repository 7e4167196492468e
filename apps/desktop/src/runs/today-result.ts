import { tradingDayOf } from '@quorate/trading/market/trading-day';
import type { Instant } from '@quorate/values/instant';
import { currencyDigits, currencyOf } from '@quorate/values/money';
import type { ToldLimits } from './bot-status.ts';

type Standing = Readonly<{
  limits: Pick<ToldLimits, 'day' | 'dayStartMinor'> | null;
  /** Major units; null where the terminal has not told. */
  equity: number | null;
  currency: string | null;
  now: Instant;
}>;

/** Equity less that of the day's start, in major units; null where either is not known. */
export function todayResult({ limits, equity, currency, now }: Standing): number | null {
  if (limits === null || equity === null || currency === null) return null;
  // Of another day, until the first bar of this one.
  if (limits.day < tradingDayOf(now) || limits.dayStartMinor <= 0) return null;
  const minorUnits = 10 ** currencyDigits(currencyOf(currency));
  return Math.round(equity * minorUnits - limits.dayStartMinor) / minorUnits;
}
