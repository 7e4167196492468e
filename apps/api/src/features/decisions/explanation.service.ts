import type { Explanation } from '@quorate/contract/decision-outcomes';
import { type DecisionReply, snapshot } from '@quorate/contract/decisions';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import { toDecisionReply } from './decision-reply.ts';
import { findAccountCurrency, findDecision, findVotes } from './decisions.queries.ts';
import { toBars, toDecidedTrade, toOutcomeReply } from './outcome-reply.ts';
import { findDecidedTrade, findOutcome } from './outcomes.queries.ts';

/** @throws AppError not_found, also for a decision of somebody else */
export async function explainDecision(
  { db }: { db: Db },
  userId: UserId,
  decisionId: string,
): Promise<Omit<Explanation, 'success'>> {
  const stored = await findDecision(db, userId, decisionId);
  if (!stored) throw new AppError('not_found');
  const [votes, outcome, currency] = await Promise.all([
    findVotes(db, userId, [stored.id]),
    findOutcome(db, userId, stored.id),
    findAccountCurrency(db, userId, stored.account_id),
  ]);
  const trade = await findDecidedTrade(db, userId, stored, outcome?.fill?.ticket ?? null);
  const decision = toDecisionReply(stored, votes);
  const seen = snapshot.parse(JSON.parse(stored.snapshot));
  return {
    decision,
    snapshot: seen,
    weights: weightsOf(decision),
    currency,
    outcome: outcome ? toOutcomeReply(outcome) : null,
    digits: outcome?.digits ?? seen.digits,
    bars: outcome ? toBars(outcome.bars, outcome.digits) : [],
    trade: trade ? toDecidedTrade(trade) : null,
  };
}

/** As they were when it was decided; what was decided before weights were kept gave every voter the same. */
function weightsOf({ votes, voters }: DecisionReply): { analyst: string; weight: number }[] {
  return votes.map(({ analyst, abstained, share }) => ({
    analyst,
    weight: abstained || voters === 0 ? 0 : (share ?? 1 / voters),
  }));
}
