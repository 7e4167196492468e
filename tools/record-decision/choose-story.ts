import type { OutcomeReply } from '@quorate/contract/decision-outcomes';
import type { DecisionReply } from '@quorate/contract/decisions';
import type { Trade } from '@quorate/contract/trades';
import type { RuleCheck } from '@quorate/trading/analysts/vote';

/** A decision that became a trade, from its votes to its end. */
export type Story = {
  decision: DecisionReply;
  trade: Trade;
  /** The figures of the risk desk's rules. */
  checks: readonly RuleCheck[];
  exit: 'target' | 'stop' | 'other';
  /** Bars from the decision to the close of the trade. */
  bars: number;
};

/** A decision that asked for a trade and was refused, as far as it is known what would have come of it. */
export type RefusedStory = {
  decision: DecisionReply;
  refusal: NonNullable<OutcomeReply['refusal']>;
  shadow: NonNullable<OutcomeReply['shadow']> & { r: number };
};

/**
 * The first trade of a run on which the analysts agreed: nobody who voted wanted the opposite. It closed at
 * its target. It is chosen for that, not for being typical, and whoever shows it says so.
 *
 * @param stories in the order in which they were decided
 * @throws Error when the run has none
 */
export function chooseStory(stories: readonly Story[]): Story {
  const found = stories.find(
    ({ decision, exit }) => exit === 'target' && sides(decision).size === 1,
  );
  if (found) return found;
  throw new Error(`in none of the run's ${stories.length} trades did they agree; try another seed`);
}

/** The first trade that the desk refused for its spread, and of which it is known what would have come of it. */
export function chooseRefused(
  refused: readonly { decision: DecisionReply; outcome: OutcomeReply | null }[],
): RefusedStory {
  for (const { decision, outcome } of refused) {
    const { refusal = null, shadow = null } = outcome ?? {};
    if (refusal?.rule !== 'spread' || shadow === null || shadow.r === null) continue;
    return { decision, refusal, shadow: { ...shadow, r: shadow.r } };
  }
  throw new Error(
    `none of the run's ${refused.length} refused trades can be told; try another seed`,
  );
}

/** What those who voted wanted. */
function sides({ votes }: DecisionReply): Set<string> {
  return new Set(
    votes.flatMap(({ action, abstained }) => (abstained || action === 'HOLD' ? [] : [action])),
  );
}
