import type { DecisionReply, VoteReply } from '@quorate/contract/decisions';
import type { LedgerEntry } from '../ledger-entry.ts';

/**
 * What the ledger keeps of a decision: all that led to it, so that nobody can say afterwards that it was
 * another one. The snapshot itself is not in it, only its hash.
 *
 * @param account the terminal account that it was made for
 */
export function decisionEntry(
  account: Readonly<{ server: string; login: string }>,
  decision: DecisionReply,
): LedgerEntry {
  const { server, login } = account;
  return {
    kind: 'decision',
    at: new Date(decision.decided_at),
    body: {
      decision_id: decision.decision_id,
      account: { server, login },
      symbol: decision.symbol,
      timeframe: decision.timeframe,
      as_of: decision.as_of,
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
      rules: decision.rules,
      votes: decision.votes.map(toEntryVote),
      depth: decision.depth,
      tokens: decision.tokens,
      cost_usd: decision.cost_usd,
      latency_ms: decision.latency_ms,
      decided_at: decision.decided_at,
    },
  };
}

function toEntryVote(vote: VoteReply) {
  return {
    analyst: vote.analyst,
    provider: vote.provider,
    model: vote.model,
    family: vote.family,
    action: vote.action,
    p_up: vote.p_up,
    sl_atr: vote.sl_atr,
    tp_atr: vote.tp_atr,
    evidence: vote.evidence,
    reason: vote.reason,
    abstained: vote.abstained,
    fault: vote.fault,
    round: vote.round,
    first: vote.first,
    share: vote.share,
    p_pooled: vote.p_pooled,
    input_tokens: vote.input_tokens,
    output_tokens: vote.output_tokens,
    tokens: vote.tokens,
    cost_usd: vote.cost_usd,
    latency_ms: vote.latency_ms,
  };
}
