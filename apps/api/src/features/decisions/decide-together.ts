import type { DecisionReply } from '@quorate/contract/decisions';
import { isUnlimitedTokens, UNLIMITED } from '@quorate/contract/plans';
import { costAtrOf } from '@quorate/trading/ensemble/expected-value';
import { emptyRecord, mergeRecords } from '@quorate/trading/ensemble/learned-record';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import { clockClassOf } from '@quorate/trading/market/plausible';
import { tradingDayOf, tradingDayStart } from '@quorate/trading/market/trading-day';
import type { DecisionId, TradingAccountId, UserId } from '@quorate/values/ids';
import { instantFromIso } from '@quorate/values/instant';
import { type Batch, batchBy, roundsBy } from '../../db/batch.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { type Panel, type PanelVote, tokensOf } from '../../models/panel.ts';
import type { Announcer } from '../../process/announcer.ts';
import { barDecided } from '../../process/telemetry/events.ts';
import { readManyEntitlements } from '../billing/entitlements/entitlements.queries.ts';
import type { Entitlements } from '../billing/entitlements/entitlements.ts';
import { countDecisions } from '../calibration/decision-cells.ts';
import { membersOf } from '../calibration/learning.ts';
import { appendEvents, lockStreams } from '../records/append-events.ts';
import { dayOf } from '../usage/day-limits.ts';
import {
  countUsed,
  lockCycles,
  readUsed,
  type UsedByNow,
} from '../usage/meter-together.queries.ts';
import { insertDecisions, type KnownOf, readKnown } from './decide-together.queries.ts';
import { toDecisionReply } from './decision-record.service.ts';
import type { AnalyseInput, Handle } from './decisions.deps.ts';
import { decisionEvent, snapshotEvent } from './record-events.ts';
import { countOf, toDecisionRows, type Voted } from './settle.ts';
import { decideAll, limitsOf } from './verdict.ts';

type TogetherDeps = Handle &
  Pick<Announcer, 'announceAll'> &
  Readonly<{
    /** Of analysts that are part of the service: what they say of a snapshot is always the same. */
    panel: Panel;
    log: Readonly<{ error(fields: object, message: string): void }>;
  }>;

/** What an account of ours asks, whose snapshot the service has made itself. */
export type AskedTogether = Readonly<{
  userId: UserId;
  accountId: TradingAccountId;
  input: AnalyseInput;
}>;

type Question = Readonly<{ asked: AskedTogether; entitled: Entitlements }>;

/**
 * Decides what accounts ask at one moment with a few statements for all of them: equal snapshots are voted on once. It
 * takes the plain case, a bar that nobody has decided within all limits.
 *
 * @returns answers null where the question is another one: `analyseSnapshot` is to be asked then, and says what it is
 */
export function createDecideTogether(
  deps: TogetherDeps,
): (asked: AskedTogether) => Promise<DecisionReply | null> {
  const together = batchBy(
    async (asked: Batch<AskedTogether>) => {
      const answers = new Map<AskedTogether, DecisionReply>();
      // Each user once: limits and the ledger are counted one after the other.
      for (const round of roundsBy(asked, ({ userId }) => userId)) {
        // Each is asked by itself then, which tells what is wrong with which.
        await decideRound(deps, round, answers).catch((err: unknown) => {
          if (!isOvertaken(err))
            deps.log.error({ err, questions: round.length }, 'bars were not decided together');
        });
      }
      return answers;
    },
    { keyOf: () => '', atOnce: 3, itemsMax: 70, gathers: 'turn' },
  );
  return async (asked) => (await together(asked)).get(asked) ?? null;
}

/** An account was deleted meanwhile, or another runner has decided its bar. */
function isOvertaken(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === '23503' || code === '23505';
}

async function decideRound(
  deps: TogetherDeps,
  asked: readonly AskedTogether[],
  answers: Map<AskedTogether, DecisionReply>,
): Promise<void> {
  const { db, clock } = deps;
  const plans = await readManyEntitlements(
    deps,
    asked.map(({ userId }) => userId),
  );
  const questions = asked.flatMap((each) => {
    const entitled = plans.get(each.userId);
    return entitled ? [{ asked: each, entitled }] : [];
  });
  const now = new Date(clock.now());
  const day = dayOf(deps);
  const decided = await inTransaction(db, async (tx) => {
    const cycles = questions.map(({ asked: { userId }, entitled: { cycle } }) => ({
      userId,
      cycle,
    }));
    // In the order in which a call of one user takes them.
    await lockStreams(
      tx,
      questions.map(({ asked: { userId, accountId } }) => ({ userId, subjectId: accountId })),
    );
    await lockCycles(tx, cycles);
    const [used, known] = await Promise.all([
      readUsed(tx, cycles, { day, now }),
      readKnown(tx, questions.map(toRow)),
    ]);
    const usedBy = new Map(used.map((each) => [each.user_id, each]));
    const vote = createVoting(deps, now);
    const canonical = new Map<string, string>();
    const made = [];
    for (const { at, is_decided: isDecided, ...each } of known) {
      const question = questions[at];
      const usedByNow = question && usedBy.get(question.asked.userId);
      if (!usedByNow || isDecided) continue;
      const voted = await vote(question, each);
      if (isWithin(question, { ...each, ...usedByNow }, tokensOf(voted.votes)))
        made.push(toDecided(question, voted, now, canonicalOf(question, canonical)));
    }
    if (made.length === 0) return made;
    await Promise.all([
      insertDecisions(
        tx,
        made.map(({ rows }) => rows),
      ),
      countDecisions(
        tx,
        made.map(({ rows }) => countOf(rows.decision)),
      ),
      appendEvents(
        tx,
        made.flatMap(({ events }) => events),
      ),
      countUsed(
        tx,
        day,
        made.map(({ use }) => use),
      ),
      deps.announceAll(
        tx,
        made.map(({ use }) => use.userId),
        'usage',
      ),
    ]);
    return made;
  });
  for (const { asked, decision } of decided) {
    answers.set(asked, decision);
    barDecided.publish({ action: decision.action });
  }
}

function toRow({ asked: { userId, accountId, input } }: Question, at: number) {
  const { symbol, timeframe, as_of } = input.snapshot;
  // An account that the service trades counts the days of its own market.
  const day = tradingDayOf(instantFromIso(as_of));
  return {
    at,
    user_id: userId,
    account_id: accountId,
    symbol,
    timeframe,
    as_of,
    day_from: new Date(tradingDayStart(day)),
    day_to: new Date(tradingDayStart(day + 1)),
  };
}

type Records = Pick<KnownOf, 'own' | 'shared'>;

/** Votes on equal snapshots once, and weighs equal votes once where the same is known of the voters. */
function createVoting({ panel }: TogetherDeps, now: Date) {
  const nobody = emptyRecord();
  const votesOn = new Map<string, Promise<readonly PanelVote[]>>();
  const verdicts = new Map<string, Omit<Voted, 'votes' | 'standing'>>();

  return async ({ asked, entitled }: Question, { own, shared }: Records): Promise<Voted> => {
    const { input } = asked;
    const { snapshot, snapshot_hash: hash } = input;
    const depth = entitled.plan.ai_analysis;
    const name = `${depth} ${hash}`;
    let asking = votesOn.get(name);
    if (!asking) {
      asking = panel.ask({ snapshot, snapshotHash: hash, depth }, new AbortController().signal);
      votesOn.set(name, asking);
    }
    const votes = await asking;
    const weigh = () => {
      const voters = panel.votersAt(depth);
      const record = own && shared ? mergeRecords(shared, own) : (own ?? shared ?? nobody);
      const costAtr = costAtrOf(snapshot);
      const limits = limitsOf(input, record.outcomes, voters.length);
      const learned = { record, members: membersOf(voters) };
      return { ...decideAll(votes, costAtr, learned, limits), costAtr, depth, latencyMs: 0 };
    };
    let verdict = own ? undefined : verdicts.get(name);
    verdict ??= weigh();
    if (!own) verdicts.set(name, verdict);
    const { timeframe, as_of } = snapshot;
    const standing = {
      clockClass: clockClassOf(timeframe, Date.parse(as_of), now.getTime()),
      // It sends no bars of its own that could agree with others.
      grade: 'alone',
      agreedBy: 0,
      markedBars: 0,
    } as const;
    return { ...verdict, votes, standing };
  };
}

/** Whether no limit of the plan is in the way, as `admit` counts them. */
function isWithin(
  { asked: { accountId, input }, entitled: { plan } }: Question,
  now: UsedByNow & Pick<KnownOf, 'opened'>,
  tokens: number,
): boolean {
  const { granted } = plan;
  const isBelow = (used: number, limit: number) => limit === UNLIMITED || used < limit;
  return (
    isBelow(Math.max(now.opened, input.trades_opened_today), granted.daily_trades) &&
    (now.symbols.includes(input.snapshot.symbol) || isBelow(now.symbols.length, granted.symbols)) &&
    (now.papers.includes(accountId) || isBelow(now.papers.length, granted.paper_accounts)) &&
    (isUnlimitedTokens(granted.tokens) || now.tokens + now.reserved + tokens <= granted.tokens)
  );
}

/** The snapshot as it is stored, written once for equal ones. */
function canonicalOf({ asked: { input } }: Question, known: Map<string, string>): string {
  const { snapshot, snapshot_hash: hash } = input;
  const text = known.get(hash) ?? canonicalJson(snapshot);
  known.set(hash, text);
  return text;
}

function toDecided(
  { asked, entitled }: Question,
  voted: Voted,
  decidedAt: Date,
  canonical: string,
) {
  const { userId, accountId, input } = asked;
  const { symbol, timeframe, as_of } = input.snapshot;
  const { server, login } = input.account;
  const bar = { userId, accountId, account: { server, login }, symbol, timeframe };
  const names = { id: newId<DecisionId>(), decidedAt };
  const put = { ...input, canonical };
  const rows = toDecisionRows(names, { ...bar, asOf: new Date(as_of) }, put, voted);
  const decision = toDecisionReply(rows.decision, rows.votes);
  const use = { userId, cycle: entitled.cycle, tokens: tokensOf(voted.votes), symbol, accountId };
  const owner = { userId, subjectId: accountId };
  const events = [
    snapshotEvent(owner, decision, input),
    decisionEvent(owner, decision, voted.panel),
  ];
  return { asked, rows, decision, use, events };
}
