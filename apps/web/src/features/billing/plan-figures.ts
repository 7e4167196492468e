import { t } from '@lingui/core/macro';
import type { PublicPlan } from '@quorate/contract/billing';
import { UNLIMITED } from '@quorate/contract/plans';
import { formatCount } from '@quorate/ui/format';
import { formatTokens } from '@quorate/ui/token-figure';

/** A year costs as much as so many months. */
const MONTHS_PAID_YEARLY = 10;

const SUPPORT = {
  community: t`Community`,
  email: t`Email`,
  priority: t`Priority`,
  dedicated: t`Dedicated`,
} as const;

const ANALYSIS = { basic: t`Basic`, advanced: t`Advanced`, premium: t`Premium` } as const;

export type BillingCycle = 'monthly' | 'yearly';

export function formatLimit(limit: number): string {
  return limit === UNLIMITED ? t`Unlimited` : formatCount(limit);
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

/** What a plan gives, as name and figure: the same on its card and in the order. */
export function planFacts(plan: PublicPlan): readonly (readonly [name: string, value: string])[] {
  return [
    [t`Tokens a month`, formatTokens(plan.token_limit)],
    [t`Requests a minute`, formatLimit(plan.rate_limit_per_minute)],
    [t`Symbols`, formatLimit(plan.features.symbols)],
    [t`Daily trades`, formatLimit(plan.features.daily_trades)],
    [t`Terminal accounts`, formatLimit(plan.features.terminal_accounts)],
    [t`AI analysis`, ANALYSIS[plan.features.ai_analysis]],
    [t`Support`, SUPPORT[plan.features.support]],
  ];
}
