import type {
  replayDecision as call,
  DecisionReplay,
  ReplayVerdict,
} from '@quorate/contract/decision-replay';
import { type DecisionReply, snapshot } from '@quorate/contract/decisions';
import type { HandlerInput } from '@quorate/contract/endpoint';
import type { UserId } from '@quorate/values/ids';
import { AppError } from '../../../http/app-error.ts';
import { readEntitlements } from '../../billing/entitlements/entitlements.queries.ts';
import { toDecisionReply } from '../decision-record.service.ts';
import type { DecisionDeps } from '../decisions.deps.ts';
import { findDecision, findVotes } from '../decisions.queries.ts';
import { findOutcome } from '../outcomes.queries.ts';
import { askAgain } from './ask-again.ts';
import { changesOf } from './changes.ts';
import { deskAgain, deskOfThen, triedSettings } from './desk-again.ts';
import { findAccount } from './replay.queries.ts';

type ReplayInput = HandlerInput<typeof call>['body'];

/**
 * Decides a stored snapshot once more, and holds what comes of it against what was decided. Nothing is
 * stored of it but the tokens that other voters take; the stored votes stand where none are named.
 *
 * @param gone aborted when the caller has gone; the vote is called off
 * @throws AppError not_found, also for a decision of somebody else; voter_unknown, voter_not_in_plan,
 *   depth_not_in_plan, rate_limited, token_limit_reached, or caller_gone
 */
export async function replayDecision(
  deps: DecisionDeps,
  { userId, decisionId }: Readonly<{ userId: UserId; decisionId: string }>,
  { voters, depth, risk }: ReplayInput,
  gone: AbortSignal,
): Promise<Omit<DecisionReplay, 'success'>> {
  const { db, metering } = deps;
  const tried = triedSettings(risk);
  const stored = await findDecision(db, userId, decisionId);
  if (!stored) throw new AppError('not_found');
  const [votes, outcome, account] = await Promise.all([
    findVotes(db, userId, [stored.id]),
    findOutcome(db, userId, stored.id),
    findAccount(db, userId, stored.account_id),
  ]);
  const decided = toDecisionReply(stored, votes);
  const seen = snapshot.parse(JSON.parse(stored.snapshot));
  const again =
    voters && (await askAgain(deps, { userId, stored, account, seen }, { voters, depth }, gone));
  const [was, now] = [toReplayVerdict(decided), toReplayVerdict(again?.decision ?? decided)];

  const moment = {
    symbol: stored.symbol,
    atrPoints: seen.atr_points,
    decided: was,
    outcome,
  };
  const deskThen = deskOfThen(moment);
  const asIs = !again && Object.keys(tried).length === 0;
  const deskNow = asIs ? deskThen : deskAgain(moment, now, tried);
  const before = { verdict: was, desk: deskThen };
  const after = { verdict: now, desk: deskNow };
  const usage =
    again?.usage ?? (await metering.readUsage(deps, userId, await readEntitlements(deps, userId)));
  return {
    before,
    after,
    changes: changesOf(before, after, again?.asked ?? null),
    tokens: again?.decision.tokens ?? 0,
    usage,
  };
}

/** The part of a decision that another vote would change. */
function toReplayVerdict(decision: DecisionReply): ReplayVerdict {
  const { action, p_up, sl_atr, tp_atr, reason, agreeing, quorum, voters, votes, rules } = decision;
  return { action, p_up, sl_atr, tp_atr, reason, agreeing, quorum, voters, votes, rules };
}
