import { SILENT_AFTER_S } from '@quorate/contract/bot-terms';
import type { HandlerInput, Reply } from '@quorate/contract/endpoint';
import type { getBotRuleSet, reportFloors } from '@quorate/contract/rule-sets';
import type { ShownAccount } from '@quorate/contract/trade-sync';
import type { UserId } from '@quorate/values/ids';
import {
  type Currency,
  currencyOf,
  money,
  moneyToNumber,
  roundToMoney,
} from '@quorate/values/money';
import { inTransaction } from '../../db/in-transaction.ts';
import type { CarriedLock } from '../../db/rule-set-tables.ts';
import type { Db } from '../../db/tables.ts';
import type { Announcer } from '../../process/announcer.ts';
import type { Clock } from '../../process/clock.ts';
import { ensureTradingAccount, findTradingAccount } from '../trades/trading-accounts.ts';
import { floorNotices } from './floor-notices.ts';
import { beginAll, holdAll, replaceAll } from './floor-reports.queries.ts';
import { mergeFloors } from './merge-floors.ts';
import { type AccountKey, findChosen, findReport } from './rule-sets.queries.ts';
import { type TellFloorsDeps, tellFloors } from './tell-floors.ts';

export type RuleSetDeps = TellFloorsDeps &
  Readonly<{ db: Db; clock: Clock; announce: Announcer['announce'] }>;

type Report = Omit<HandlerInput<typeof reportFloors>['body'], 'account'> &
  Readonly<{ account: ShownAccount }>;

/** Words about moments that are long past are no news: a paper run walks them in minutes. */
const NEWS_FOR_MS = 3_600_000;

/** What a bot has to keep on an account; an account that nobody has named yet has no rules. */
export async function readBotRuleSet(
  { db, clock }: Pick<RuleSetDeps, 'db' | 'clock'>,
  userId: UserId,
  named: HandlerInput<typeof getBotRuleSet>['query'],
): Promise<Omit<Reply<typeof getBotRuleSet>, 'success'>> {
  const account = await findTradingAccount(db, userId, named);
  if (!account)
    return { rule_set: null, revision: 0, floors: null, carried_lock: null, rebase: null };
  const key = { userId, accountId: account.id };
  const chosen = await findChosen(db, key);
  const report = await findReport(db, key);
  return {
    rule_set: chosen?.rule_set ?? null,
    revision: chosen?.revision ?? 0,
    floors: report?.state ?? null,
    carried_lock: carriedLock(chosen?.carried_lock ?? null, currencyOf(account.currency), clock),
    rebase: askedRebase(chosen),
  };
}

/** @returns null once it has ended */
export function carriedLock(
  carried: CarriedLock | null,
  currency: Currency,
  clock: Clock,
): CarriedLock | null {
  if (!carried || (carried.until !== null && Date.parse(carried.until) <= clock.now())) return null;
  return { ...carried, floor: moneyToNumber(money(carried.floor, currency)) };
}

function askedRebase(
  chosen: { rebase_id: string | null; rebase_at: Date | null } | undefined,
): Reply<typeof getBotRuleSet>['rebase'] {
  if (!chosen?.rebase_id || !chosen.rebase_at) return null;
  return { rebase_id: chosen.rebase_id, asked_at: chosen.rebase_at.toISOString() };
}

/**
 * Stores a report that is newer than the last one, and tells the owner what it is news of. Twice, late or out
 * of order changes nothing.
 *
 * @throws AppError account_mismatch
 */
export function storeReport(
  deps: RuleSetDeps,
  userId: UserId,
  report: Report,
): Promise<Omit<Reply<typeof reportFloors>, 'success'>> {
  const { clock } = deps;
  return inTransaction(deps.db, async (tx) => {
    const { id, paper } = await ensureTradingAccount({ db: tx, clock }, userId, report.account);
    const key = { userId, accountId: id };
    const stored =
      (await findReport(tx, key, true)) ?? (await beginReports(tx, key, report, clock));
    const chosen = await findChosen(tx, key);
    const answer = { revision: chosen?.revision ?? 0, rebase: askedRebase(chosen) };
    if (!isNewer(stored, report, clock))
      return { ...answer, counted: false, peaks_minor: peaksOf(stored.state) };
    const { notices, row } = newsOf(report, stored, chosen?.rebase_id ?? null, clock);
    await tx
      .updateTable('floor_reports')
      .set({
        ...row,
        rule_set: JSON.stringify(row.rule_set),
        state: JSON.stringify(row.state),
        peaks: JSON.stringify(row.peaks),
        told: JSON.stringify(row.told),
      })
      .where('user_id', '=', userId)
      .where('account_id', '=', id)
      .execute();
    await tellNews(tx, deps, { ...key, paper, report }, { notices, row });
    await deps.announce(tx, userId, 'bots');
    return { ...answer, counted: true, peaks_minor: peaksOf(row.state) };
  });
}

/** A report of an account that is on record. */
export type AccountReport = Readonly<{
  userId: UserId;
  accountId: string;
  paper: boolean;
  report: Report;
}>;

/**
 * Stores reports of several accounts, each account at most once, in a few statements of the caller's transaction. It
 * announces nothing, and skips accounts that no longer exist.
 */
export async function storeReports(
  tx: Db,
  deps: TellFloorsDeps,
  reports: readonly AccountReport[],
): Promise<void> {
  const { clock } = deps;
  if (reports.length === 0) return;
  await beginAll(
    tx,
    reports.map(({ userId, accountId, report }) => ({
      user_id: userId,
      account_id: accountId,
      ...firstRow(report, clock),
    })),
  );
  const nameOf = (each: Readonly<{ userId: string; accountId: string }>) =>
    `${each.userId} ${each.accountId}`;
  const reportOf = new Map(reports.map((each) => [nameOf(each), each]));
  const all = (await holdAll(tx, reports)).flatMap((stored) => {
    const { user_id, account_id, chosen_rebase_id: rebaseId } = stored;
    const told = reportOf.get(nameOf({ userId: user_id, accountId: account_id }));
    if (!told || !isNewer(stored, told.report, clock)) return [];
    return [{ told, news: newsOf(told.report, stored, rebaseId, clock) }];
  });
  await replaceAll(
    tx,
    all.map(({ told: { userId, accountId }, news: { row } }) => ({
      user_id: userId,
      account_id: accountId,
      ...row,
    })),
  );
  for (const { told, news } of all) await tellNews(tx, deps, told, news);
}

type Stored = NonNullable<Awaited<ReturnType<typeof findReport>>>;

/** What a report leaves in the row of its account, and what it is news of. */
function newsOf(report: Report, stored: Stored, rebaseId: string | null, clock: Clock) {
  const now = clock.now();
  const { state, peaks } = mergeFloors(
    stored.seq === 0 ? null : stored,
    { ...report, cash_flow: minorOf(report, report.cash_flow) ?? 0 },
    rebaseId,
  );
  const equity = minorOf(report, report.equity);
  const isNews = Math.abs(now - Date.parse(report.at)) <= NEWS_FOR_MS;
  const { notices, told } = isNews
    ? floorNotices({ rule_set: report.rule_set, state, equity }, stored.told)
    : { notices: [], told: stored.told };
  const row = {
    run_id: report.run_id,
    seq: report.seq,
    at: new Date(report.at),
    reported_at: new Date(now),
    rule_set: report.rule_set,
    state,
    peaks,
    told,
    revision: report.revision,
    rebase_id: report.rebase_id,
    equity,
    balance: minorOf(report, report.balance),
    floor: minorOf(report, report.floor) ?? 0,
    open_risk: minorOf(report, report.open_risk),
    headroom: minorOf(report, report.headroom),
    if_stopped: minorOf(report, report.if_stopped),
    open_positions: report.open_positions,
    next_turn: report.next_turn === null ? null : new Date(report.next_turn),
    cash_flow: minorOf(report, report.cash_flow) ?? 0,
  };
  return { notices, row };
}

function tellNews(
  tx: Db,
  deps: TellFloorsDeps,
  { userId, accountId: id, paper: isPaper, report }: AccountReport,
  { notices, row }: ReturnType<typeof newsOf>,
): Promise<void> {
  const { account_type: accountType, ...named } = report.account;
  const left = { ifStopped: row.if_stopped, headroom: row.headroom };
  return tellFloors(tx, deps, userId, { ...named, ...left, id, accountType, isPaper }, notices);
}

function minorOf({ account }: Report, amount: number | null): number | null {
  return amount === null ? null : roundToMoney(amount, currencyOf(account.currency)).minor;
}

/** The row of an account that reports for the first time, older than any report: of two at once, both wait for it. */
async function beginReports(
  tx: Db,
  { userId, accountId }: AccountKey,
  report: Report,
  clock: Clock,
): Promise<Stored> {
  await tx
    .insertInto('floor_reports')
    .values({
      user_id: userId,
      account_id: accountId,
      ...firstRow(report, clock),
      rule_set: JSON.stringify(report.rule_set),
      state: JSON.stringify(report.state),
      peaks: '{}',
      told: '{}',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const begun = await findReport(tx, { userId, accountId }, true);
  if (!begun) throw new Error('the report of an account that is held is gone');
  return begun;
}

/** Older than any report. */
function firstRow({ run_id, at, rule_set, state }: Report, clock: Clock) {
  return {
    run_id,
    seq: 0,
    at: new Date(at),
    reported_at: new Date(clock.now()),
    rule_set,
    state,
    peaks: {},
    told: {},
    revision: 0,
    floor: 0,
    open_positions: 0,
    cash_flow: 0,
  };
}

/** Another run is believed whatever its numbers once the last one has fallen silent: its clock may have been wrong. */
function isNewer(stored: Stored, report: Report, clock: Clock): boolean {
  const silent = stored.reported_at.getTime() < clock.now() - SILENT_AFTER_S * 1_000;
  return report.seq > stored.seq || (report.run_id !== stored.run_id && silent);
}

function peaksOf({ lines }: Readonly<{ lines: readonly { peak_minor: number }[] }>): number[] {
  return lines.map(({ peak_minor }) => peak_minor);
}
