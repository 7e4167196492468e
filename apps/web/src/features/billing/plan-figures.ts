import { plural, t } from '@lingui/core/macro';
import type { PublicPlan } from '@quorate/contract/billing';
import { isUnlimitedTokens, MODEL_VOTE_TOKENS, PLANS, UNLIMITED } from '@quorate/contract/plans';
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

/** Who is asked, as the service has it. */
const ANALYSIS_DEPTH = {
  basic: t`Basic: 3 voters`,
  advanced: t`Advanced: 5 voters`,
  premium: t`Premium: all voters, 2 rounds`,
} as const;

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

/** With so many language models the estimates count, each asked once. */
const MODELS_ASKED = 3;

/** Bars that close in a month of five-day weeks. */
const BARS_A_MONTH = [
  ['H1', Math.round((24 * 5 * 52) / 12)],
  ['H4', Math.round((6 * 5 * 52) / 12)],
  ['D1', Math.round((5 * 52) / 12)],
] as const;

/**
 * What a plan's tokens come to: decisions, as far as two digits say, and what can be watched all day with them on
 * the finest timeframe from H1 up. Null without a limit.
 *
 * @example decisionsOf({ token_limit: 8_000_000, features: { symbols: 10 } }) // { decisions: 1600, pairs: 3, timeframe: 'H1' }
 */
export function decisionsOf(plan: {
  token_limit: number;
  features: Pick<PublicPlan['features'], 'symbols'>;
}): { decisions: number; pairs: number; timeframe: string } | null {
  if (isUnlimitedTokens(plan.token_limit)) return null;
  const exact = Math.floor(plan.token_limit / (MODEL_VOTE_TOKENS * MODELS_ASKED));
  const step = 10 ** Math.max(0, String(exact).length - 2);
  const { symbols } = plan.features;
  for (const [timeframe, bars] of BARS_A_MONTH) {
    const affordable = Math.floor(exact / bars);
    const pairs = symbols === UNLIMITED ? affordable : Math.min(symbols, affordable);
    if (pairs > 0) return { decisions: Math.floor(exact / step) * step, pairs, timeframe };
  }
  return { decisions: exact, pairs: 0, timeframe: 'D1' };
}

/** @example decisionWords(pro) // 'about 1,600 decisions: 3 pairs on H1, all day' */
export function decisionWords(plan: PublicPlan): string {
  const found = decisionsOf(plan);
  if (!found) return t`as many decisions as you like`;
  const { decisions, pairs, timeframe } = found;
  const count = formatCount(decisions);
  if (pairs === 0) return t`about ${count} decisions`;
  return t`about ${count} decisions: ${plural(pairs, { one: '# pair', other: '# pairs' })} on ${timeframe}, all day`;
}

/** Paper accounts of a plan, which the public list does not name. */
function paperAccounts(name: string): string {
  const plan = PLANS.find((known) => known.name === name);
  return plan ? formatLimit(plan.granted.paper_accounts) : '–';
}

/** Every row of the comparison: what is compared, and the figure of each plan. */
export function comparedFacts(
  plans: readonly PublicPlan[],
): readonly (readonly [name: string, values: readonly string[]])[] {
  const row = (name: string, figureOf: (plan: PublicPlan) => string) =>
    [name, plans.map(figureOf)] as const;
  return [
    row(t`Price`, (plan) => t`${formatDollars(plan.monthly_cost)} a month`),
    row(t`Tokens a month`, (plan) => formatTokens(plan.token_limit)),
    row(t`With three models`, decisionWords),
    row(t`Symbols`, (plan) => formatLimit(plan.features.symbols)),
    row(t`Daily trades`, (plan) => formatLimit(plan.features.daily_trades)),
    row(t`Terminal accounts`, (plan) => formatLimit(plan.features.terminal_accounts)),
    row(t`Paper accounts`, (plan) => paperAccounts(plan.name)),
    row(t`Requests a minute`, (plan) => formatLimit(plan.rate_limit_per_minute)),
    row(t`AI analysis`, (plan) => ANALYSIS_DEPTH[plan.features.ai_analysis]),
    row(t`Support`, (plan) => SUPPORT[plan.features.support]),
  ];
}
