import {
  DESK_POSITIONS_MAX,
  type Desk,
  type DeskAccount,
  type DeskBot,
  type DeskHosted,
  type DeskLimits,
  type DeskRange,
  type getDesk,
} from '@quorate/contract/desk';
import type { HandlerInput, Reply } from '@quorate/contract/endpoint';
import type { HostedAccount } from '@quorate/contract/hosted-accounts';
import { limitLines, lockingLine } from '@quorate/contract/limit-lines';
import type { FloorsView } from '@quorate/contract/rule-sets';
import { tradingDayOf, tradingDayStart } from '@quorate/trading/market/trading-day';
import { wordsOf } from '@quorate/trading/risk/rules';
import type { UserId } from '@quorate/values/ids';
import { DAY_MS, type Instant, instant } from '@quorate/values/instant';
import {
  type Currency,
  currencyDigits,
  currencyOf,
  money,
  moneyToNumber,
} from '@quorate/values/money';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';
import { findVotes } from '../decisions/decisions.queries.ts';
import { findShortOutcomes } from '../decisions/outcomes.queries.ts';
import { toShortOutcome } from '../decisions/outcomes.service.ts';
import { readHostedAccounts } from '../hosted/hosted-accounts.service.ts';
import { readAccountRules } from '../rule-sets/rule-sets.service.ts';
import { readTotals } from '../trades/trades.service.ts';
import {
  type DeskAccountRow,
  type DeskKey,
  findBeginning,
  findDayStart,
  findDays,
  findDeskAccounts,
  findEquity,
  findLastDecisions,
  findMarks,
  findNets,
  findNextEvents,
  findOrders,
  findPositions,
} from './desk.queries.ts';

export type DeskDeps = Readonly<{ db: Db; clock: Clock }>;

type Query = HandlerInput<typeof getDesk>['query'];

/** The desk of one account, and the others to choose from. */
export async function readDesk(
  deps: DeskDeps,
  userId: UserId,
  query: Query,
): Promise<Omit<Reply<typeof getDesk>, 'success'>> {
  const { db, clock } = deps;
  const now = clock.now();
  const rows = await findDeskAccounts(db, userId);
  const hosted = rows.some(({ hosted_id }) => hosted_id !== null)
    ? await readHostedAccounts(db, userId, now)
    : [];
  const wanted = query.account_id?.toLowerCase();
  const chosen = rows.find(({ id }) => id === wanted) ?? rows[0];
  return {
    now: new Date(now).toISOString(),
    accounts: rows.map(toDeskAccount),
    desk: chosen
      ? await deskOf(deps, { userId, accountId: chosen.id }, chosen, {
          hosted: hosted.find(({ account_id }) => account_id === chosen.id) ?? null,
          query,
          now,
        })
      : null,
  };
}

function toDeskAccount(row: DeskAccountRow): DeskAccount {
  const { id, login, server, account_type, currency, settings } = row;
  return { account_id: id, login, server, account_type, currency, name: settings?.name ?? null };
}

type About = Readonly<{ hosted: HostedAccount | null; query: Query; now: Instant }>;

async function deskOf(
  { db, clock }: DeskDeps,
  key: DeskKey,
  row: DeskAccountRow,
  { hosted, query, now }: About,
): Promise<Desk> {
  const currency = currencyOf(row.currency);
  // An account of the service lives by its market's clock, which may be weeks behind.
  const asOf = hosted ? hosted.market_time : (row.last_heartbeat_at?.toISOString() ?? null);
  const marketNow = hosted?.market_time ? instant(Date.parse(hosted.market_time)) : now;
  const major = (minor: number) => moneyToNumber(money(minor, currency));
  const equity = hosted ? hosted.equity : row.equity === null ? null : major(row.equity);
  const balance = hosted ? hosted.balance : row.balance === null ? null : major(row.balance);
  // Four at a time at most: a call must not take every connection there is.
  const [{ bot, limits, dayStart }, positions, { days, curve, allTime }, { decisions, events }] =
    await Promise.all([readState(), findPositions(db, key), readPast(), readNews()]);
  const viewer = viewerDay(marketNow, query.time_zone);
  const today = days.find(({ day }) => day === viewer.day);
  const start = dayStart === null ? dayBasis(limits) : major(dayStart);
  return {
    account_id: key.accountId,
    bot,
    hosted: hosted && toDeskHosted(hosted),
    as_of: asOf,
    equity,
    balance,
    today: {
      day: viewer.day,
      trades: today?.trades ?? 0,
      wins: today?.wins ?? 0,
      losses: today?.losses ?? 0,
      net: major(today?.net ?? 0),
      change: equity === null || start === null ? null : difference(equity, start, currency),
    },
    all_time: allTime,
    limits,
    positions: positions.slice(0, DESK_POSITIONS_MAX).map((each) => ({
      position_ticket: each.position_ticket,
      symbol: each.symbol,
      trade_type: each.trade_type,
      volume: Number(each.volume),
      digits: each.digits,
      price: Number(each.open_price),
      stop_loss: each.stop_loss === null ? null : Number(each.stop_loss),
      take_profit: each.take_profit === null ? null : Number(each.take_profit),
      opened_at: each.opened_at.toISOString(),
      profit: major(each.profit),
      decision_id: each.decision_id,
    })),
    // By the newest report, which may know of more than trades were sent of.
    more_positions:
      Math.max(row.open_positions ?? 0, positions.length) -
      Math.min(positions.length, DESK_POSITIONS_MAX),
    decisions,
    events,
    month: {
      net: major(days.reduce((sum, { net }) => sum + net, 0)),
      days: days.map(({ day, trades, net }) => ({ day, trades, net: major(net) })),
    },
    curve,
  };

  async function readState() {
    const orders = row.bot_id === null ? null : await findOrders(db, key.userId, row.bot_id);
    const rules = await readAccountRules({ db, clock }, key);
    const day = new Date(tradingDayStart(tradingDayOf(marketNow)));
    return {
      bot: orders && toDeskBot(row, orders),
      limits: toDeskLimits(rules?.floors ?? null, marketNow),
      dayStart: await findDayStart(db, key, day),
    };
  }

  async function readPast() {
    const { monthStart, dayEnd } = viewerDay(marketNow, query.time_zone);
    const days = await findDays(db, key, { from: monthStart, to: dayEnd }, query.time_zone);
    const curve = await readCurve(db, key, {
      range: query.range,
      now: marketNow,
      currency,
      equity,
      balance,
    });
    return { days, curve, allTime: await readTotals(db, key) };
  }

  async function readNews() {
    const rows = await findLastDecisions(db, key);
    const ids = rows.map(({ id }) => id);
    const votes = Map.groupBy(
      await findVotes(db, key.userId, ids),
      ({ decision_id }) => decision_id,
    );
    const outcomes = await findShortOutcomes(db, key.userId, ids);
    const decisions = rows.map((decision): Desk['decisions'][number] => {
      const { id, symbol, as_of, action } = decision;
      const found = outcomes.find(({ decision_id }) => decision_id === id);
      const outcome = toShortOutcome(decision.outcome, found);
      return {
        decision_id: id,
        symbol,
        as_of: as_of.toISOString(),
        action,
        votes: (votes.get(id) ?? []).map((vote) => (vote.abstained ? null : vote.action)),
        held_by: action === 'HOLD' ? heldBy(decision.rules) : null,
        outcome: outcome?.kind ?? null,
        refused_by: refusedBy(outcome?.rule ?? null),
        profit: outcome?.profit ?? null,
        r: outcome?.r ?? null,
      };
    });
    // Events of the world move no market that is made up or of the past.
    const events = hosted ? null : await findNextEvents(db, new Date(now));
    return {
      decisions,
      events: events?.map((event) => ({ ...event, at: event.at.toISOString() })) ?? null,
    };
  }
}

function toDeskBot(
  row: DeskAccountRow,
  { lastKind, isWaiting }: Awaited<ReturnType<typeof findOrders>>,
): DeskBot | null {
  const { bot_id, bot_state, last_heartbeat_at, ended_at } = row;
  if (bot_id === null || bot_state === null || last_heartbeat_at === null) return null;
  return {
    bot_id,
    state: bot_state,
    last_heartbeat_at: last_heartbeat_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
    stopped: lastKind === null ? bot_state !== 'active' : lastKind !== 'resume',
    commanded: isWaiting,
  };
}

function heldBy(rules: readonly RuleCheck[]): Desk['decisions'][number]['held_by'] {
  const failed = rules.find(({ pass }) => !pass);
  return failed ? { name: failed.name, value: failed.value, limit: failed.limit } : null;
}

/** @example refusedBy('spread_points') // 'Spread' */
function refusedBy(rule: string | null): string | null {
  return rule && (wordsOf(rule)?.label ?? rule.replaceAll('_', ' '));
}

type RuleCheck = Readonly<{ name: string; value: number; limit: number; pass: boolean }>;

function toDeskHosted(account: HostedAccount): DeskHosted {
  return {
    hosted_id: account.hosted_id,
    source: account.source,
    pace: account.pace,
    state: account.state,
    paused_by: account.paused_by,
    waits_for: account.waits_for,
    market_time: account.market_time,
    in_real_time: account.in_real_time,
    next_bar_at: account.next_bar_at,
  };
}

export function toDeskLimits(floors: FloorsView | null, now: Instant): DeskLimits | null {
  if (!floors) return null;
  const { rule_set: rules } = floors;
  return {
    rules: rules.name,
    lines: limitLines(floors),
    open_risk: floors.open_risk,
    headroom: floors.headroom,
    if_stopped: floors.if_stopped,
    next_turn: floors.next_turn,
    lock: lockingLine(floors, now),
    news: rules.news && {
      minutes_before: rules.news.minutes_before,
      minutes_after: rules.news.minutes_after,
    },
  };
}

/** What a daily line is counted from is what the day began with, where no equity was kept. */
function dayBasis(limits: DeskLimits | null): number | null {
  return limits?.lines.find(({ kind }) => kind === 'day')?.basis ?? null;
}

/** To the cent: two amounts in major units leave crumbs. */
function difference(one: number, other: number, currency: Currency): number {
  const factor = 10 ** currencyDigits(currency);
  return Math.round((one - other) * factor) / factor;
}

/** The viewer's day of a moment, its end, and the beginning of its month. */
function viewerDay(at: Instant, timeZone: string) {
  const day = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();
  const startOf = (date: Temporal.PlainDate) =>
    new Date(date.toZonedDateTime({ timeZone }).epochMilliseconds);
  return {
    day: day.toString(),
    dayEnd: startOf(day.add({ days: 1 })),
    monthStart: startOf(day.with({ day: 1 })),
  };
}

const SPANS: Record<Exclude<DeskRange, 'all'>, { ms: number; partS: number }> = {
  '1d': { ms: DAY_MS, partS: 600 },
  '1w': { ms: 7 * DAY_MS, partS: 3_600 },
  '1m': { ms: 30 * DAY_MS, partS: 4 * 3_600 },
  '3m': { ms: 91 * DAY_MS, partS: 86_400 },
};
/** Hours of equity are kept for 90 days, days for good. */
const HOURS_KEPT_MS = 80 * DAY_MS;
/** Points of the whole history, at most. */
const PARTS_MAX = 300;
/** Equity that was kept only from later on than this part of the span leaves too many trades out. */
const LATE = 0.1;

type CurveOf = Readonly<{
  range: DeskRange;
  now: Instant;
  currency: Currency;
  equity: number | null;
  balance: number | null;
}>;

/** Equity as it was kept over the span; the balance after each trade where little or nothing was kept. */
async function readCurve(
  db: Db,
  key: DeskKey,
  { range, now, currency, equity, balance }: CurveOf,
): Promise<Desk['curve']> {
  const begun = await findBeginning(db, key);
  const beginning = Math.min(begun.kept ?? now, begun.traded ?? now);
  const { ms, partS } =
    range === 'all' ? { ms: now - beginning, partS: partOf(now - beginning) } : SPANS[range];
  // The newest trade may have been closed at this very moment.
  const span = { from: new Date(now - ms), to: new Date(now + 1_000) };
  const major = (minor: number) => moneyToNumber(money(minor, currency));
  const kept = await findEquity(db, key, span, partS);
  const marks = await findMarks(db, key, span);
  const first = kept[0];
  const opens = Math.max(span.from.getTime(), begun.traded ?? 0);
  const isWhole =
    first !== undefined && (begun.traded === null || first.at * 1_000 <= opens + LATE * ms);
  const curve = {
    from: span.from.toISOString(),
    to: new Date(now).toISOString(),
    marks: marks.toReversed().map(({ trade_time, profit, symbol, decision_id }) => ({
      at: trade_time.toISOString(),
      net: major(profit),
      symbol,
      decision_id,
    })),
  };
  const last = Math.floor(now / 1_000);
  if (isWhole) {
    const points = kept
      .filter(({ at }) => at < last)
      .map(({ at, equity: minor }): [number, number] => [at, major(minor)]);
    return {
      ...curve,
      basis: 'equity',
      points: equity === null ? points : [...points, [last, equity]],
    };
  }
  const nets = balance === null ? [] : await findNets(db, key, span, partS);
  return { ...curve, basis: 'balance', points: balancePoints(opens, last, nets, balance, major) };
}

/** Parts of the whole history in seconds: whole days once hours are soon forgotten. */
function partOf(ms: number): number {
  const least = ms > HOURS_KEPT_MS ? DAY_MS / 1_000 : 3_600;
  return Math.max(least, Math.ceil(ms / 1_000 / PARTS_MAX));
}

/** Backwards from the balance that is known: deposits and pay-outs of the span are not. */
function balancePoints(
  begins: number,
  last: number,
  nets: readonly Readonly<{ at: number; net: number }>[],
  balance: number | null,
  major: (minor: number) => number,
): [number, number][] {
  if (balance === null || nets.length === 0) return [];
  const start = balance - major(nets.reduce((sum, { net }) => sum + net, 0));
  const points: [number, number][] = [[Math.floor(begins / 1_000), start]];
  let sum = 0;
  for (const { at, net } of nets) {
    sum += net;
    points.push([Math.min(at, last), start + major(sum)]);
  }
  const end = points.at(-1);
  if (end && end[0] < last) points.push([last, balance]);
  return points.map(([at, value]) => [at, Math.round(value * 1e6) / 1e6]);
}
