import { decimalFromUnits, unitsFromDecimal, unitsFromNumber } from './decimal.ts';
import { ValueError } from './value-error.ts';

/** An exact quote: whole points, a point being `10^-digits`. 1.08214 is 108214 points of 5 digits. */
export type Price = Readonly<{ points: number; digits: number }>;

/** @throws ValueError unless points is a safe integer and digits is 0 to 8 */
export function price(points: number, digits: number): Price {
  if (!Number.isSafeInteger(points))
    throw new ValueError(`${points} is not a whole number of points`);
  if (!Number.isInteger(digits) || digits < 0 || digits > 8) {
    throw new ValueError(`a price has 0 to 8 digits, not ${digits}`);
  }
  return { points, digits };
}

/** @throws ValueError when the text is finer than a point. @example priceFromDecimal('1.08214', 5) */
export function priceFromDecimal(text: string, digits: number): Price {
  return price(unitsFromDecimal(text, digits), digits);
}

/** @throws ValueError when the number is finer than a point */
export function priceFromNumber(value: number, digits: number): Price {
  return price(unitsFromNumber(value, digits), digits);
}

/** @example priceToDecimal(price(108214, 5)) // '1.08214' */
export function priceToDecimal(quote: Price): string {
  return decimalFromUnits(quote.points, quote.digits);
}

export function priceToNumber(quote: Price): number {
  return Number(priceToDecimal(quote));
}

/** Signed distance a - b in points. @throws ValueError when the digits differ */
export function pointsBetween(a: Price, b: Price): number {
  if (a.digits !== b.digits) throw new ValueError(`prices of ${a.digits} and ${b.digits} digits`);
  return a.points - b.points;
}
