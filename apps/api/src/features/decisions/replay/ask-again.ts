import {
  ANALYSIS_DEPTHS,
  type AnalysisDepth,
  type DecisionReply,
  type SnapshotDocument,
} from '@quorate/contract/decisions';
import type { Usage } from '@quorate/contract/usage';
import { costAtrOf } from '@quorate/trading/ensemble/expected-value';
import { DEFAULT_LIMITS } from '@quorate/trading/ensemble/verdict-rules';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import type { DecisionId, TradingAccountId, UserId } from '@quorate/values/ids';
import { AppError } from '../../../http/app-error.ts';
import {
  type Panel,
  type Question,
  type VoteTokens,
  VotingAbandonedError,
  voteTokens,
} from '../../../models/panel.ts';
import { readEntitlements } from '../../billing/entitlements/entitlements.queries.ts';
import type { Entitlements } from '../../billing/entitlements/entitlements.ts';
import { toDecisionReply } from '../decision-record.service.ts';
import type { DecisionDeps } from '../decisions.deps.ts';
import type { DecisionRecord } from '../decisions.queries.ts';
import { settleAbandoned, toDecisionRows } from '../settle.ts';
import { decideAll } from '../verdict.ts';

/** A decision that is looked at once more. */
export type Replayed = Readonly<{
  userId: UserId;
  stored: DecisionRecord;
  account: Readonly<{ server: string; login: string; paper: boolean }>;
  seen: SnapshotDocument;
}>;

export type AskedAnew = Readonly<{
  /** As it would have been stored; it is not. */
  decision: DecisionReply;
  usage: Usage;
  /** Voters that were asked. */
  asked: number;
}>;

/**
 * Asks voters about a stored snapshot. It counts against the plan as an analysis does, by requests and
 * tokens; no symbol, account or trade is used up, as nothing is traded on it. Voters are trusted as far as
 * their record of today goes.
 *
 * @throws AppError voter_unknown, voter_not_in_plan, depth_not_in_plan, rate_limited, token_limit_reached, free_tokens_spent or caller_gone
 */
export async function askAgain(
  deps: DecisionDeps,
  replayed: Replayed,
  { voters, depth }: Readonly<{ voters: readonly string[]; depth?: AnalysisDepth | undefined }>,
  gone: AbortSignal,
): Promise<AskedAnew> {
  const { userId, stored, account, seen } = replayed;
  const only = knownVoters(deps.panel, voters);
  // Refused before it is counted: a slip of the pen uses up no request.
  const known = await readEntitlements(deps, userId);
  depthWithin(known, depth);
  expectInPlan(deps.panel, known, only);
  if (gone.aborted) throw new AppError('caller_gone');
  const { entitled } = await deps.metering.countRequest(userId, account);
  // The plan may have ended in between.
  expectInPlan(deps.panel, entitled, only);
  const question = {
    snapshot: seen,
    snapshotHash: stored.snapshot_hash,
    depth: depthWithin(entitled, depth),
    only,
  };
  const estimate = deps.panel.estimateOf(question);
  const reservation = await deps.metering.reserve(userId, entitled, estimate);
  try {
    const { decision, tokens } = await decideAnew(deps, replayed, question, gone);
    const usage = await reservation.settle(deps.db, tokens);
    await deps.announce(deps.db, userId, 'usage');
    return { decision, usage, asked: only.length };
  } catch (error) {
    if (error instanceof VotingAbandonedError) {
      await settleAbandoned(deps, { userId }, { reservation }, error.tokens);
      throw new AppError('caller_gone', { cause: error });
    }
    // Where that fails, too, the reservation expires by itself; the first error is the one to tell.
    await reservation.release(deps.db).catch(() => {});
    throw error;
  }
}

/** Each once, in the panel's order. @throws AppError voter_unknown */
function knownVoters(panel: Panel, named: readonly string[]): string[] {
  const all = panel.voters.map(({ analyst }) => analyst);
  const stranger = named.find((name) => !all.includes(name));
  if (stranger !== undefined)
    throw new AppError('voter_unknown', { details: { voter: stranger, voters: all.join(', ') } });
  return all.filter((name) => named.includes(name));
}

/** @throws AppError depth_not_in_plan for one beyond the plan's, which is the depth where none is asked for */
function depthWithin({ plan }: Entitlements, asked: AnalysisDepth | undefined): AnalysisDepth {
  const most = plan.ai_analysis;
  const depth = asked ?? most;
  if (ANALYSIS_DEPTHS.indexOf(depth) <= ANALYSIS_DEPTHS.indexOf(most)) return depth;
  throw new AppError('depth_not_in_plan', {
    details: { plan_name: plan.name, limit: most, actual: depth },
  });
}

/** @throws AppError voter_not_in_plan for one that the plan's own analyses do not ask */
function expectInPlan(panel: Panel, { plan }: Entitlements, named: readonly string[]): void {
  const asked = panel.votersAt(plan.ai_analysis).map(({ analyst }) => analyst);
  const beyond = named.find((name) => !asked.includes(name));
  if (beyond === undefined) return;
  throw new AppError('voter_not_in_plan', {
    details: { plan_name: plan.name, voter: beyond, voters: asked.join(', ') },
  });
}

/** @throws VotingAbandonedError with what was taken until it was called off */
async function decideAnew(
  { db, clock, panel, readLearned }: DecisionDeps,
  { userId, stored, account, seen }: Replayed,
  question: Question,
  gone: AbortSignal,
): Promise<{ decision: DecisionReply; tokens: VoteTokens }> {
  const began = clock.now();
  const asked = panel.voters.filter(({ analyst }) => question.only?.includes(analyst));
  const known = await readLearned(db, userId, stored, asked);
  if (gone.aborted) throw new VotingAbandonedError(0);
  const votes = await panel.ask(question, gone);
  const costAtr = costAtrOf(seen);
  const { verdict_limits: kept } = stored;
  const limits = {
    ...DEFAULT_LIMITS,
    ...(kept && {
      oneProven: kept.one_proven,
      minExpectedR: kept.min_expected_r,
      confidencePercent: kept.confidence_percent,
    }),
    mode: stored.verdict_mode ?? DEFAULT_LIMITS.mode,
    minVoters: Math.min(DEFAULT_LIMITS.minVoters, panel.votersAt(question.depth).length),
  };
  const verdict = decideAll(votes, costAtr, known, limits);
  const rows = toDecisionRows(
    { id: stored.id as DecisionId, decidedAt: stored.decided_at },
    {
      userId,
      account,
      accountId: stored.account_id as TradingAccountId,
      symbol: stored.symbol,
      timeframe: stored.timeframe,
      asOf: stored.as_of,
    },
    { canonical: canonicalJson(seen), snapshot_hash: stored.snapshot_hash },
    {
      votes,
      ...verdict,
      costAtr,
      depth: question.depth,
      latencyMs: Math.max(0, clock.now() - began),
      // What spoke for the decision speaks for the votes that are asked on it again.
      standing: null,
    },
  );
  const decision = toDecisionReply(rows.decision, rows.votes);
  return { decision, tokens: voteTokens(panel, votes) };
}
