import { currencyDigits, currencyOf, moneyFromDecimal } from '@quorate/values/money';
import { ValueError } from '@quorate/values/value-error';
import { useState } from 'react';
import { readStored, removeStored, writeStored } from '../../lib/browser-storage.ts';

/**
 * The balance before the first trade, which the record does not hold. It stays in this browser, for each
 * user and currency.
 */
export function useStartingBalance(
  userId: string,
  currency: string | null,
): [balance: string | null, change: (balance: string | null) => void] {
  const [changed, setChanged] = useState<Readonly<Record<string, string | null>>>({});
  if (currency === null) return [null, () => undefined];
  const key = `starting-balance:${userId}:${currency}`;
  const stored = changed[key] === undefined ? readStored(key) : changed[key];
  const change = (balance: string | null) => {
    if (balance === null) removeStored(key);
    else writeStored(key, balance);
    setChanged((now) => ({ ...now, [key]: balance }));
  };
  return [stored === null ? null : plainBalance(stored, currency), change];
}

/**
 * An amount as the service takes it, from one as people type it.
 *
 * @returns null for what is no amount above 0 of this currency
 * @example plainBalance('10,000.50', 'USD') // '10000.50'
 */
export function plainBalance(typed: string, currency: string): string | null {
  const text = typed.replace(/[,\s]/g, '');
  if (!/^\d{1,11}(\.\d+)?$/.test(text)) return null;
  try {
    return moneyFromDecimal(text, currencyOf(currency)).minor > 0 ? text : null;
  } catch (error) {
    if (error instanceof ValueError) return null;
    throw error;
  }
}

/** What is wrong with an amount, as a sentence. */
export function balanceFault(currency: string): string {
  const digits = currencyDigits(currencyOf(currency));
  return `Enter an amount above 0 with at most ${digits} decimals.`;
}
