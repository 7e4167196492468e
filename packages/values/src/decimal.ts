import { ValueError } from './value-error.ts';

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * Reads a decimal text as a whole number of `10^-digits` units, without passing through a binary fraction.
 *
 * @param text plain decimal such as `-12.30`; no exponent, no thousands separator
 * @param digits how many decimals one unit stands for, 0 to 10
 * @throws ValueError when the text is not a decimal, has more significant decimals than `digits`, or leaves the safe integers
 * @example unitsFromDecimal('1.08214', 5) // 108214
 */
export function unitsFromDecimal(text: string, digits: number): number {
  const match = DECIMAL.exec(text);
  if (!match) throw new ValueError(`'${text}' is not a decimal number`);
  const [, sign, whole = '0', fraction = ''] = match;
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > digits) {
    throw new ValueError(`'${text}' is finer than ${digits} decimals`);
  }
  const units = Number(whole + significant.padEnd(digits, '0'));
  if (!Number.isSafeInteger(units)) throw new ValueError(`'${text}' is too large to be exact`);
  return sign === '-' && units !== 0 ? -units : units;
}

/**
 * Reads a JSON number as a whole number of `10^-digits` units. Numbers travel as shortest decimals, so
 * their text is exact although the binary value is not.
 *
 * @throws ValueError as `unitsFromDecimal`, and for NaN and infinities
 * @example unitsFromNumber(0.1 , 2) // 10
 */
export function unitsFromNumber(value: number, digits: number): number {
  if (!Number.isFinite(value)) throw new ValueError(`${value} is not a finite number`);
  return unitsFromDecimal(withoutExponent(String(value)), digits);
}

/**
 * The decimal text of a whole number of `10^-digits` units.
 *
 * @example decimalFromUnits(-5, 2) // '-0.05'
 */
export function decimalFromUnits(units: number, digits: number): string {
  const sign = units < 0 ? '-' : '';
  const text = String(Math.abs(units)).padStart(digits + 1, '0');
  if (digits === 0) return sign + text;
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Numbers below 10^-6 and from 10^21 print with an exponent; this spells them out, digit for digit. */
function withoutExponent(text: string): string {
  const [mantissa = '', exponent] = text.split('e');
  if (exponent === undefined) return text;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const places = Number(exponent);
  if (places < 0) return `${sign}0.${'0'.repeat(-places - 1)}${whole}${fraction}`;
  return sign + whole + fraction.padEnd(places, '0');
}
