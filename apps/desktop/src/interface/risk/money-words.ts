import { formatMoney } from '@quorate/ui/format';
import { typedNumber } from './typed-number.ts';

/** What an account is worth now, as its terminal told last. */
export type Equity = Readonly<{ amount: number; currency: string }>;

/**
 * What a percentage is in money now; null where it cannot be told.
 *
 * @example moneyWords('1', { amount: 10_000, currency: 'USD' }) // 'Now about $100.00 of $10,000.00.'
 */
export function moneyWords(text: string, equity: Equity | null): string | null {
  const percent = typedNumber(text);
  if (equity === null || percent === null) return null;
  const { amount, currency } = equity;
  return `Now about ${formatMoney((amount * percent) / 100, currency)} of ${formatMoney(amount, currency)}.`;
}
