import type { AnalysisDepth, DecisionReply } from '@quorate/contract/decisions';
import { canonicalJson } from '@quorate/trading/canonical-json';
import type { Verdict } from '@quorate/trading/vote';
import type { DecisionId, TradingAccountId } from '@quorate/values/ids';
import { newId } from '../../ids.ts';
import { costOf, type PanelVote, tokensOf } from '../../llm/panel.ts';
import { toDecisionReply } from './decision-reply.ts';
import type { AnalyseInput, Handle } from './decisions.deps.ts';
import { type Bar, insertDecision } from './decisions.queries.ts';

/** What came of asking, and how long it took. */
export type Voted = Readonly<{
  votes: readonly PanelVote[];
  verdict: Verdict;
  depth: AnalysisDepth;
  latencyMs: number;
}>;

/**
 * Stores a decision with the snapshot it was made on and every vote.
 *
 * @returns the decision as it travels, or null when another service has decided the bar meanwhile
 */
export async function storeDecision(
  { db, clock }: Handle,
  bar: Bar & { accountId: TradingAccountId },
  input: AnalyseInput,
  { votes, verdict, depth, latencyMs }: Voted,
): Promise<DecisionReply | null> {
  const id = newId<DecisionId>();
  const owner = { user_id: bar.userId, decision_id: id };
  const shares = new Map(verdict.shares.map((each) => [each.analyst, each]));
  const stored = await insertDecision(
    db,
    {
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
      sl_atr: verdict.stopLossAtr,
      tp_atr: verdict.takeProfitAtr,
      reason: verdict.reason,
      agreeing: verdict.agreeing,
      quorum: verdict.quorum,
      voters: verdict.voters,
      rules: JSON.stringify(verdict.rules),
      depth,
      tokens: tokensOf(votes),
      cost_micro_usd: costOf(votes),
      latency_ms: latencyMs,
      decided_at: new Date(clock.now()),
      outcome: verdict.action === 'HOLD' ? 'held' : null,
    },
    votes.map((vote, position) => ({
      ...owner,
      position,
      analyst: vote.analyst,
      model: vote.model,
      provider: vote.provider,
      family: vote.family,
      action: vote.action,
      p_up: vote.pUp,
      sl_atr: vote.stopLossAtr,
      tp_atr: vote.takeProfitAtr,
      reason: vote.reason,
      evidence: JSON.stringify(vote.evidence),
      abstained: vote.abstained,
      fault: vote.fault,
      round: vote.round,
      first_action: vote.first?.action ?? null,
      first_p_up: vote.first?.pUp ?? null,
      share: shares.get(vote.analyst)?.share ?? null,
      p_pooled: shares.get(vote.analyst)?.pUp ?? null,
      tokens: vote.tokens,
      input_tokens: vote.inputTokens,
      output_tokens: vote.outputTokens,
      cost_micro_usd: vote.costMicroUsd,
      latency_ms: vote.latencyMs,
    })),
  );
  return stored ? toDecisionReply(stored.decision, stored.votes) : null;
}
