import type { AnalysisDepth } from '@quorate/contract/decisions';
import { canonicalJson } from '@quorate/trading/canonical-json';
import type { Verdict } from '@quorate/trading/vote';
import type { DecisionId, TradingAccountId } from '@quorate/values/ids';
import { costOf, type PanelVote, tokensOf } from '../../models/panel.ts';
import type { AnalyseInput } from './decisions.deps.ts';
import type { Bar, DecisionRows, VoteRecord } from './decisions.queries.ts';

/** What came of asking, and how long it took. */
export type Voted = Readonly<{
  votes: readonly PanelVote[];
  verdict: Verdict;
  /** What the pool's log-odds were multiplied by. */
  poolSlope: number;
  depth: AnalysisDepth;
  latencyMs: number;
}>;

/** A decision, the snapshot it was made on and every vote, as they are stored. */
export function toDecisionRows(
  { id, decidedAt }: Readonly<{ id: DecisionId; decidedAt: Date }>,
  bar: Bar & { accountId: TradingAccountId },
  input: Pick<AnalyseInput, 'snapshot' | 'snapshot_hash'>,
  { votes, verdict, poolSlope, depth, latencyMs }: Voted,
): DecisionRows {
  const decision = {
    user_id: bar.userId,
    id,
    account_id: bar.accountId,
    symbol: bar.symbol,
    timeframe: bar.timeframe,
    as_of: bar.asOf,
    snapshot_hash: input.snapshot_hash,
    snapshot: canonicalJson(input.snapshot),
    action: verdict.action,
    p_up: verdict.pUp,
    pool_slope: poolSlope,
    sl_atr: verdict.stopLossAtr,
    tp_atr: verdict.takeProfitAtr,
    reason: verdict.reason,
    agreeing: verdict.agreeing,
    quorum: verdict.quorum,
    voters: verdict.voters,
    rules: verdict.rules.map((rule) => ({ ...rule })),
    depth,
    tokens: tokensOf(votes),
    cost_micro_usd: costOf(votes),
    latency_ms: latencyMs,
    decided_at: decidedAt,
    outcome: verdict.action === 'HOLD' ? ('held' as const) : null,
  };
  const shares = new Map(verdict.shares.map((each) => [each.analyst, each]));
  return {
    decision,
    votes: votes.map((vote, position) => {
      const pooled = vote.abstained ? undefined : shares.get(vote.analyst);
      return toVoteRow({ user_id: bar.userId, decision_id: id, position }, vote, pooled);
    }),
  };
}

function toVoteRow(
  place: Pick<VoteRecord, 'user_id' | 'decision_id' | 'position'>,
  vote: PanelVote,
  pooled: Verdict['shares'][number] | undefined,
): VoteRecord {
  return {
    ...place,
    analyst: vote.analyst,
    model: vote.model,
    provider: vote.provider,
    family: vote.family,
    action: vote.action,
    p_up: vote.pUp,
    sl_atr: vote.stopLossAtr,
    tp_atr: vote.takeProfitAtr,
    // A model's words may be cut within a character, which neither the database nor the ledger takes.
    reason: vote.reason.toWellFormed(),
    evidence: vote.evidence.map((each) => ({ ...each })),
    abstained: vote.abstained,
    fault: vote.fault,
    round: vote.round,
    first_action: vote.first?.action ?? null,
    first_p_up: vote.first?.pUp ?? null,
    share: pooled?.share ?? null,
    p_pooled: pooled?.pUp ?? null,
    tokens: vote.tokens,
    input_tokens: vote.inputTokens,
    output_tokens: vote.outputTokens,
    cost_micro_usd: vote.costMicroUsd,
    latency_ms: vote.latencyMs,
  };
}
