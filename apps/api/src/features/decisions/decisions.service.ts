import { createHash } from 'node:crypto';
import type { analyse, DecisionReply, SnapshotDocument } from '@quorate/contract/decisions';
import type { HandlerInput } from '@quorate/contract/endpoint';
import { UNLIMITED } from '@quorate/contract/plans';
import type { AccountInput } from '@quorate/contract/trade-sync';
import type { Usage } from '@quorate/contract/usage';
import { canonicalJson } from '@quorate/trading/canonical-json';
import { costAtrOf, decide } from '@quorate/trading/ensemble';
import { tradingDayName, tradingDayOf, tradingDayStart } from '@quorate/trading/trading-day';
import type { Verdict } from '@quorate/trading/vote';
import type { DecisionId, TradingAccountId, UserId } from '@quorate/values/ids';
import { instantFromIso } from '@quorate/values/instant';
import { AppError } from '../../app-error.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import type { Entitlements, ReadEntitlements } from '../../entitlements.ts';
import { newId } from '../../ids.ts';
import type { Panel, PanelVote } from '../../llm/panel.ts';
import type { SignedInUser } from '../../plugins/auth.ts';
import { toDecisionReply } from './decision-reply.ts';
import {
  type DecisionKey,
  findDecisionOfBar,
  findVotes,
  insertDecision,
} from './decisions.queries.ts';

type Handle = { db: Db; clock: Clock };

export type DecisionDeps = Handle & {
  panel: Panel;
  ensureTradingAccount(
    handle: Handle,
    userId: UserId,
    account: AccountInput,
  ): Promise<{ id: TradingAccountId }>;
  countOpenings(
    db: Db,
    owner: { userId: UserId; accountId: TradingAccountId },
    range: { from: Date; to: Date },
  ): Promise<number>;
  readEntitlements: ReadEntitlements;
  metering: {
    readUsage(handle: Handle, user: SignedInUser, entitled: Entitlements): Promise<Usage>;
    beginMetering(handle: Handle, user: SignedInUser, entitled: Entitlements): Promise<void>;
    useSymbol(
      handle: Handle,
      user: SignedInUser,
      entitled: Entitlements,
      symbol: string,
    ): Promise<void>;
    spendTokens(
      handle: Handle,
      user: SignedInUser,
      entitled: Entitlements,
      tokens: number,
    ): Promise<Usage>;
  };
};

type AnalyseInput = HandlerInput<typeof analyse>['body'];
export type Analysis = { decision: DecisionReply; usage: Usage };

/**
 * Votes on a snapshot, meters what that took and stores the decision with every vote, all or nothing.
 * The same bar asked again is answered from the record and costs nothing.
 *
 * @throws AppError snapshot_hash_mismatch, decision_conflict, or the plan limit that was reached
 */
export async function analyseSnapshot(
  deps: DecisionDeps,
  user: SignedInUser,
  input: AnalyseInput,
): Promise<Analysis> {
  checkHash(input);
  const { snapshot } = input;
  const votes = await deps.panel.vote(snapshot, input.snapshot_hash);
  const verdict = decide(votes, costAtrOf(snapshot));

  return deps.db.transaction().execute(async (tx) => {
    const handle = { db: tx, clock: deps.clock };
    const entitled = await deps.readEntitlements(handle, user.id);
    await deps.metering.beginMetering(handle, user, entitled);
    const account = await deps.ensureTradingAccount(handle, user.id, input.account);
    const key = keyOf(user.id, account.id, snapshot);
    const known = await storedAnswer({ ...deps, db: tx }, user, entitled, key, input.snapshot_hash);
    if (known) return known;

    await checkDailyTrades({ ...deps, db: tx }, user, entitled, account.id, input);
    await deps.metering.useSymbol(handle, user, entitled, snapshot.symbol);
    const tokens = votes.reduce((sum, vote) => sum + vote.tokens, 0);
    const usage = await deps.metering.spendTokens(handle, user, entitled, tokens);
    await store(handle, key, input, votes, verdict);
    const decision = await findDecisionOfBar(tx, key);
    if (!decision) throw new Error('the decision stored just now is not there');
    return {
      decision: toDecisionReply(decision, await findVotes(tx, user.id, [decision.id])),
      usage,
    };
  });
}

function checkHash({ snapshot, snapshot_hash }: AnalyseInput): void {
  const actual = createHash('sha256').update(canonicalJson(snapshot)).digest('hex');
  if (actual !== snapshot_hash) {
    throw new AppError('snapshot_hash_mismatch', {
      details: { limit: actual, actual: snapshot_hash },
    });
  }
}

function keyOf(
  userId: UserId,
  accountId: TradingAccountId,
  snapshot: SnapshotDocument,
): DecisionKey {
  const { symbol, timeframe, as_of } = snapshot;
  return { userId, accountId, symbol, timeframe, asOf: new Date(as_of) };
}

async function storedAnswer(
  deps: DecisionDeps,
  user: SignedInUser,
  entitled: Entitlements,
  key: DecisionKey,
  snapshotHash: string,
): Promise<Analysis | undefined> {
  const stored = await findDecisionOfBar(deps.db, key);
  if (!stored) return undefined;
  if (stored.snapshot_hash !== snapshotHash) {
    throw new AppError('decision_conflict', { details: { symbol: key.symbol } });
  }
  const votes = await findVotes(deps.db, user.id, [stored.id]);
  return {
    decision: toDecisionReply(stored, votes),
    usage: await deps.metering.readUsage(deps, user, entitled),
  };
}

/** The day is the trading day of the snapshot: a paper run on a file counts by its candles' clock. */
async function checkDailyTrades(
  deps: DecisionDeps,
  user: SignedInUser,
  { plan }: Entitlements,
  accountId: TradingAccountId,
  input: AnalyseInput,
): Promise<void> {
  const limit = plan.granted.daily_trades;
  if (limit === UNLIMITED) return;
  const day = tradingDayOf(instantFromIso(input.snapshot.as_of));
  const range = { from: new Date(tradingDayStart(day)), to: new Date(tradingDayStart(day + 1)) };
  const stored = await deps.countOpenings(deps.db, { userId: user.id, accountId }, range);
  const actual = Math.max(stored, input.trades_opened_today);
  if (actual < limit) return;
  throw new AppError('daily_trade_limit_reached', {
    details: {
      plan_name: plan.name,
      limit,
      actual,
      day: tradingDayName(day),
      until: range.to.toISOString(),
    },
  });
}

async function store(
  { db, clock }: Handle,
  key: DecisionKey,
  input: AnalyseInput,
  votes: readonly PanelVote[],
  verdict: Verdict,
): Promise<void> {
  const id = newId<DecisionId>();
  const owner = { user_id: key.userId, decision_id: id };
  await insertDecision(
    db,
    {
      user_id: key.userId,
      id,
      account_id: key.accountId,
      symbol: key.symbol,
      timeframe: key.timeframe,
      as_of: key.asOf,
      snapshot_hash: input.snapshot_hash,
      snapshot: canonicalJson(input.snapshot),
      action: verdict.action,
      p_up: verdict.pUp,
      sl_atr: verdict.stopLossAtr,
      tp_atr: verdict.takeProfitAtr,
      reason: verdict.reason,
      agreeing: verdict.agreeing,
      quorum: verdict.quorum,
      voters: verdict.voters,
      rules: JSON.stringify(verdict.rules),
      tokens: votes.reduce((sum, vote) => sum + vote.tokens, 0),
      decided_at: new Date(clock.now()),
    },
    votes.map((vote, position) => ({
      ...owner,
      position,
      analyst: vote.analyst,
      model: vote.model,
      action: vote.action,
      p_up: vote.pUp,
      sl_atr: vote.stopLossAtr,
      tp_atr: vote.takeProfitAtr,
      reason: vote.reason,
      evidence: JSON.stringify(vote.evidence),
      abstained: vote.abstained,
      tokens: vote.tokens,
    })),
  );
}
