import {
  type DecisionReply,
  type ListedDecision,
  type SnapshotDocument,
  snapshot,
} from '@quorate/contract/decisions';
import type { Pagination } from '@quorate/contract/reply';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import { offsetOf, type PageRequest, paginate } from '../../http/paging.ts';
import { countDecisions, type DecisionFilter, findDecisions } from './decision-pages.queries.ts';
import { toDecisionReply } from './decision-reply.ts';
import { findDecision, findVotes } from './decisions.queries.ts';
import { toShortOutcome } from './outcome-reply.ts';
import { findShortOutcomes } from './outcomes.queries.ts';

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
  filter: DecisionFilter,
  page: PageRequest,
): Promise<{ decisions: ListedDecision[]; pagination: Pagination }> {
  const total = await countDecisions(db, filter);
  const window = { limit: page.per_page, offset: offsetOf(page) };
  const rows = await findDecisions(db, filter, window, total);
  const ids = rows.map((row) => row.id);
  const [votes, outcomes] = await Promise.all([
    findVotes(db, filter.userId, ids),
    findShortOutcomes(db, filter.userId, ids),
  ]);
  const votesOf = Map.groupBy(votes, (vote) => vote.decision_id);
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.decision_id, outcome]));
  return {
    decisions: rows.map((row) => ({
      ...toDecisionReply(row, votesOf.get(row.id) ?? []),
      outcome: toShortOutcome(row.outcome, outcomeOf.get(row.id)),
    })),
    pagination: paginate(page, total),
  };
}
