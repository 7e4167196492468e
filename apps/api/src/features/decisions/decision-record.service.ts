import { type DecisionReply, type SnapshotDocument, snapshot } from '@quorate/contract/decisions';
import type { Pagination } from '@quorate/contract/reply';
import type { UserId } from '@quorate/values/ids';
import { AppError } from '../../app-error.ts';
import type { Db } from '../../db/tables.ts';
import { offsetOf, type PageRequest, paginate } from '../../paging.ts';
import { toDecisionReply } from './decision-reply.ts';
import { countDecisions, findDecision, findDecisions, findVotes } from './decisions.queries.ts';

/** @throws AppError not_found, also for a decision of somebody else */
export async function readDecision(
  { db }: { db: Db },
  userId: UserId,
  decisionId: string,
): Promise<{ decision: DecisionReply; snapshot: SnapshotDocument }> {
  const stored = await findDecision(db, userId, decisionId);
  if (!stored) throw new AppError('not_found');
  const votes = await findVotes(db, userId, [stored.id]);
  return {
    decision: toDecisionReply(stored, votes),
    snapshot: snapshot.parse(JSON.parse(stored.snapshot)),
  };
}

export async function listDecisions(
  { db }: { db: Db },
  filter: { userId: UserId; symbol?: string | undefined },
  page: PageRequest,
): Promise<{ decisions: DecisionReply[]; pagination: Pagination }> {
  const [rows, total] = await Promise.all([
    findDecisions(db, filter, { limit: page.per_page, offset: offsetOf(page) }),
    countDecisions(db, filter),
  ]);
  const votes = Map.groupBy(
    await findVotes(
      db,
      filter.userId,
      rows.map((row) => row.id),
    ),
    (vote) => vote.decision_id,
  );
  return {
    decisions: rows.map((row) => toDecisionReply(row, votes.get(row.id) ?? [])),
    pagination: paginate(page, total),
  };
}
