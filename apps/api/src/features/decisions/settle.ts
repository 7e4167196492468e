import type { DecisionReply } from '@quorate/contract/decisions';
import type { DecisionId } from '@quorate/values/ids';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import { mostPaid, voteTokens } from '../../models/panel.ts';
import type { Entitlements } from '../entitlements.ts';
import type { Admitted } from './admit.ts';
import { decisionEntry } from './decision-entry.ts';
import { toDecisionReply } from './decision-reply.ts';
import { toDecisionRows, type Voted } from './decision-rows.ts';
import type { AnalyseInput, Analysis, DecisionDeps } from './decisions.deps.ts';
import { type Bar, findDecisionOfBar, findVotes, insertDecision } from './decisions.queries.ts';

/**
 * Stores, meters and puts on record what was voted, all or nothing. Another service that was faster has
 * decided, and charged for it: then its decision is the answer.
 */
export function settle(
  deps: DecisionDeps,
  bar: Bar,
  entitled: Entitlements,
  input: AnalyseInput,
  { accountId, reservation }: Admitted,
  voted: Voted,
): Promise<Analysis> {
  const { db, clock, panel, metering, announce, appendRecords } = deps;
  const { userId, account } = bar;
  const names = { id: newId<DecisionId>(), decidedAt: new Date(clock.now()) };
  const rows = toDecisionRows(names, { ...bar, accountId }, input, voted);
  return inTransaction(db, async (tx) => {
    const handle = { db: tx, clock };
    if (!(await insertDecision(tx, rows))) {
      await reservation.release(tx);
      const decision = await decisionOnRecord(tx, bar, input.snapshot_hash);
      if (!decision) throw new Error('the decision stored just now is not there');
      return { decision, usage: await metering.readUsage(handle, userId, entitled) };
    }
    const decision = toDecisionReply(rows.decision, rows.votes);
    const usage = await reservation.settle(tx, voteTokens(panel, voted.votes));
    await appendRecords(tx, userId, [decisionEntry(account, decision)]);
    await announce(tx, userId, 'usage');
    return { decision, usage };
  });
}

/** Charges what a vote has taken that was called off; nothing of it is stored. */
export function settleAbandoned(
  { db, panel, announce }: Pick<DecisionDeps, 'db' | 'panel' | 'announce'>,
  { userId }: Pick<Bar, 'userId'>,
  { reservation }: Admitted,
  tokens: number,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await reservation.settle(tx, mostPaid(panel, tokens));
    await announce(tx, userId, 'usage');
  });
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
