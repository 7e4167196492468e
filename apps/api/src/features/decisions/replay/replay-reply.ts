import type { ReplayDesk, ReplayVerdict } from '@quorate/contract/decision-replay';
import type { DecisionReply } from '@quorate/contract/decisions';
import type { ReplayedDesk } from '@quorate/trading/risk/replay-desk';
import type { AskedFor } from '@quorate/trading/risk/replay-scene';

/** The part of a decision that another vote would change. */
export function toReplayVerdict(decision: DecisionReply): ReplayVerdict {
  const { action, p_up, sl_atr, tp_atr, reason, agreeing, quorum, voters, votes, rules } = decision;
  return { action, p_up, sl_atr, tp_atr, reason, agreeing, quorum, voters, votes, rules };
}

export function toReplayDesk(desk: ReplayedDesk): ReplayDesk {
  return { ...desk, checks: [...desk.checks] };
}

/** What a verdict asks of the desk. */
export function toAskedFor({ action, sl_atr, tp_atr }: ReplayVerdict): AskedFor {
  return { action, stopLossAtr: sl_atr, takeProfitAtr: tp_atr };
}
