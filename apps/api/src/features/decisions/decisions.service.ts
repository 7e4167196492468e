import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DecisionReply } from '@quorate/contract/decisions';
import { namesPaper } from '@quorate/contract/trade-sync';
import { costAtrOf } from '@quorate/trading/ensemble/expected-value';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import { asOfFault, rawBarsFault, shapeFault } from '@quorate/trading/market/plausible';
import type { UserId } from '@quorate/values/ids';
import { inOneTrip } from '../../db/one-trip.ts';
import { AppError, validationError } from '../../http/app-error.ts';
import { VotingAbandonedError } from '../../models/panel.ts';
import { barDecided } from '../../process/telemetry/events.ts';
import { readEntitlements } from '../billing/entitlements/entitlements.queries.ts';
import type { Entitlements } from '../billing/entitlements/entitlements.ts';
import type { JoinedBars } from '../market/bar-store.ts';
import { findTradingAccount } from '../trades/trading-accounts.ts';
import { type Admitted, admit, isCurrent, type Known } from './admit.ts';
import { joinBars, standingOf } from './decision-bars.ts';
import type { AnalyseInput, Analysis, DecisionDeps } from './decisions.deps.ts';
import type { Bar } from './decisions.queries.ts';
import { decisionOnRecord, settle, settleAbandoned, type Voted } from './settle.ts';
import { decideAll, limitsOf } from './verdict.ts';

type AnalyseDeps = DecisionDeps & Readonly<{ underWay: UnderWay }>;

/**
 * Votes on a snapshot, meters what that took and stores the decision with every vote, all or nothing.
 * The same bar asked again is answered from the record and costs nothing; asked while it is decided, it
 * waits for that decision and shares its failure. Decided by another copy of the service, it waits as well,
 * and is decided here when that one fails or dies.
 *
 * @param gone aborted when the caller has gone; the vote is called off when everybody who waits for it has
 * @throws AppError snapshot_hash_mismatch, bars_missing, validation_failed for what cannot be, decision_conflict, rate_limited, or the plan limit that was reached
 */
export async function analyseSnapshot(
  deps: AnalyseDeps,
  user: Readonly<{ id: UserId; operator: boolean }>,
  input: AnalyseInput,
  gone: AbortSignal,
): Promise<Analysis> {
  checkHash(input);
  expectPlausible(input, deps.clock.now());
  const { id: userId, operator } = user;
  const { account, snapshot } = input;
  const { server, login } = account;
  const { symbol, timeframe, as_of } = snapshot;
  const bar = { userId, account: { server, login }, symbol, timeframe, asOf: new Date(as_of) };
  const question = questionOf(bar);
  const name = JSON.stringify([userId, question]);
  let bars: JoinedBars | null | undefined;
  for (;;) {
    const { decision, ...known } = await lookUp(deps, bar, input);
    if (decision) {
      const usage = await deps.metering.readUsage(deps, userId, known.entitled);
      return { decision, usage };
    }
    let joined = deps.underWay.join(name, gone);
    if (!joined && bars === undefined) {
      bars = await joinBars(deps, bar, input, deps.clock.now());
      joined = deps.underWay.join(name, gone);
    }
    if (joined) {
      deps.log.debug({ symbol, timeframe, as_of }, 'waits for the decision that is under way');
      await joined;
      continue;
    }
    const rests = { bars: bars ?? null, operator };
    const decided = await deps.underWay.run(name, gone, (signal) =>
      decideBar(deps, bar, input, { ...rests, known, question, unwanted: signal }),
    );
    if (decided) return decided;
  }
}

type LookedUp = Known & Readonly<{ decision: DecisionReply | null }>;

/** What is known of a bar, its account and its user before anything is done, in one trip to the database. */
async function lookUp(deps: DecisionDeps, bar: Bar, input: AnalyseInput): Promise<LookedUp> {
  const { userId, account: named } = bar;
  const [decision, entitled, account] = await inOneTrip(deps.db, (db) =>
    Promise.all([
      decisionOnRecord(db, bar, input.snapshot_hash),
      readEntitlements({ ...deps, db }, userId),
      findTradingAccount(db, userId, named),
    ]),
  );
  return { decision, entitled, account };
}

/** @throws AppError validation_failed for a moment or bars that cannot be */
function expectPlausible({ snapshot, bars: raw = [] }: AnalyseInput, now: number): void {
  const { timeframe, as_of, bars } = snapshot;
  const asOf = Date.parse(as_of);
  const faults = [
    { field: 'snapshot.as_of', message: asOfFault(timeframe, asOf, now) },
    { field: 'snapshot.bars', message: shapeFault(bars) },
    { field: 'bars', message: rawBarsFault(timeframe, raw, { asOf, now }) },
  ].flatMap(({ field, message }) => (message === null ? [] : [{ field, message }]));
  if (faults.length > 0) throw validationError(faults);
}

/** A user's name for what is asked about a bar; the same on every copy of the service. */
function questionOf({ account, symbol, timeframe, asOf }: Bar): string {
  return JSON.stringify([account.server, account.login, symbol, timeframe, asOf]);
}

function checkHash({ snapshot, snapshot_hash }: AnalyseInput): void {
  const actual = createHash('sha256').update(canonicalJson(snapshot)).digest('hex');
  if (actual !== snapshot_hash) {
    throw new AppError('snapshot_hash_mismatch', {
      details: { limit: actual, actual: snapshot_hash },
    });
  }
}

/** How often it is looked whether another copy of the service has come to its end. */
const LOOK_EVERY_MS = 250;

type Asked = Readonly<{
  known: Known;
  /** The user's name for what is asked: one copy of the service asks it at a time. */
  question: string;
  /** Calls it off: the panel ends its calls, and what they have taken is charged. */
  unwanted: AbortSignal;
  /** What the snapshot was made from; null from bots of before. */
  bars: JoinedBars | null;
  /** Asked by an operator. */
  operator: boolean;
}>;

/**
 * Admits the question, asks the panel, and stores and meters what it says.
 *
 * @returns null when another copy of the service was at it, and has come to an end: the decision is on record,
 * unless that one has failed or died
 * @throws AppError caller_gone when it was called off, or the plan limit that was reached
 */
async function decideBar(
  deps: DecisionDeps,
  bar: Bar,
  input: AnalyseInput,
  asked: Asked,
): Promise<Analysis | null> {
  if (asked.unwanted.aborted) throw new AppError('caller_gone');
  const begun = await begin(deps, bar, input, asked);
  if (begun) return decideAdmitted(deps, bar, input, { ...begun, ...asked });
  while (await deps.metering.isUnderWay(deps.db, bar.userId, asked.question))
    await sleep(LOOK_EVERY_MS, undefined, { signal: asked.unwanted }).catch((cause: unknown) => {
      throw new AppError('caller_gone', { cause });
    });
  return null;
}

type Begun = Readonly<{ entitled: Entitlements; admitted: Admitted }>;

/** @returns null when another copy of the service is at it: then nothing is counted */
async function begin(
  deps: DecisionDeps,
  bar: Bar,
  input: AnalyseInput,
  { known, question }: Asked,
): Promise<Begun | null> {
  const { metering, db } = deps;
  const { userId } = bar;
  // What the call says it is: one that contradicts the account on record is refused before anything is asked.
  const paper = namesPaper(input.account);
  const counted = await metering
    .countRequest(userId, { paper, known: known.entitled })
    .catch(async (error: unknown) => {
      // Whoever waits for what is under way needs no request of the minute, nor who came when it was just done.
      if (await metering.isUnderWay(db, userId, question)) return null;
      if (await decisionOnRecord(db, bar, input.snapshot_hash)) return null;
      throw error;
    });
  if (!counted) return null;
  const { entitled } = counted;
  const admitted = await admit(deps, bar, known, input, question);
  if (admitted) return { entitled, admitted };
  await counted.giveBack();
  return null;
}

async function decideAdmitted(
  deps: DecisionDeps,
  bar: Bar,
  input: AnalyseInput,
  { entitled, admitted, unwanted, bars: joined, operator }: Asked & Begun,
): Promise<Analysis> {
  const { db, clock } = deps;
  const hold = () => admitted.reservation.hold(deps.db);
  try {
    const analysis = await heldDuring(hold, async () => {
      const standing = standingOf(db, { bar, input, joined, entitled, operator }, clock.now());
      // Its failure is told where it is awaited, which a vote that is called off never comes to.
      standing.catch(() => {});
      const voted = await vote(deps, bar, entitled, input, unwanted);
      const graded = { ...voted, standing: await standing };
      return settle(deps, bar, entitled, input, admitted, graded, joined);
    });
    barDecided.publish({ action: analysis.decision.action });
    return analysis;
  } catch (error) {
    if (error instanceof VotingAbandonedError) {
      await settleAbandoned(deps, bar, admitted, error.tokens);
      throw new AppError('caller_gone', { cause: error });
    }
    // Where that fails, too, the reservation expires by itself; the first error is the one to tell.
    await admitted.reservation.release(deps.db).catch(() => {});
    throw error;
  }
}

/** @throws VotingAbandonedError with what was taken until it was called off */
async function vote(
  { db, clock, panel, readLearned }: DecisionDeps,
  { userId }: Bar,
  { plan }: Entitlements,
  input: AnalyseInput,
  unwanted: AbortSignal,
): Promise<Omit<Voted, 'standing'>> {
  if (unwanted.aborted) throw new VotingAbandonedError(0);
  const { snapshot, snapshot_hash } = input;
  const depth = plan.ai_analysis;
  const asked = clock.now();
  // Read while the models think: a verdict never rests on what became known after its question.
  const asking = panel.votersAt(depth);
  const known = readLearned(db, userId, snapshot, asking);
  // Its failure is told where it is awaited, which a vote that is called off never comes to.
  known.catch(() => {});
  const live = isCurrent(snapshot, asked) ? { closedAt: Date.parse(snapshot.as_of) } : {};
  const votes = await panel.ask(
    { snapshot, snapshotHash: snapshot_hash, depth, ...live },
    unwanted,
  );
  const costAtr = costAtrOf(snapshot);
  const learned = await known;
  const limits = limitsOf(input, learned.record.outcomes, asking.length);
  const verdict = decideAll(votes, costAtr, learned, limits);
  // A clock may be set back meanwhile.
  const latencyMs = Math.max(0, clock.now() - asked);
  return { votes, ...verdict, costAtr, depth, latencyMs };
}

/** Well within the time after which others take over. */
const EVERY_MS = 3_000;

/**
 * Says again and again that work is under way, until it has ended. Where that fails nobody is told: the next
 * try may succeed, and whoever takes over meanwhile asks what is on record first.
 *
 * @param hold says it once
 */
export async function heldDuring<T>(
  hold: () => Promise<void>,
  work: () => Promise<T>,
  everyMs = EVERY_MS,
): Promise<T> {
  let saying = false;
  const timer = setInterval(async () => {
    if (saying) return;
    saying = true;
    await hold().catch(() => {});
    saying = false;
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

type UnderWay = Readonly<{
  /** Waits for the work that runs under a name; undefined when none does, or what does is ending unwanted. */
  join(name: string, gone: AbortSignal): Promise<unknown> | undefined;
  /**
   * Runs work under a name that nothing runs under, until it has ended.
   *
   * @param work its signal is aborted as soon as everybody who waits for it has gone
   */
  run<T>(name: string, gone: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}>;

type Running = { result: Promise<unknown>; waiting: number; readonly unwanted: AbortController };

/** Which work is being done now, so that those who want the same can wait for it. */
export function createUnderWay(): UnderWay {
  const running = new Map<string, Running>();

  function forget(name: string, each: Running): void {
    if (running.get(name) === each) running.delete(name);
  }

  function leave(name: string, each: Running): void {
    each.waiting -= 1;
    if (each.waiting > 0) return;
    // Whoever comes now starts again: what has been told to end cannot be kept alive.
    forget(name, each);
    each.unwanted.abort();
  }

  /** Counts one who waits, until the work has ended: a connection that closes afterwards leaves nothing. */
  function wait(name: string, each: Running, gone: AbortSignal): void {
    if (gone.aborted) return;
    each.waiting += 1;
    const left = () => leave(name, each);
    gone.addEventListener('abort', left, { once: true });
    const ended = () => gone.removeEventListener('abort', left);
    each.result.then(ended, ended);
  }

  return {
    join(name, gone) {
      const each = running.get(name);
      if (!each) return undefined;
      wait(name, each, gone);
      return each.result;
    },
    run(name, gone, work) {
      const unwanted = new AbortController();
      if (gone.aborted) unwanted.abort();
      const result = work(unwanted.signal).finally(() => forget(name, each));
      const each: Running = { result, waiting: 0, unwanted };
      if (!gone.aborted) running.set(name, each);
      wait(name, each, gone);
      return result;
    },
  };
}
