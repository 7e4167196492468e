import { NUMBERS } from './language.ts';

const wholeNumber = new Intl.NumberFormat(NUMBERS, { maximumFractionDigits: 0 });
const twoDecimals = new Intl.NumberFormat(NUMBERS, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

export function formatCount(count: number): string {
  return wholeNumber.format(count);
}

/** Lots with 2 decimals. */
export function formatVolume(lots: number): string {
  return twoDecimals.format(lots);
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
  const key = `${currency} ${sign}`;
  const found = moneyFormats.get(key) ?? moneyFormat(currency, sign);
  moneyFormats.set(key, found);
  return found.format(amount);
}

/** Making one costs more than using it a hundred times, and a page of the record has 500 amounts. */
const moneyFormats = new Map<string, Intl.NumberFormat>();

function moneyFormat(currency: string, sign: 'auto' | 'always'): Intl.NumberFormat {
  return new Intl.NumberFormat(NUMBERS, {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
  });
}

/** A price with the symbol's own number of decimals, ungrouped as terminals write it. */
export function formatPrice(price: number, digits: number): string {
  return price.toFixed(digits);
}

/** @param percent 0 to 100 */
export function formatPercent(percent: number): string {
  return `${twoDecimals.format(percent)}%`;
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
