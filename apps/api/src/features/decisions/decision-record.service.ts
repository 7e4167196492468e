import type { Explanation, TradeStory } from '@quorate/contract/decision-outcomes';
import {
  type DecisionReply,
  type ListedDecision,
  type SnapshotDocument,
  snapshot,
  timeframe,
  type VoteReply,
} from '@quorate/contract/decisions';
import type { AnyAccountType } from '@quorate/contract/fields';
import type { Pagination } from '@quorate/contract/reply';
import type { Voters } from '@quorate/contract/voters';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import { offsetOf, type PageRequest, paginate } from '../../http/paging.ts';
import { readEntitlements } from '../billing/entitlements/entitlements.queries.ts';
import { findProvenances, tradeNameOf } from '../trades/provenance.queries.ts';
import type { TradeName } from '../trades/trades.queries.ts';
import type { DecisionDeps } from './decisions.deps.ts';
import {
  countDecisions,
  type DecisionFilter,
  type DecisionRecord,
  findAccountsOf,
  findDecision,
  findDecisions,
  findVotes,
  type VoteRecord,
  withoutPractice,
} from './decisions.queries.ts';
import { findDecidedTrade, findOutcome, findShortOutcomes, findTrade } from './outcomes.queries.ts';
import { toBars, toDecidedTrade, toOutcomeReply, toShortOutcome } from './outcomes.service.ts';
import { findDecisionsBeside, findTradesBeside } from './story.queries.ts';

/** @throws AppError not_found, also for a decision of somebody else */
export async function readDecision(
  { db }: { db: Db },
  userId: UserId,
  decisionId: string,
): Promise<{
  decision: DecisionReply;
  account_type: AnyAccountType;
  snapshot: SnapshotDocument;
}> {
  const stored = await findDecision(db, userId, decisionId);
  if (!stored) throw new AppError('not_found');
  const [votes, accountOf] = await Promise.all([
    findVotes(db, userId, [stored.id]),
    findAccountsOf(db, userId, [stored]),
  ]);
  return {
    decision: toDecisionReply(stored, votes),
    account_type: accountOf(stored).account_type,
    snapshot: snapshot.parse(JSON.parse(stored.snapshot)),
  };
}

export async function listDecisions(
  { db }: { db: Db },
  asked: DecisionFilter,
  page: PageRequest,
): Promise<{ decisions: ListedDecision[]; pagination: Pagination }> {
  const filter = await withoutPractice(db, asked);
  const total = await countDecisions(db, filter);
  const window = { limit: page.per_page, offset: offsetOf(page) };
  const rows = await findDecisions(db, filter, window, total);
  const ids = rows.map((row) => row.id);
  const [votes, accountOf, outcomes] = await Promise.all([
    findVotes(db, filter.userId, ids),
    findAccountsOf(db, filter.userId, rows),
    findShortOutcomes(db, filter.userId, ids),
  ]);
  const votesOf = Map.groupBy(votes, (vote) => vote.decision_id);
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.decision_id, outcome]));
  return {
    decisions: rows.map((row) => ({
      ...toDecisionReply(row, votesOf.get(row.id) ?? []),
      outcome: toShortOutcome(row.outcome, outcomeOf.get(row.id)),
      account_type: accountOf(row).account_type,
    })),
    pagination: paginate(page, total),
  };
}

/** @throws AppError not_found, also for a decision of somebody else */
export async function explainDecision(
  { db }: { db: Db },
  userId: UserId,
  decisionId: string,
): Promise<Omit<Explanation, 'success'>> {
  const stored = await findDecision(db, userId, decisionId);
  if (!stored) throw new AppError('not_found');
  const [votes, outcome, accountOf] = await Promise.all([
    findVotes(db, userId, [stored.id]),
    findOutcome(db, userId, stored.id),
    findAccountsOf(db, userId, [stored]),
  ]);
  const trade = await findDecidedTrade(db, userId, stored, outcome?.fill?.ticket ?? null);
  const provenances = await findProvenances(db, userId, trade ? [trade] : []);
  const provenance = trade && provenances.get(tradeNameOf(trade));
  const decision = toDecisionReply(stored, votes);
  const beside = trade
    ? await findTradesBeside(db, userId, trade)
    : await findDecisionsBeside(db, userId, stored);
  const { account_type, currency } = accountOf(stored);
  const seen = snapshot.parse(JSON.parse(stored.snapshot));
  return {
    decision,
    snapshot: seen,
    weights: weightsOf(decision),
    account_type,
    currency,
    outcome: outcome ? toOutcomeReply(outcome) : null,
    digits: outcome?.digits ?? seen.digits,
    bars: outcome ? toBars(outcome.bars, outcome.digits) : [],
    trade: trade && provenance ? toDecidedTrade(trade, provenance) : null,
    erased_at: stored.compacted_at?.toISOString() ?? null,
    ...beside,
  };
}

/** @throws AppError not_found, also for a trade of somebody else */
export async function readTradeStory(
  { db }: { db: Db },
  userId: UserId,
  params: TradeName,
): Promise<Omit<TradeStory, 'success'>> {
  const trade = await findTrade(db, userId, params);
  const provenances = await findProvenances(db, userId, trade ? [trade] : []);
  const provenance = trade && provenances.get(tradeNameOf(trade));
  if (!trade || !provenance) throw new AppError('not_found');
  return {
    trade: toDecidedTrade(trade, provenance),
    ...(await findTradesBeside(db, userId, trade)),
  };
}

/** As they were when it was decided; what was decided before weights were kept gave every voter the same. */
function weightsOf({ votes, voters }: DecisionReply): { analyst: string; weight: number }[] {
  return votes.map(({ analyst, abstained, share }) => ({
    analyst,
    weight: abstained || voters === 0 ? 0 : (share ?? 1 / voters),
  }));
}

/** Who votes, and how far the user's plan lets them look. */
export async function listVoters(
  deps: Pick<DecisionDeps, 'db' | 'clock' | 'panel'>,
  userId: UserId,
): Promise<Omit<Voters, 'success'>> {
  const { panel } = deps;
  const { plan } = await readEntitlements(deps, userId);
  const resting = new Set(panel.resting());
  const namesAt = panel.depths.map(({ depth }) => ({
    depth,
    names: new Set(panel.votersAt(depth).map(({ analyst }) => analyst)),
  }));
  return {
    voters: panel.voters.map(({ analyst, provider, model, family }) => ({
      analyst,
      provider,
      model,
      family,
      state: resting.has(analyst) ? 'resting' : 'ready',
      depths: namesAt.filter(({ names }) => names.has(analyst)).map(({ depth }) => depth),
    })),
    depth: plan.ai_analysis,
    depths: [...panel.depths],
    offline: panel.offline,
  };
}

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
    verdict_figures: figuresOfVerdict(decision),
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
    clock_class: decision.clock_class,
    market_grade: decision.market_grade,
    agreed_by: decision.agreed_by,
    marked_bars: decision.marked_bars,
  };
}

/** Null on decisions of version 1. */
function figuresOfVerdict({
  verdict_version: version,
  verdict_mode: mode,
  ...row
}: DecisionRecord): DecisionReply['verdict_figures'] {
  const { strength, effective_voters, outcomes_known, cost_atr, rule_actions, verdict_limits } =
    row;
  if (mode === null || strength === null || effective_voters === null || outcomes_known === null)
    return null;
  if (cost_atr === null || rule_actions === null) return null;
  const { agreement, expected_r, expected_r_low } = row;
  return {
    version,
    mode,
    strength,
    effective_voters,
    agreement,
    expected_r,
    expected_r_low,
    outcomes_known,
    cost_atr,
    rule_actions,
    limits: verdict_limits,
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
