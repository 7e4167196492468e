import { isUnlimitedTokens, UNLIMITED } from '@quorate/contract/plans';
import { formatCount } from '../../lib/format.ts';

/** A year costs as much as so many months. */
const MONTHS_PAID_YEARLY = 10;

export type BillingCycle = 'monthly' | 'yearly';

/**
 * Tokens as people read them.
 *
 * @example formatTokens(3_000_000) // '3M'
 * @example formatTokens(40_000_000) // 'Unlimited'
 */
export function formatTokens(tokens: number): string {
  if (isUnlimitedTokens(tokens)) return 'Unlimited';
  // 999,999 rounds to 1M, not to 1,000K.
  if (tokens >= 999_500) return `${shortened(tokens / 1_000_000)}M`;
  if (tokens >= 1_000) return `${Math.round(tokens / 1_000)}K`;
  return formatCount(tokens);
}

export function formatLimit(limit: number): string {
  return limit === UNLIMITED ? 'Unlimited' : formatCount(limit);
}

/** Whole dollars without cents, others with both. @example formatDollars(33.333) // '$33.33' */
export function formatDollars(dollars: number): string {
  return Number.isInteger(dollars) ? `$${formatCount(dollars)}` : `$${dollars.toFixed(2)}`;
}

/** What a month comes to. Yearly is billed once: ten months for twelve. */
export function monthlyPrice(monthlyCost: number, cycle: BillingCycle): number {
  return cycle === 'monthly' ? monthlyCost : yearlyPrice(monthlyCost) / 12;
}

export function yearlyPrice(monthlyCost: number): number {
  return monthlyCost * MONTHS_PAID_YEARLY;
}

function shortened(millions: number): string {
  return String(Math.round(millions * 10) / 10);
}
