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

/** A chart of the way to the target needs a few bars, and has room for so many. */
const FEWEST_BARS = 4;
const MOST_BARS = 12;

/**
 * The first trade of a run that shows every step, and is easily told: bought, because most wanted to,
 * against an analyst who wanted to sell; closed at its target after 4 to 12 bars. It is chosen for that,
 * not for being typical, and whoever shows it says so.
 *
 * @param stories in the order in which they were decided
 * @throws Error when the run has none
 */
export function chooseStory(stories: readonly Story[]): Story {
  const found = stories.find(
    ({ decision, exit, bars }) =>
      decision.action === 'BUY' &&
      decision.votes.some(({ action, abstained }) => action === 'SELL' && !abstained) &&
      exit === 'target' &&
      bars >= FEWEST_BARS &&
      bars <= MOST_BARS,
  );
  if (found) return found;
  throw new Error(`none of the run's ${stories.length} trades shows every step; try another seed`);
}
