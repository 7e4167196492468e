const WITHOUT_DECIMALS = new Set(['JPY', 'KRW', 'CLP', 'VND']);

/** An amount as the provider writes it: a text of minor units, such as '4000' for 40 dollars. */
export type Amount = string;

/** Minor units as a number. @throws RangeError on a text that is no whole number in the safe range */
export function minorUnits(amount: Amount): number {
  const value = Number(amount);
  if (!/^-?\d+$/.test(amount) || !Number.isSafeInteger(value)) {
    throw new RangeError(`'${amount}' is no amount in minor units`);
  }
  return value;
}

/** Half of a minor unit goes up, away from zero. */
export function roundMinor(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value));
}

/** Major units, such as 40.5 dollars, for events of the checkout: they carry numbers. */
export function majorUnits(amount: Amount, currency: string): number {
  return minorUnits(amount) / (WITHOUT_DECIMALS.has(currency) ? 1 : 100);
}

/** An amount for people, in English: '$40.00'. */
export function formatAmount(amount: Amount, currency: string): string {
  const digits = WITHOUT_DECIMALS.has(currency) ? 0 : 2;
  return majorUnits(amount, currency).toLocaleString('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
