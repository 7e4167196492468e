import type { I18n } from '../../words/i18n.ts';

/** Digits after the point of a currency, as ISO 4217 has them: 2 for USD, 0 for JPY. */
function digitsOf(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
      .maximumFractionDigits ?? 2
  );
}

/**
 * Minor units as the wire has them.
 *
 * @example majorUnits(4000, 'USD') // 40
 */
export function majorUnits(minor: number, currency: string): number {
  const digits = digitsOf(currency);
  return Number((minor / 10 ** digits).toFixed(digits));
}

/** @example moneyInWords(i18n, 38_000, 'USD') // '$380.00' */
export function moneyInWords(
  { numbers }: Pick<I18n, 'numbers'>,
  minor: number,
  currency: string,
): string {
  return new Intl.NumberFormat(numbers, { style: 'currency', currency }).format(
    majorUnits(minor, currency),
  );
}
