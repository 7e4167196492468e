import { createHash } from 'node:crypto';
import type { DecisionReply } from '@quorate/contract/decisions';
import type { Usage } from '@quorate/contract/usage';
import { canonicalJson } from '@quorate/trading/canonical-json';
import { costAtrOf, decide } from '@quorate/trading/ensemble';
import type { UserId } from '@quorate/values/ids';
import { AppError } from '../../app-error.ts';
import type { Db } from '../../db/tables.ts';
import type { Entitlements } from '../../entitlements.ts';
import { tokensOf } from '../../llm/panel.ts';
import { type Admitted, admit } from './admit.ts';
import { toDecisionReply } from './decision-reply.ts';
import type { AnalyseInput, DecisionDeps } from './decisions.deps.ts';
import { type Bar, findDecisionOfBar, findVotes } from './decisions.queries.ts';
import { storeDecision, type Voted } from './store-decision.ts';
import type { UnderWay } from './under-way.ts';

export type Analysis = { decision: DecisionReply; usage: Usage };

type AnalyseDeps = DecisionDeps & Readonly<{ underWay: UnderWay }>;

/**
 * Votes on a snapshot, meters what that took and stores the decision with every vote, all or nothing.
 * The same bar asked again is answered from the record and costs nothing; asked while it is decided, it
 * waits for that decision and shares its failure.
 *
 * @throws AppError snapshot_hash_mismatch, decision_conflict, rate_limited, or the plan limit that was reached
 */
export async function analyseSnapshot(
  deps: AnalyseDeps,
  userId: UserId,
  input: AnalyseInput,
): Promise<Analysis> {
  checkHash(input);
  const { account, snapshot } = input;
  const { server, login } = account;
  const { symbol, timeframe, as_of } = snapshot;
  const bar = { userId, account: { server, login }, symbol, timeframe, asOf: new Date(as_of) };
  const name = JSON.stringify(bar);
  for (;;) {
    const known = await decisionOnRecord(deps.db, bar, input.snapshot_hash);
    if (known) {
      const entitled = await deps.readEntitlements(deps, userId);
      return { decision: known, usage: await deps.metering.readUsage(deps, userId, entitled) };
    }
    const decided = deps.underWay.find(name);
    if (!decided) return deps.underWay.run(name, () => decideBar(deps, bar, input));
    await decided;
  }
}

function checkHash({ snapshot, snapshot_hash }: AnalyseInput): void {
  const actual = createHash('sha256').update(canonicalJson(snapshot)).digest('hex');
  if (actual !== snapshot_hash) {
    throw new AppError('snapshot_hash_mismatch', {
      details: { limit: actual, actual: snapshot_hash },
    });
  }
}

/** @throws AppError decision_conflict when the bar was decided on another snapshot */
async function decisionOnRecord(
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

async function decideBar(deps: DecisionDeps, bar: Bar, input: AnalyseInput): Promise<Analysis> {
  const { snapshot, snapshot_hash } = input;
  const entitled = await deps.metering.countRequest(bar.userId, bar.account);
  const admitted = await admit(deps, bar.userId, entitled, input);
  try {
    const depth = entitled.plan.ai_analysis;
    const asked = deps.clock.now();
    const question = { snapshot, snapshotHash: snapshot_hash, depth };
    const votes = await deps.panel.ask(question, new AbortController().signal);
    const verdict = decide(votes, costAtrOf(snapshot));
    const latencyMs = deps.clock.now() - asked;
    return await settle(deps, bar, entitled, input, admitted, { votes, verdict, depth, latencyMs });
  } catch (error) {
    // Where that fails, too, the reservation expires by itself; the first error is the one to tell.
    await admitted.reservation.release(deps.db).catch(() => {});
    throw error;
  }
}

/** Stores and meters what was voted; another service that was faster has decided, and charged for it. */
function settle(
  { db, clock, metering, announce }: DecisionDeps,
  bar: Bar,
  entitled: Entitlements,
  input: AnalyseInput,
  { accountId, reservation }: Admitted,
  voted: Voted,
): Promise<Analysis> {
  return db.transaction().execute(async (tx) => {
    const handle = { db: tx, clock };
    const stored = await storeDecision(handle, { ...bar, accountId }, input, voted);
    if (stored) await reservation.settle(tx, tokensOf(voted.votes));
    else await reservation.release(tx);
    const decision = stored ?? (await decisionOnRecord(tx, bar, input.snapshot_hash));
    if (!decision) throw new Error('the decision stored just now is not there');
    const usage = await metering.readUsage(handle, bar.userId, entitled);
    if (stored) await announce(tx, bar.userId, 'usage');
    return { decision, usage };
  });
}
