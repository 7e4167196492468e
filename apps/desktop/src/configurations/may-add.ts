/** Limits of the plan as the service told them last. -1: no limit. */
export type PlanLimits = Readonly<{
  plan_name: string;
  terminal_accounts: number;
  symbols: number;
}>;

/** What is allowed while nobody knows the plan: that of the smallest. */
const LEAST = 1;

/** Whether one more configuration may be added, in a sentence with the limit and the number there is. */
export function mayAddOne(
  limits: PlanLimits | null,
  count: number,
): Readonly<{ allowed: boolean; reason: string | null }> {
  const limit = limits?.terminal_accounts ?? LEAST;
  if (limit === -1 || count < limit) return { allowed: true, reason: null };
  const accounts = `${limit} terminal account${limit === 1 ? '' : 's'}`;
  const there = `${count} ${count === 1 ? 'is' : 'are'} set up`;
  return {
    allowed: false,
    reason:
      limits === null
        ? `Your plan is not known yet; until the service is reached, ${accounts} can be set up, and ${there}.`
        : `Your ${limits.plan_name} plan has ${accounts}, and ${there}. ${limits.plan_name === 'Free' ? 'Paid plans have any number.' : 'Another plan may have more.'}`,
  };
}

/** Why these pairs are more than the plan allows on one day; null where they are not. */
export function tooManyPairs(limits: PlanLimits | null, pairs: readonly string[]): string | null {
  if (limits === null || limits.symbols === -1 || pairs.length <= limits.symbols) return null;
  const symbols = `${limits.symbols} symbol${limits.symbols === 1 ? '' : 's'}`;
  return `Your ${limits.plan_name} plan has ${symbols} a day, and ${pairs.length} are chosen: ${pairs.slice(0, 12).join(', ')}${pairs.length > 12 ? ', …' : ''}. Take some away, or take a larger plan.`;
}
