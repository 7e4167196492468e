import { msg, plural } from '@lingui/core/runtime-macro';
import {
  type replayDecision as call,
  type DecisionReplay,
  type ReplayDesk,
  type ReplayVerdict,
  replayDecision as replayDecisionCall,
} from '@quorate/contract/decision-replay';
import { type DecisionReply, snapshot } from '@quorate/contract/decisions';
import type { HandlerInput } from '@quorate/contract/endpoint';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import { countAgainst } from '../../../http/rate-limit.ts';
import type { I18n } from '../../../words/i18n.ts';
import { readEntitlements } from '../../billing/entitlements/entitlements.queries.ts';
import { toDecisionReply } from '../decision-record.service.ts';
import type { DecisionDeps } from '../decisions.deps.ts';
import { findDecision, findVotes } from '../decisions.queries.ts';
import { findOutcome } from '../outcomes.queries.ts';
import { askAgain } from './ask-again.ts';
import { deskAgain, deskOfThen, triedSettings } from './desk-again.ts';

const HOUR_MS = 3_600_000;

export function registerReplay(route: Route, deps: DecisionDeps): void {
  const limit = deps.limits.replays;
  const perUser = {
    what: 'replay',
    limit,
    windowMs: HOUR_MS,
    words: msg`${{ limit }} replays of decisions an hour`,
  };
  route(replayDecisionCall, async ({ params, body }, { user, gone, i18n }) => {
    await countAgainst(deps, perUser, user.id);
    const asked = { userId: user.id, decisionId: params.decision_id };
    return { success: true, ...(await replayDecision({ ...deps, i18n }, asked, body, gone)) };
  });
}

type ReplayInput = HandlerInput<typeof call>['body'];

/**
 * Decides a stored snapshot once more, and holds what comes of it against what was decided. Nothing is
 * stored of it but the tokens that other voters take; the stored votes stand where none are named.
 *
 * @param gone aborted when the caller has gone; the vote is called off
 * @throws AppError not_found, also for a decision of somebody else; voter_unknown, voter_not_in_plan,
 *   depth_not_in_plan, rate_limited, token_limit_reached, or caller_gone
 */
async function replayDecision(
  deps: DecisionDeps & Readonly<{ i18n: I18n }>,
  { userId, decisionId }: Readonly<{ userId: UserId; decisionId: string }>,
  { voters, depth, risk }: ReplayInput,
  gone: AbortSignal,
): Promise<Omit<DecisionReplay, 'success'>> {
  const { db, metering, i18n } = deps;
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
  const deskThen = deskOfThen(i18n, moment);
  const asIs = !again && Object.keys(tried).length === 0;
  const deskNow = asIs ? deskThen : deskAgain(i18n, moment, now, tried);
  const before = { verdict: was, desk: deskThen };
  const after = { verdict: now, desk: deskNow };
  const usage =
    again?.usage ?? (await metering.readUsage(deps, userId, await readEntitlements(deps, userId)));
  return {
    before,
    after,
    changes: changesOf(i18n, before, after, again?.asked ?? null),
    tokens: again?.decision.tokens ?? 0,
    usage,
  };
}

/** The part of a decision that another vote would change. */
function toReplayVerdict(decision: DecisionReply): ReplayVerdict {
  const { action, p_up, sl_atr, tp_atr, reason, agreeing, quorum, voters, votes, rules } = decision;
  return { action, p_up, sl_atr, tp_atr, reason, agreeing, quorum, voters, votes, rules };
}

/** The trading account that a decision was made for. */
function findAccount(db: Db, userId: UserId, accountId: string) {
  return db
    .selectFrom('trading_accounts')
    .select(['id', 'server', 'login', 'currency', 'paper'])
    .where('user_id', '=', userId)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

type Side = Readonly<{ verdict: ReplayVerdict; desk: ReplayDesk }>;

/**
 * What differs, in plain sentences with the figures; none where all would have been the same.
 *
 * @param asked voters that were asked again; null where the stored votes stand
 */
export function changesOf(i18n: I18n, before: Side, after: Side, asked: number | null): string[] {
  const few = tooFewVoters(i18n, after.verdict, asked);
  return [
    ...verdictChanges(i18n, before.verdict, after.verdict, few),
    ...deskChanges(i18n, before.desk, after.desk),
  ];
}

/** Whatever so few say, they make no trade: that is the reason to tell, not what they said. */
function tooFewVoters(
  { t }: I18n,
  { rules }: ReplayVerdict,
  asked: number | null,
): string | undefined {
  const needed = rules.find(({ name }) => name === 'voters')?.limit ?? 0;
  if (asked === null || asked >= needed) return undefined;
  return t(
    msg`${plural({ asked }, { one: '# voter was', other: '# voters were' })} asked, and a trade needs the votes of ${{ needed }}.`,
  );
}

function verdictChanges(
  { t, say }: I18n,
  before: ReplayVerdict,
  after: ReplayVerdict,
  few: string | undefined,
): string[] {
  const changes: string[] = [];
  // Of a hold, what stands after the word itself.
  const reason = say(after.reason);
  const why = few ?? within(after.action === 'HOLD' ? reason.replace(/^\p{L}+: /u, '') : reason);
  if (before.action !== after.action) {
    changes.push(
      t(
        msg`The verdict would have been ${{ now: after.action }} instead of ${{ before: before.action }}: ${{ why }}`,
      ),
    );
  } else if (after.action !== 'HOLD') {
    if (before.sl_atr !== after.sl_atr) changes.push(t(stopAway(after.sl_atr, before.sl_atr)));
    if (before.tp_atr !== after.tp_atr) changes.push(t(targetAway(after.tp_atr, before.tp_atr)));
  } else if (failedRule(before) !== failedRule(after)) {
    changes.push(t(msg`It would have been held for another reason: ${{ why }}`));
  }
  const [was, now] = [percent(before.p_up), percent(after.p_up)];
  if (was !== now)
    changes.push(
      t(msg`The pooled chance of a rise would have been ${{ now }} instead of ${{ was }}.`),
    );
  return changes;
}

function failedRule({ rules }: ReplayVerdict): string | undefined {
  return rules.find(({ pass }) => !pass)?.name;
}

const stopAway = (now: number | null, was: number | null) =>
  msg`The stop loss would have been ${{ now }} ATR away instead of ${{ was }}.`;

const targetAway = (now: number | null, was: number | null) =>
  msg`The take profit would have been ${{ now }} ATR away instead of ${{ was }}.`;

function deskChanges(i18n: I18n, before: ReplayDesk, after: ReplayDesk): string[] {
  const { t } = i18n;
  switch (after.kind) {
    case 'nothing':
      return [];
    case 'unknown':
      return before.kind === 'unknown' && before.side === after.side ? [] : [after.sentence];
    case 'refused': {
      const why = within(after.sentence);
      if (before.kind !== 'refused') return [t(msg`The risk desk would have refused: ${{ why }}`)];
      if (before.rule === after.rule) return [];
      return [t(msg`The risk desk would have refused for another reason: ${{ why }}`)];
    }
    case 'allowed':
      return allowedChanges(i18n, before, after);
  }
}

function allowedChanges({ t }: I18n, before: ReplayDesk, after: ReplayDesk): string[] {
  if (before.kind !== 'allowed') return [after.sentence];
  if (before.lots === after.lots) return [];
  // A range stands in the sentence alone.
  if (before.lots === null || after.lots === null) return [after.sentence];
  return [t(msg`Lots would have been ${{ now: after.lots }} instead of ${{ was: before.lots }}.`)];
}

/** A sentence after a colon; names and symbols keep their capitals. */
function within(sentence: string): string {
  return /^\p{Lu}\p{Ll}* /u.test(sentence)
    ? sentence.replace(/^./, (first) => first.toLowerCase())
    : sentence;
}

function percent(chance: number): string {
  return `${(100 * chance).toFixed(1)}%`;
}
