import { NUMBERS } from './language.ts';

/**
 * A number as the page's language writes it. A format is made at its first use and kept: the first one of a page
 * loads the browser's locale data (25 ms), and a page of the record has 500 amounts.
 */
export function formatNumber(value: number, options: Intl.NumberFormatOptions): string {
  const key = JSON.stringify(options);
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(NUMBERS, options);
    formats.set(key, format);
  }
  return format.format(value);
}

const formats = new Map<string, Intl.NumberFormat>();

const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

/** A difference: + before a gain, nothing before 0. */
export const SIGNED = { ...TWO_DECIMALS, signDisplay: 'exceptZero' } as const;

export function formatCount(count: number): string {
  return formatNumber(count, { maximumFractionDigits: 0 });
}

/** Lots with 2 decimals. */
export function formatVolume(lots: number): string {
  return formatNumber(lots, TWO_DECIMALS);
}

/**
 * Money with 2 decimals and the currency's sign.
 *
 * @param amount major units
 * @param sign 'always' writes + before a gain; the colour of a figure must never be its only sign
 */
export function formatMoney(
  amount: number,
  currency: string,
  sign: 'auto' | 'always' = 'auto',
): string {
  return formatNumber(amount, {
    style: 'currency',
    currency,
    ...TWO_DECIMALS,
    signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
  });
}

/** A price with the symbol's own number of decimals, ungrouped as terminals write it. */
export function formatPrice(price: number, digits: number): string {
  return price.toFixed(digits);
}

/** @param percent 0 to 100 */
export function formatPercent(percent: number): string {
  return `${formatNumber(percent, TWO_DECIMALS)}%`;
}

/** A share as a whole percentage. @param share 0 to 1 */
export function formatShare(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/**
 * 'unit' lists facts beside each other.
 *
 * @example formatList(['Google', 'GitHub'], 'disjunction') // 'Google or GitHub'
 */
export function formatList(
  words: readonly string[],
  type: 'conjunction' | 'disjunction' | 'unit' = 'conjunction',
): string {
  return new Intl.ListFormat(NUMBERS, { type }).format(words);
}
