import type { FirstTouch } from '@quorate/contract/decision-outcomes';
import { timeframe as timeframeField } from '@quorate/contract/decisions';
import {
  emptyRecord,
  type LearnedOutcome,
  type LearnedRecord,
  learn,
  learnVotes,
  mergeRecords,
  voterKey,
} from '@quorate/trading/ensemble/learned-record';
import type { PanelMember } from '@quorate/trading/ensemble/standing';
import { decide, type Learned } from '@quorate/trading/ensemble/verdict';
import type { MarketGrade } from '@quorate/trading/market/agreement';
import { timeframeMs } from '@quorate/trading/market/candle';
import type { UserId } from '@quorate/values/ids';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/tables.ts';
import type { Voter } from '../../models/panel.ts';
import { promptVersion } from '../../models/vote-prompt.ts';
import { waitForBoard } from '../board/waiting.ts';
import { countOutcomes } from './calibration.queries.ts';
import {
  countVoters,
  type DecidedMoment,
  findMoments,
  findRecords,
  findTwins,
  lockOwnRecord,
  lockSharedRecord,
  type Market,
  saveOwnRecord,
  saveSharedRecord,
} from './learned.queries.ts';
import { type NoEdgeDeps, tellNoEdge } from './tell-no-edge.ts';

/** Another process may have learned meanwhile: what is kept is that old at most. */
const KEPT_MS = 60_000;
const USERS_KEPT = 1_000;
const MARKETS_KEPT = 100;
const DAY_MS = 86_400_000;

type Kept = Readonly<{ record: LearnedRecord; readAt: number }>;

/** What price did first after a decision, what speaks for it, and the close of its bar: of its report where that is all. */
export type KnownTouch = Readonly<{
  decisionId: string;
  firstTouch: FirstTouch;
  grade: MarketGrade;
  touchedAt: Date;
}>;

export type Learning = Readonly<{
  /** What is known of the voters of a market: by all accounts together, and by the user's own outcomes beside these. */
  readLearned(db: Db, userId: UserId, market: Market, voters: readonly Voter[]): Promise<Learned>;
  /** In the transaction that stores the outcomes for the first time. */
  learn(db: Db, userId: UserId, known: readonly KnownTouch[]): Promise<void>;
  /** Once that transaction is over: until its end the old record was read, and kept. */
  forgetLearned(userId: UserId): void;
}>;

/**
 * What outcomes teach about the voters, market by market. An outcome that several accounts have seen alike counts in the
 * record of all accounts, each voter's once a moment; any other only in its user's own. What was read is kept for a
 * minute, or until this process learns more.
 */
export function createLearning(deps: NoEdgeDeps): Learning {
  const { clock } = deps;
  const kept = new LRUCache<UserId, LRUCache<string, Kept>>({ max: USERS_KEPT });

  async function readRecord(db: Db, userId: UserId, market: Market): Promise<LearnedRecord> {
    const ofUser = kept.get(userId) ?? new LRUCache<string, Kept>({ max: MARKETS_KEPT });
    const name = `${market.symbol} ${market.timeframe}`;
    const fresh = ofUser.get(name);
    // A clock may be set back: what was read tomorrow is not fresh for a day.
    if (fresh && Math.abs(clock.now() - fresh.readAt) < KEPT_MS) return fresh.record;
    // Kept where it was looked for: what is learned while it is read throws both away.
    kept.set(userId, ofUser);
    const record = await readAll(db, userId, market);
    ofUser.set(name, { record, readAt: clock.now() });
    return record;
  }

  return {
    async readLearned(db, userId, market, voters) {
      const record = await readRecord(db, userId, market);
      return { record, members: membersOf(voters) };
    },
    async learn(db, userId, known) {
      const touches = known.flatMap(({ decisionId, firstTouch, grade }) =>
        firstTouch === 'neither' || grade === 'contradicted'
          ? []
          : [{ decisionId, firstTouch, grade }],
      );
      if (touches.length === 0) return;
      await countOutcomes(db, userId, touches);
      const ids = touches.map(({ decisionId }) => decisionId);
      const moments = await findMoments(db, userId, { ids });
      const agreed = new Set(
        touches.filter(({ grade }) => grade === 'agreed').map(({ decisionId }) => decisionId),
      );
      await waitForBoard(db, userId, [...agreed]);
      const twins = await findTwins(db, userId, ids);
      const now = new Date(clock.now());
      const byMarket = Map.groupBy(moments, ({ symbol, timeframe }) => `${symbol} ${timeframe}`);
      // In one order, so that two batches wait for each other and never in a circle.
      for (const [, ofMarket] of [...byMarket].sort(([one], [other]) => (one < other ? -1 : 1))) {
        const [first] = ofMarket;
        if (!first) continue;
        const own = distinct(ofMarket.filter(({ id }) => !agreed.has(id) && !twins.has(id)));
        const record = await learnOwn(db, userId, first, { moments: own, now });
        const shared = ofMarket.filter(({ id }) => agreed.has(id));
        if (shared.length > 0) await learnShared(db, first, { moments: shared, now });
        if (!record) continue;
        const known = await readAll(db, userId, first);
        await tellNoEdge(db, deps, userId, first, { known, members: votersOf(own) });
      }
    },
    forgetLearned: (userId) => void kept.delete(userId),
  };
}

/**
 * Outcomes that others have seen alike by now count in the record of all accounts, and no longer in their user's own,
 * which is learned again without them: in the transaction that has raised them. Other processes know it a minute later.
 */
export async function raiseLearned(
  db: Db,
  { userId, now }: Readonly<{ userId: UserId; now: Date }>,
  decisionIds: readonly string[],
): Promise<void> {
  if (decisionIds.length === 0) return;
  await waitForBoard(db, userId, decisionIds);
  const moments = await findMoments(db, userId, { ids: decisionIds });
  const byMarket = Map.groupBy(moments, ({ symbol, timeframe }) => `${symbol} ${timeframe}`);
  for (const [, ofMarket] of [...byMarket].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const [first] = ofMarket;
    if (!first) continue;
    const market = { symbol: first.symbol, timeframe: first.timeframe };
    await lockOwnRecord(db, userId, market, { empty: emptyRecord(), now });
    const record = learnedAnew(await findMoments(db, userId, market));
    await saveOwnRecord(db, userId, market, { record, now });
    await learnShared(db, first, { moments: ofMarket, now });
  }
}

/** All that counts of a market: what all accounts have seen, and what the user has seen beside. */
async function readAll(db: Db, userId: UserId, market: Market): Promise<LearnedRecord> {
  const { own, shared } = await findRecords(db, userId, market);
  return own && shared ? mergeRecords(shared, own) : (own ?? shared ?? emptyRecord());
}

/** The voters of a panel as a record knows them. */
export function membersOf(voters: readonly Voter[]): Learned['members'] {
  return Object.fromEntries(
    voters.map(({ analyst, model, provider, family }) => [
      analyst,
      { key: voterKey(analyst, model, promptVersion({ provider })), family },
    ]),
  );
}

/** Of votes of before prompts had versions, the prompt of now. */
function keyOf({
  analyst,
  model,
  provider,
  prompt_version: prompt,
}: DecidedMoment['votes'][number]): string {
  return voterKey(analyst, model, prompt ?? promptVersion({ provider }));
}

/** The first of each moment. */
function distinct(moments: readonly DecidedMoment[]): DecidedMoment[] {
  const seen = new Set<number>();
  return moments.filter(({ as_of }) => {
    const first = !seen.has(as_of.getTime());
    seen.add(as_of.getTime());
    return first;
  });
}

type NewMoments = Readonly<{ moments: readonly DecidedMoment[]; now: Date }>;

async function learnOwn(
  db: Db,
  userId: UserId,
  { symbol, timeframe }: Market,
  { moments, now }: NewMoments,
): Promise<LearnedRecord | null> {
  if (moments.length === 0) return null;
  const market = { symbol, timeframe };
  const before = await lockOwnRecord(db, userId, market, { empty: emptyRecord(), now });
  const record = before ?? learnedAnew(await findMoments(db, userId, market));
  if (before) for (const moment of moments) learn(record, outcomeOf(moment));
  await saveOwnRecord(db, userId, market, { record, now });
  return record;
}

/** Who voted on the newest of these moments. */
function votersOf(moments: readonly DecidedMoment[]): PanelMember[] {
  return (moments.at(-1)?.votes ?? []).map((vote) => ({ key: keyOf(vote), family: vote.family }));
}

/**
 * A market's record from decisions of before it was kept: each is weighed by what was known before it, as if it had
 * been decided so, and then learned from.
 */
function learnedAnew(moments: readonly DecidedMoment[]): LearnedRecord {
  const record = emptyRecord();
  for (const moment of distinct(moments)) {
    const { votes, cost_atr } = moment;
    const members = Object.fromEntries(
      votes.map((vote) => [vote.analyst, { key: keyOf(vote), family: vote.family }]),
    );
    const ballots = votes.map((vote) => ({
      analyst: vote.analyst,
      action: vote.action,
      pUp: vote.p_up,
      stopLossAtr: vote.sl_atr,
      takeProfitAtr: vote.tp_atr,
      abstained: false,
    }));
    const pool = moment.strength ?? decide(ballots, cost_atr ?? 0, { record, members }).strength;
    learn(record, { ...outcomeOf(moment), pool });
  }
  return record;
}

async function learnShared(
  db: Db,
  { symbol, timeframe }: Market,
  { moments, now }: NewMoments,
): Promise<void> {
  const market = { symbol, timeframe };
  const record = await lockSharedRecord(db, market, { empty: emptyRecord(), now });
  for (const moment of moments) {
    const outcome = outcomeOf(moment);
    const voters = outcome.votes.map(({ key }) => key);
    const { fresh, isFirst } = await countVoters(db, market, moment.as_of, voters);
    if (isFirst) learn(record, outcome);
    // The moment is counted: who comes later with another voter adds that one alone.
    else
      learnVotes(
        record,
        outcome.touch === 'up' ? 'BUY' : 'SELL',
        outcome.votes.filter(({ key }) => fresh.includes(key)),
      );
  }
  await saveSharedRecord(db, market, { record, now });
}

function outcomeOf(moment: DecidedMoment): LearnedOutcome {
  const { as_of, decided_at, first_touch, strength, cost_atr, rule_actions, action } = moment;
  // Of older bars a model may have read what came; the rules of the offline analysts have read nothing.
  const isFresh = decided_at.getTime() - as_of.getTime() <= DAY_MS;
  const votes = moment.votes.filter(({ provider }) => isFresh || provider === 'offline');
  return {
    touch: first_touch === 'up' ? 'up' : 'down',
    bar: Math.floor(as_of.getTime() / timeframeMs(timeframeField.parse(moment.timeframe))),
    votes: votes.map((vote) => ({
      key: keyOf(vote),
      side: vote.action === 'HOLD' ? null : vote.action,
    })),
    pool: votes.length === moment.votes.length ? (strength ?? 0) : 0,
    ...(cost_atr !== null && { cost: cost_atr }),
    ...(rule_actions && {
      rules: {
        verdict: action,
        majority: rule_actions.majority,
        unanimous: rule_actions.unanimous,
        best_voter: rule_actions.best_voter,
        equal_pool: rule_actions.equal_pool,
      },
    }),
  };
}
