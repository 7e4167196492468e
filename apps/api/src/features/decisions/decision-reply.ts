import { type DecisionReply, timeframe } from '@quorate/contract/decisions';
import type { DecisionRecord, VoteRecord } from './decisions.queries.ts';

/** A stored decision as it travels. @param votes of this decision, in their order */
export function toDecisionReply(
  decision: DecisionRecord,
  votes: readonly VoteRecord[],
): DecisionReply {
  return {
    decision_id: decision.id,
    symbol: decision.symbol,
    timeframe: timeframe.parse(decision.timeframe),
    as_of: decision.as_of.toISOString(),
    decided_at: decision.decided_at.toISOString(),
    snapshot_hash: decision.snapshot_hash,
    action: decision.action,
    p_up: decision.p_up,
    sl_atr: decision.sl_atr,
    tp_atr: decision.tp_atr,
    reason: decision.reason,
    agreeing: decision.agreeing,
    quorum: decision.quorum,
    voters: decision.voters,
    votes: votes.map(({ user_id, decision_id, position, ...vote }) => vote),
    rules: decision.rules,
    tokens: decision.tokens,
  };
}
