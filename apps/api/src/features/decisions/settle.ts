import type { AnalysisDepth, DecisionReply } from '@quorate/contract/decisions';
import type { Verdict } from '@quorate/trading/analysts/vote';
import type { PlainActions } from '@quorate/trading/ensemble/plain-rules';
import type { PanelStanding } from '@quorate/trading/ensemble/standing';
import type { VerdictLimits } from '@quorate/trading/ensemble/verdict-rules';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import type { DecisionId, TradingAccountId } from '@quorate/values/ids';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { allInOneTrip } from '../../db/one-trip.ts';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import { costOf, mostPaid, type PanelVote, tokensOf, voteTokens } from '../../models/panel.ts';
import { promptVersion } from '../../models/vote-prompt.ts';
import type { Entitlements } from '../billing/entitlements/entitlements.ts';
import { type CountChange, countDecisions, countedAs } from '../calibration/decision-cells.ts';
import type { JoinedBars } from '../market/bar-store.ts';
import { appendEvents } from '../records/append-events.ts';
import type { Admitted } from './admit.ts';
import type { Standing } from './decision-bars.ts';
import { toDecisionReply } from './decision-record.service.ts';
import type { AnalyseInput, Analysis, DecisionDeps } from './decisions.deps.ts';
import {
  type Bar,
  DecidedMeanwhileError,
  type DecisionRows,
  findDecisionOfBar,
  findVotes,
  insertDecision,
  type VoteRecord,
} from './decisions.queries.ts';
import { decisionEvent, snapshotEvent } from './record-events.ts';

/**
 * Stores, meters and puts on record what was voted, all or nothing. Another service that was faster has
 * decided, and charged for it: then its decision is the answer.
 */
export async function settle(
  deps: DecisionDeps,
  bar: Bar,
  entitled: Entitlements,
  input: AnalyseInput,
  { accountId, reservation }: Admitted,
  voted: Voted,
  bars: JoinedBars | null,
): Promise<Analysis> {
  const { db, clock, panel, metering, announce, barStore } = deps;
  const { userId } = bar;
  const owner = { userId, subjectId: accountId };
  const names = { id: newId<DecisionId>(), decidedAt: new Date(clock.now()) };
  const asked = { ...input, canonical: canonicalJson(input.snapshot) };
  const rows = toDecisionRows(names, { ...bar, accountId }, asked, voted);
  const decision = toDecisionReply(rows.decision, rows.votes);
  try {
    // The user's other calls wait for the last two.
    const stored = allInOneTrip(db, [
      (tx) => insertDecision(tx, rows),
      (tx) =>
        appendEvents(tx, [
          snapshotEvent(owner, decision, input),
          decisionEvent(owner, decision, voted.panel),
        ]),
      (tx) => countDecisions(tx, [countOf(rows.decision)]),
      (tx) => reservation.settle(tx, voteTokens(panel, voted.votes)),
      (tx) => announce(tx, userId, 'usage'),
    ]);
    // Beside it: bars that are missing later are sent once more.
    const keptBars =
      bars && inTransaction(db, (tx) => barStore.store(tx, accountId, bars, names.decidedAt));
    const [results] = await Promise.all([stored, keptBars]);
    return { decision, usage: results[3] };
  } catch (error) {
    if (!(error instanceof DecidedMeanwhileError)) throw error;
    await reservation.release(db);
    const known = await decisionOnRecord(db, bar, input.snapshot_hash);
    if (!known) throw new Error('the decision stored just now is not there', { cause: error });
    return { decision: known, usage: await metering.readUsage({ db, clock }, userId, entitled) };
  }
}

/** A new decision as its day's sums count it. */
export function countOf(decision: DecisionRows['decision']): CountChange {
  const { user_id: userId, account_id: accountId, as_of: asOf } = decision;
  return { userId, accountId, asOf, before: null, after: countedAs(decision, null) };
}

/** Charges what a vote has taken that was called off; nothing of it is stored. */
export async function settleAbandoned(
  { db, panel, announce }: Pick<DecisionDeps, 'db' | 'panel' | 'announce'>,
  { userId }: Pick<Bar, 'userId'>,
  { reservation }: Pick<Admitted, 'reservation'>,
  tokens: number,
): Promise<void> {
  await reservation.settle(db, mostPaid(panel, tokens));
  await announce(db, userId, 'usage');
}

/**
 * What was decided on a bar, if anything was.
 *
 * @throws AppError decision_conflict when the bar was decided on another snapshot
 */
export async function decisionOnRecord(
  db: Db,
  bar: Bar,
  snapshotHash: string,
): Promise<DecisionReply | null> {
  const stored = await findDecisionOfBar(db, bar);
  if (!stored) return null;
  if (stored.snapshot_hash !== snapshotHash)
    throw new AppError('decision_conflict', { details: { symbol: bar.symbol } });
  return toDecisionReply(stored, await findVotes(db, bar.userId, [stored.id]));
}

/** What came of asking, and how long it took. */
export type Voted = Readonly<{
  votes: readonly PanelVote[];
  verdict: Verdict;
  ruleActions: PlainActions;
  /** Under which it was decided. */
  limits: VerdictLimits;
  /** Cost of a round trip in ATR. */
  costAtr: number;
  depth: AnalysisDepth;
  latencyMs: number;
  /** What was known of those who voted. */
  panel: PanelStanding;
  /** null where it was not kept. */
  standing: Standing | null;
}>;

/**
 * A decision, the snapshot it was made on and every vote, as they are stored.
 *
 * @param input.canonical the snapshot as canonical JSON: the very bytes that were hashed
 */
export function toDecisionRows(
  { id, decidedAt }: Readonly<{ id: DecisionId; decidedAt: Date }>,
  bar: Bar & { accountId: TradingAccountId },
  input: Pick<AnalyseInput, 'snapshot_hash'> & Readonly<{ canonical: string }>,
  { votes, verdict, ruleActions, limits, costAtr, depth, latencyMs, standing }: Voted,
): DecisionRows {
  const decision = {
    user_id: bar.userId,
    id,
    account_id: bar.accountId,
    symbol: bar.symbol,
    timeframe: bar.timeframe,
    as_of: bar.asOf,
    snapshot_hash: input.snapshot_hash,
    snapshot: input.canonical,
    action: verdict.action,
    p_up: verdict.pUp,
    pool_slope: 1,
    verdict_version: verdict.version,
    verdict_mode: verdict.mode,
    strength: verdict.strength,
    effective_voters: verdict.effectiveVoters,
    agreement: verdict.agreement,
    expected_r: verdict.expectedR,
    expected_r_low: verdict.expectedRLow,
    outcomes_known: verdict.outcomes,
    cost_atr: costAtr,
    rule_actions: ruleActions,
    verdict_limits: {
      min_voters: limits.minVoters,
      min_agreement: limits.minAgreement,
      one_proven: limits.oneProven,
      min_expected_r: limits.minExpectedR,
      confidence_percent: limits.confidencePercent,
    },
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
    clock_class: standing?.clockClass ?? null,
    market_grade: standing?.grade ?? null,
    agreed_by: standing?.agreedBy ?? null,
    marked_bars: standing?.markedBars ?? null,
    compacted_at: null,
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
    turned: pooled?.turned ?? false,
    tokens: vote.tokens,
    input_tokens: vote.inputTokens,
    output_tokens: vote.outputTokens,
    cost_micro_usd: vote.costMicroUsd,
    latency_ms: vote.latencyMs,
    prompt_version: promptVersion(vote),
  };
}
