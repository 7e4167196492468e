import { setTimeout as sleep } from 'node:timers/promises';
import { namesPaper } from '@quorate/contract/trade-sync';
import { costAtrOf, DEFAULT_ENSEMBLE, decide } from '@quorate/trading/ensemble';
import { AppError } from '../../http/app-error.ts';
import { VotingAbandonedError } from '../../models/panel.ts';
import { barDecided } from '../../process/telemetry/events.ts';
import type { Entitlements } from '../entitlements.ts';
import { type Admitted, admit } from './admit.ts';
import type { Voted } from './decision-rows.ts';
import type { AnalyseInput, Analysis, DecisionDeps } from './decisions.deps.ts';
import type { Bar } from './decisions.queries.ts';
import { heldDuring } from './held-during.ts';
import { decisionOnRecord, settle, settleAbandoned } from './settle.ts';

/** How often it is looked whether another copy of the service has come to its end. */
const LOOK_EVERY_MS = 250;

type Asked = Readonly<{
  /** The user's name for what is asked: one copy of the service asks it at a time. */
  question: string;
  /** Calls it off: the panel ends its calls, and what they have taken is charged. */
  unwanted: AbortSignal;
}>;

/**
 * Admits the question, asks the panel, and stores and meters what it says.
 *
 * @returns null when another copy of the service was at it, and has come to an end: the decision is on record,
 * unless that one has failed or died
 * @throws AppError caller_gone when it was called off, or the plan limit that was reached
 */
export async function decideBar(
  deps: DecisionDeps,
  bar: Bar,
  input: AnalyseInput,
  asked: Asked,
): Promise<Analysis | null> {
  if (asked.unwanted.aborted) throw new AppError('caller_gone');
  const begun = await begin(deps, bar, input, asked);
  if (begun) return decideAdmitted(deps, bar, input, { ...begun, ...asked });
  while (await deps.metering.isUnderWay(deps.db, bar.userId, asked.question))
    await sleep(LOOK_EVERY_MS, undefined, { signal: asked.unwanted }).catch((cause: unknown) => {
      throw new AppError('caller_gone', { cause });
    });
  return null;
}

type Begun = Readonly<{ entitled: Entitlements; admitted: Admitted }>;

/** @returns null when another copy of the service is at it: then nothing is counted */
async function begin(
  deps: DecisionDeps,
  bar: Bar,
  input: AnalyseInput,
  { question }: Asked,
): Promise<Begun | null> {
  const { metering, db } = deps;
  const { userId } = bar;
  // What the call says it is: one that contradicts the account on record is refused before anything is asked.
  const paper = namesPaper(input.account);
  const counted = await metering.countRequest(userId, { paper }).catch(async (error: unknown) => {
    // Whoever waits for what is under way needs no request of the minute, nor who came when it was just done.
    if (await metering.isUnderWay(db, userId, question)) return null;
    if (await decisionOnRecord(db, bar, input.snapshot_hash)) return null;
    throw error;
  });
  if (!counted) return null;
  const { entitled } = counted;
  const admitted = await admit(deps, bar, entitled, input, question);
  if (admitted) return { entitled, admitted };
  await counted.giveBack();
  return null;
}

async function decideAdmitted(
  deps: DecisionDeps,
  bar: Bar,
  input: AnalyseInput,
  { entitled, admitted, unwanted }: Asked & Begun,
): Promise<Analysis> {
  const hold = () => admitted.reservation.hold(deps.db);
  try {
    const analysis = await heldDuring(hold, async () => {
      const voted = await vote(deps, bar, entitled, input, unwanted);
      return settle(deps, bar, entitled, input, admitted, voted);
    });
    barDecided.publish({ action: analysis.decision.action });
    return analysis;
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
