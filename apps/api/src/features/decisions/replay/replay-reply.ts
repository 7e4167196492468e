import type { ReplayVerdict } from '@quorate/contract/decision-replay';
import type { DecisionReply } from '@quorate/contract/decisions';

/** The part of a decision that another vote would change. */
export function toReplayVerdict(decision: DecisionReply): ReplayVerdict {
  const { action, p_up, sl_atr, tp_atr, reason, agreeing, quorum, voters, votes, rules } = decision;
  return { action, p_up, sl_atr, tp_atr, reason, agreeing, quorum, voters, votes, rules };
}
