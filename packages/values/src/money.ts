import type { Brand } from './brand.ts';
import { decimalFromUnits, unitsFromDecimal, unitsFromNumber } from './decimal.ts';
import { ValueError } from './value-error.ts';

/** ISO 4217 code, three upper-case letters. */
export type Currency = Brand<string, 'Currency'>;

/** An exact amount: whole minor units (cents for USD, yen for JPY) of one currency. */
export type Money = Readonly<{ minor: number; currency: Currency }>;

/** Currencies whose minor unit is not a hundredth. Source: ISO 4217 table A.1. */
const MINOR_DIGITS: Readonly<Record<string, number>> = {
  BHD: 3,
  CLP: 0,
  HUF: 2,
  ISK: 0,
  JPY: 0,
  KRW: 0,
  KWD: 3,
  OMR: 3,
  TND: 3,
  VND: 0,
};

/** @throws ValueError unless the text is three upper-case letters */
export function currencyOf(code: string): Currency {
  if (!/^[A-Z]{3}$/.test(code))
    throw new ValueError(`'${code}' is not a currency code such as USD`);
  return code as Currency;
}

/** How many decimals an amount of this currency has: 2 for USD, 0 for JPY. */
export function currencyDigits(currency: Currency): number {
  return MINOR_DIGITS[currency] ?? 2;
}

/**
 * @param minor whole minor units
 * @throws ValueError when `minor` is not a safe integer
 * @example money(1234, currencyOf('USD')) // 12.34 USD
 */
export function money(minor: number, currency: Currency): Money {
  if (!Number.isSafeInteger(minor)) {
    throw new ValueError(`${minor} is not a whole number of minor units of ${currency}`);
  }
  // -0 and 0 are the same amount and must compare equal.
  return { minor: minor === 0 ? 0 : minor, currency };
}

/** @throws ValueError when the text has more decimals than the currency */
export function moneyFromDecimal(text: string, currency: Currency): Money {
  return money(unitsFromDecimal(text, currencyDigits(currency)), currency);
}

/** Reads an amount in major units as it travels in JSON. @throws ValueError as `moneyFromDecimal` */
export function moneyFromNumber(value: number, currency: Currency): Money {
  return money(unitsFromNumber(value, currencyDigits(currency)), currency);
}

/**
 * Rounds an inexact amount in major units to the nearest minor unit, halves away from zero, as brokers do.
 *
 * @example roundToMoney(1.005, currencyOf('USD')) // 1.01 USD
 */
export function roundToMoney(value: number, currency: Currency): Money {
  if (!Number.isFinite(value)) throw new ValueError(`${value} is not an amount of ${currency}`);
  const scaled = Math.abs(value) * 10 ** currencyDigits(currency);
  // The product carries the binary error of its factors: a few last bits decide a half upwards.
  const forgiven = Math.min(0.25, scaled * 2 ** -50 + 1e-9);
  // Adding a half to a very large whole number would already change it.
  const minor = Number.isInteger(scaled) ? scaled : Math.floor(scaled + 0.5 + forgiven);
  return money(value < 0 ? -minor : minor, currency);
}

/** @throws ValueError when the currencies differ */
export function addMoney(a: Money, b: Money): Money {
  const currency = sameCurrency(a, b);
  // Most deals cost no swap and no fee.
  if (b.minor === 0) return a;
  return money(a.minor + b.minor, currency);
}

/** @throws ValueError when the currencies differ */
export function subtractMoney(a: Money, b: Money): Money {
  return money(a.minor - b.minor, sameCurrency(a, b));
}

/** @throws ValueError when any amount is of another currency */
export function sumMoney(amounts: Iterable<Money>, currency: Currency): Money {
  let total = money(0, currency);
  for (const amount of amounts) total = addMoney(total, amount);
  return total;
}

export function negateMoney(a: Money): Money {
  return money(-a.minor, a.currency);
}

/** Negative when a is the smaller, 0 when equal. @throws ValueError when the currencies differ */
export function compareMoney(a: Money, b: Money): number {
  sameCurrency(a, b);
  return a.minor - b.minor;
}

/** Plain decimal text without the code. @example moneyToDecimal(money(-5, USD)) // '-0.05' */
export function moneyToDecimal(amount: Money): string {
  return decimalFromUnits(amount.minor, currencyDigits(amount.currency));
}

/** The amount in major units as it travels in JSON; its shortest text is exact. */
export function moneyToNumber(amount: Money): number {
  return Number(moneyToDecimal(amount));
}

/** For messages. @example formatMoney(money(1234, USD)) // '12.34 USD' */
export function formatMoney(amount: Money): string {
  return `${moneyToDecimal(amount)} ${amount.currency}`;
}

function sameCurrency(a: Money, b: Money): Currency {
  if (a.currency !== b.currency) {
    throw new ValueError(`cannot combine ${a.currency} with ${b.currency}`);
  }
  return a.currency;
}
