import { type DecisionReply, timeframe, type VoteReply } from '@quorate/contract/decisions';
import type { DecisionRecord, VoteRecord } from './decisions.queries.ts';

/** Costs are stored in whole millionths: sums of them are exact. */
const MICRO = 1_000_000;

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
    pool_slope: decision.pool_slope,
    sl_atr: decision.sl_atr,
    tp_atr: decision.tp_atr,
    reason: decision.reason,
    agreeing: decision.agreeing,
    quorum: decision.quorum,
    voters: decision.voters,
    votes: votes.map(toVoteReply),
    rules: decision.rules,
    depth: decision.depth,
    tokens: decision.tokens,
    cost_usd: decision.cost_micro_usd / MICRO,
    latency_ms: decision.latency_ms,
  };
}

function toVoteReply(row: VoteRecord): VoteReply {
  const { user_id, decision_id, position, first_action, first_p_up, cost_micro_usd, ...vote } = row;
  const first =
    first_action === null || first_p_up === null
      ? null
      : { action: first_action, p_up: first_p_up };
  return { ...vote, first, cost_usd: cost_micro_usd / MICRO };
}
