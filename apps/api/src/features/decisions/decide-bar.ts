import { costAtrOf, DEFAULT_ENSEMBLE, decide } from '@quorate/trading/ensemble';
import { AppError } from '../../app-error.ts';
import type { Entitlements } from '../../entitlements.ts';
import { VotingAbandonedError } from '../../llm/panel.ts';
import { admit } from './admit.ts';
import type { Voted } from './decision-rows.ts';
import type { AnalyseInput, Analysis, DecisionDeps } from './decisions.deps.ts';
import type { Bar } from './decisions.queries.ts';
import { settle, settleAbandoned } from './settle.ts';

/**
 * Admits the question, asks the panel, and stores and meters what it says.
 *
 * @param unwanted calls it off: the panel ends its calls, and what they have taken is charged
 * @throws AppError caller_gone when it was called off, or the plan limit that was reached
 */
export async function decideBar(
  deps: DecisionDeps,
  bar: Bar,
  input: AnalyseInput,
  unwanted: AbortSignal,
): Promise<Analysis> {
  if (unwanted.aborted) throw new AppError('caller_gone');
  const entitled = await deps.metering.countRequest(bar.userId, bar.account);
  const admitted = await admit(deps, bar.userId, entitled, input);
  try {
    const voted = await vote(deps, bar, entitled, input, unwanted);
    return await settle(deps, bar, entitled, input, admitted, voted);
  } catch (error) {
    if (error instanceof VotingAbandonedError) {
      await settleAbandoned(deps, bar, admitted, error.tokens);
      throw new AppError('caller_gone', { cause: error });
    }
    // Where that fails, too, the reservation expires by itself; the first error is the one to tell.
    await admitted.reservation.release(deps.db).catch(() => {});
    throw error;
  }
}

/** @throws VotingAbandonedError with what was taken until it was called off */
async function vote(
  { db, clock, panel, readTrust }: DecisionDeps,
  { userId }: Bar,
  { plan }: Entitlements,
  { snapshot, snapshot_hash }: AnalyseInput,
  unwanted: AbortSignal,
): Promise<Voted> {
  if (unwanted.aborted) throw new VotingAbandonedError(0);
  const depth = plan.ai_analysis;
  const asked = clock.now();
  // Read while the models think: a verdict never rests on what became known after its question.
  const trusted = readTrust(db, userId, snapshot.symbol, panel.votersAt(depth));
  // Its failure is told where it is awaited, which a vote that is called off never comes to.
  trusted.catch(() => {});
  const votes = await panel.ask({ snapshot, snapshotHash: snapshot_hash, depth }, unwanted);
  const options = { ...DEFAULT_ENSEMBLE, ...(await trusted) };
  const verdict = decide(votes, costAtrOf(snapshot), options);
  // A clock may be set back meanwhile.
  const latencyMs = Math.max(0, clock.now() - asked);
  return { votes, verdict, poolSlope: options.poolSlope, depth, latencyMs };
}
