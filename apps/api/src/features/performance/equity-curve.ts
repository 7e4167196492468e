import { DESK_MARKS_MAX } from '@quorate/contract/desk';
import type { HandlerInput } from '@quorate/contract/endpoint';
import {
  CURVE_ACCOUNTS_MAX,
  type CurveRange,
  type EquityCurve,
  type EquityCurveReply,
  type getEquityCurve,
} from '@quorate/contract/equity-curve';
import type { UserId } from '@quorate/values/ids';
import { DAY_MS, instant } from '@quorate/values/instant';
import { currencyOf, money, moneyToNumber } from '@quorate/values/money';
import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { periodRange, type TimeRange } from '../../http/period-range.ts';
import type { Clock } from '../../process/clock.ts';
import {
  type DeskKey,
  findBeginning,
  findEquity,
  findMarks,
  findNets,
} from '../desk/desk.queries.ts';
import { toDeskLimits } from '../desk/desk.service.ts';
import { readAccountRules } from '../rule-sets/rule-sets.service.ts';
import { type Book, openBook } from '../trades/rollups/book.ts';
import { hasPracticeAlone } from '../trades/trades.queries.ts';
import { balanceAt, sumsOf } from './known-balance.ts';

type Deps = Readonly<{ db: Db; clock: Clock }>;
type Query = HandlerInput<typeof getEquityCurve>['query'];

/** The curve of one account of a selection, and the others to choose from. */
export async function readEquityCurve(
  deps: Deps,
  userId: UserId,
  query: Query,
): Promise<Omit<EquityCurveReply, 'success'>> {
  const { db, clock } = deps;
  const range = periodRange(query, clock.now());
  const rows = await findCurveAccounts(db, userId, query, range);
  const wanted = query.account_id?.toLowerCase();
  const chosen = rows.find(({ id }) => id === wanted) ?? rows[0];
  return {
    accounts: rows.map(({ id, login, server, account_type, currency, settings }) => ({
      account_id: id,
      login,
      server,
      account_type,
      currency,
      name: settings?.name ?? null,
    })),
    curve: chosen
      ? await curveOf(deps, { userId, accountId: chosen.id }, chosen, query, range)
      : null,
  };
}

type AccountRow = Awaited<ReturnType<typeof findCurveAccounts>>[number];

/** Accounts with a closed trade within the range, those seen last first. */
function findCurveAccounts(
  db: Db,
  userId: UserId,
  { account_type: accountType, currency }: Pick<Query, 'account_type' | 'currency'>,
  { from, to }: TimeRange,
) {
  return db
    .selectFrom('trading_accounts as account')
    .leftJoin('bots as bot', (join) =>
      join.onRef('bot.user_id', '=', 'account.user_id').onRef('bot.account_id', '=', 'account.id'),
    )
    .leftJoin('hosted_accounts as hosted', (join) =>
      join
        .onRef('hosted.user_id', '=', 'account.user_id')
        .onRef('hosted.account_id', '=', 'account.id'),
    )
    .select([
      'account.id',
      'account.server',
      'account.login',
      'account.account_type',
      'account.currency',
      'bot.last_heartbeat_at',
      'hosted.settings',
      'hosted.bar_at',
    ])
    .where('account.user_id', '=', userId)
    .where((eb) =>
      accountType === undefined
        ? eb.or([eb('account.account_type', '!=', 'practice'), hasPracticeAlone(userId)])
        : eb('account.account_type', '=', accountType),
    )
    .$if(currency !== undefined, (query) =>
      query.where('account.currency', '=', currency as string),
    )
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('trades')
          .select('trades.account_id')
          .where('trades.user_id', '=', userId)
          .whereRef('trades.account_id', '=', 'account.id')
          .where('trades.status', '=', 'CLOSED')
          .$if(from !== null, (rows) => rows.where('trades.trade_time', '>=', from as Date))
          .$if(to !== null, (rows) => rows.where('trades.trade_time', '<', to as Date)),
      ),
    )
    .orderBy(sql`bot.last_heartbeat_at desc nulls last`)
    .orderBy('account.created_at', 'desc')
    .orderBy('account.id')
    .limit(CURVE_ACCOUNTS_MAX)
    .execute();
}

const RANGE_DAYS: Readonly<Record<Exclude<CurveRange, 'all'>, number>> = {
  '1w': 7,
  '1m': 30,
  '3m': 91,
  '1y': 365,
};
/** Parts of a span, each a point. */
const PARTS_MAX = 300;
/** Hours of equity are kept for 90 days, days for good. */
const HOURS_KEPT_MS = 80 * DAY_MS;
/** Equity that was kept only from later on than this part of the span leaves too many trades out. */
const LATE = 0.1;

async function curveOf(
  { db, clock }: Deps,
  key: DeskKey,
  row: AccountRow,
  query: Query,
  range: TimeRange,
): Promise<EquityCurve> {
  const currency = currencyOf(row.currency);
  const major = (minor: number) => moneyToNumber(money(minor, currency));
  const begun = await findBeginning(db, key);
  const newest = await findLastClosing(db, key, range);
  // An account of the service lives by its market's clock, which may be weeks behind.
  const seen = (row.settings ? row.bar_at : row.last_heartbeat_at)?.getTime() ?? 0;
  const lasts = Math.max(seen, newest);
  const end = Math.min(lasts, range.to?.getTime() ?? lasts);
  const first = Math.min(begun.kept ?? end, begun.traded ?? end);
  const days = query.range === 'all' ? null : RANGE_DAYS[query.range];
  const start = Math.max(
    range.from?.getTime() ?? first,
    first,
    days === null ? first : end - days * DAY_MS,
  );
  // What ended at this very moment belongs to it.
  const span = { from: new Date(start), to: new Date(end + 1_000) };
  const partS = partOf(end - start, clock.now() - start);
  const kept = await findEquity(db, key, span, partS);
  const opens = Math.max(start, begun.traded ?? 0);
  const isWhole =
    (kept[0]?.at ?? Infinity) * 1_000 <= opens + LATE * (end - start) && kept.length > 1;
  const last = Math.floor(end / 1_000);
  const book = await openBook(db, key.userId);
  const marks = await findMarks(db, key, span);
  const { total } = await sumsOf(db, key, span, book);
  const drawn = isWhole
    ? {
        basis: 'equity' as const,
        points: kept.map(({ at, equity }): [number, number] => [Math.min(at, last), major(equity)]),
      }
    : await closedPoints(db, key, { span, partS, begins: opens, book, major });
  const isNow = range.to === null || range.to.getTime() > lasts;
  return {
    account_id: key.accountId,
    currency: row.currency,
    ...drawn,
    from: span.from.toISOString(),
    to: new Date(end).toISOString(),
    floors: isNow && drawn.basis !== 'net' ? await readFloors({ db, clock }, key, end) : [],
    marks: marks.toReversed().map(({ trade_time, profit, symbol, decision_id }) => ({
      at: trade_time.toISOString(),
      net: major(profit),
      symbol,
      decision_id,
    })),
    more_marks: Math.max(0, total - Math.min(marks.length, DESK_MARKS_MAX)),
  };
}

/** Parts of a span in seconds: whole days where hours are gone, or soon will be. */
function partOf(ms: number, ageMs: number): number {
  const least =
    Math.max(ms, ageMs) > HOURS_KEPT_MS ? DAY_MS / 1_000 : ms > 3 * DAY_MS ? 3_600 : 600;
  return Math.max(least, Math.ceil(ms / 1_000 / PARTS_MAX));
}

async function findLastClosing(db: Db, key: DeskKey, { from, to }: TimeRange): Promise<number> {
  const row = await db
    .selectFrom('trades')
    .select('trade_time')
    .where('user_id', '=', key.userId)
    .where('account_id', '=', key.accountId)
    .where('status', '=', 'CLOSED')
    .$if(from !== null, (rows) => rows.where('trade_time', '>=', from as Date))
    .$if(to !== null, (rows) => rows.where('trade_time', '<', to as Date))
    .orderBy('trade_time', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.trade_time.getTime() ?? 0;
}

type Closed = Readonly<{
  span: Readonly<{ from: Date; to: Date }>;
  partS: number;
  /** Where the line begins. */
  begins: number;
  book: Book | null;
  major: (minor: number) => number;
}>;

/** After each part with closed trades, from the balance that is known; added up from 0 where none is. */
async function closedPoints(
  db: Db,
  key: DeskKey,
  { span, partS, begins, book, major }: Closed,
): Promise<Pick<EquityCurve, 'basis' | 'points'>> {
  const known = await balanceAt(db, key, span.from, book);
  let level = known ?? 0;
  const points: [number, number][] = [[Math.floor(begins / 1_000), major(level)]];
  const last = Math.floor(span.to.getTime() / 1_000) - 1;
  for (const { at, net } of await findNets(db, key, span, partS)) {
    level += net;
    points.push([Math.min(at, last), major(level)]);
  }
  if ((points.at(-1)?.[0] ?? last) < last) points.push([last, major(level)]);
  return { basis: known === null ? 'net' : 'balance', points };
}

async function readFloors(deps: Deps, key: DeskKey, at: number): Promise<EquityCurve['floors']> {
  const rules = await readAccountRules(deps, key);
  const limits = toDeskLimits(rules?.floors ?? null, instant(at));
  return limits?.lines.map(({ kind, floor }) => ({ kind, floor })) ?? [];
}
