import { plural, t } from '@lingui/core/macro';
import type { DecisionReplay } from '@quorate/contract/decision-replay';
import { DEFAULT_LIMITS } from '@quorate/trading/ensemble/verdict-rules';
import { formatCount } from '@quorate/ui/format';

const { minVoters: QUORUM } = DEFAULT_LIMITS;

/** What a trial costs, said before it is asked. It is decided by the rules of today. */
export function costWords(voters: number): string {
  if (voters === 0) return t`Free: the stored votes stand, only the risk settings change.`;
  const asked = t`Asks ${plural(voters, { one: '# voter', other: '# voters' })} now, with tokens of your plan.`;
  if (voters >= QUORUM) return asked;
  return `${asked} ${t`Fewer than ${QUORUM} can only hold.`}`;
}

/** What a trial that was cancelled may have cost. */
export function cancelledWords(voters: number): string {
  return voters === 0
    ? t`Cancelled.`
    : t`Cancelled. What was asked until then may have used tokens.`;
}

/** What it did cost, and what is left. */
export function usedWords({ tokens, usage }: DecisionReplay): string {
  if (tokens === 0) return t`It used no tokens.`;
  const used = t`It used ${plural(tokens, { one: '# token', other: '# tokens' })}.`;
  const { tokens_remaining: left } = usage;
  return left < 0 ? used : `${used} ${t`${formatCount(left)} are left.`}`;
}
