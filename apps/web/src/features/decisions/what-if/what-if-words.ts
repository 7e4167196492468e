import type { DecisionReplay } from '@quorate/contract/decision-replay';
import { DEFAULT_LIMITS } from '@quorate/trading/ensemble/verdict-rules';
import { countOf, formatCount } from '@quorate/ui/format';

const { minVoters: QUORUM } = DEFAULT_LIMITS;

/** What a trial costs, said before it is asked. It is decided by the rules of today. */
export function costWords(voters: number): string {
  if (voters === 0) return 'Free: the stored votes stand, only the risk settings change.';
  const asked = `Asks ${countOf(voters, 'voter')} now, with tokens of your plan.`;
  if (voters >= QUORUM) return asked;
  return `${asked} Fewer than ${QUORUM} can only hold.`;
}

/** What a trial that was cancelled may have cost. */
export function cancelledWords(voters: number): string {
  return voters === 0 ? 'Cancelled.' : 'Cancelled. What was asked until then may have used tokens.';
}

/** What it did cost, and what is left. */
export function usedWords({ tokens, usage }: DecisionReplay): string {
  if (tokens === 0) return 'It used no tokens.';
  const left =
    usage.tokens_remaining < 0 ? '' : ` ${formatCount(usage.tokens_remaining)} are left.`;
  return `It used ${countOf(tokens, 'token')}.${left}`;
}
