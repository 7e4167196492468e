import { msg, plural, select } from '@lingui/core/runtime-macro';
import { isUnlimitedTokens, type Plan, UNLIMITED } from '@quorate/contract/plans';
import { getDashboard, getEntitlements, type Usage } from '@quorate/contract/usage';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';
import type { Route } from '../../http/endpoint.ts';
import type { Clock } from '../../process/clock.ts';
import type { I18n } from '../../words/i18n.ts';
import { readEntitlements } from '../billing/entitlements/entitlements.queries.ts';
import type { Entitlements } from '../billing/entitlements/entitlements.ts';
import { countTokensOfCycle, type TokenCount } from './usage.queries.ts';

export type UsageDeps = Readonly<{ db: Db; clock: Clock }>;

/**
 * Token figures of the cycle. What remains is what a new call could have: neither used, nor reserved by
 * a call that is under way. So used and remaining tokens may for a moment be fewer than the limit.
 */
export async function readUsage(
  { db, clock }: UsageDeps,
  userId: UserId,
  entitled: Entitlements,
): Promise<Usage> {
  const now = new Date(clock.now());
  return usageOf(entitled, await countTokensOfCycle(db, userId, entitled.cycle, now));
}

/** The same figures of tokens that are counted already. */
export function usageOf(
  { plan, cycle }: Pick<Entitlements, 'plan' | 'cycle'>,
  { used, reserved }: TokenCount,
): Usage {
  const { tokens: limit } = plan.granted;
  const unlimited = isUnlimitedTokens(limit);
  return {
    token_limit: unlimited ? UNLIMITED : limit,
    tokens_used: used,
    tokens_remaining: unlimited ? UNLIMITED : Math.max(0, limit - used - reserved),
    period_start: cycle.start.toISOString(),
    period_end: cycle.end.toISOString(),
  };
}

export function registerUsage(route: Route, deps: UsageDeps): void {
  route(getDashboard, async (_input, { user, i18n }) => {
    const entitled = await readEntitlements(deps, user.id);
    const { plan } = entitled;
    const usage = await readUsage(deps, user.id, entitled);
    return {
      success: true,
      role: user.role,
      locale: user.locale,
      plan: {
        name: plan.name,
        monthly_cost: plan.monthly_cost,
        token_limit: usage.token_limit,
        is_unlimited: isUnlimitedTokens(plan.granted.tokens),
        description: describePlan(i18n, plan),
      },
      usage,
    };
  });

  route(getEntitlements, async (_input, { user }) => {
    const entitled = await readEntitlements(deps, user.id);
    const { plan } = entitled;
    return {
      success: true,
      plan_name: plan.name,
      symbols: plan.granted.symbols,
      daily_trades: plan.granted.daily_trades,
      rate_limit_per_minute: plan.granted.requests_per_minute,
      terminal_accounts: plan.granted.terminal_accounts,
      paper_accounts: plan.granted.paper_accounts,
      usage: await readUsage(deps, user.id, entitled),
    };
  });
}

/** The dashboard's description of a plan, with the figures that are enforced. */
function describePlan({ t }: I18n, { granted, support }: Plan): string {
  const tokens = isUnlimitedTokens(granted.tokens)
    ? t(msg`Unlimited tokens`)
    : t(msg`${{ tokens: shortTokens(granted.tokens) }} tokens a month`);
  const symbols =
    granted.symbols === UNLIMITED
      ? t(msg`unlimited symbols`)
      : t(msg`${plural({ symbols: granted.symbols }, { one: '# symbol', other: '# symbols' })}`);
  const trades =
    granted.daily_trades === UNLIMITED
      ? t(msg`unlimited trades`)
      : t(
          msg`${plural({ trades: granted.daily_trades }, { one: '# trade a day', other: '# trades a day' })}`,
        );
  return t(msg`${{ tokens }}, ${{ symbols }}, ${{ trades }}, ${select({ support }, SUPPORT)}.`);
}

const SUPPORT = {
  community: 'community support',
  email: 'email support',
  priority: 'priority support',
  other: 'dedicated support',
};

function shortTokens(tokens: number): string {
  return tokens >= 1_000_000 ? `${tokens / 1_000_000}M` : `${tokens / 1_000}K`;
}
