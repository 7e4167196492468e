import type { AnyAccountType } from '@quorate/contract/fields';
import type { MarketGrade } from '@quorate/trading/market/agreement';
import { keepsForexWeek } from '@quorate/trading/market/market-hours';
import type { ClockClass } from '@quorate/trading/market/plausible';
import { type Provenance, provenanceOf } from '@quorate/trading/market/provenance';
import type { UserId } from '@quorate/values/ids';
import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';
import { filtered, type TradeFilter, type TradeName } from './trades.queries.ts';

type OriginRow = Readonly<{
  symbol: string;
  imported: boolean;
  paper: boolean;
  account_type: AnyAccountType;
  has_decision: boolean;
  clock_class: ClockClass | null;
  market_grade: MarketGrade | null;
  fill_outside: boolean;
  at_weekend: boolean;
}>;

/** A trade's opening price is that of the fill its bot told of, but for this part of an ATR. */
const SLACK_ATR = 0.5;

/** Whether the market of forex was shut, as `isMarketShut` of the trading core says it. */
function isAtWeekend(moment: RawBuilder<unknown>): RawBuilder<boolean> {
  const weekday = (zone: string, hours: number) =>
    sql`extract(isodow from ${moment} at time zone ${sql.lit(zone)} + ${sql.lit(`${hours} hours`)}::interval)`;
  // From Friday 22:00 to Sunday 22:00 UTC, whatever New York's clock: that zone costs more than all else here.
  return sql<boolean>`(case when ${weekday('UTC', 2)} < 6 then false
    else ${weekday('America/New_York', 6)} >= 6 and ${weekday('America/New_York', 8)} >= 6 end)`;
}

/** `outcome` says of `trades` and its `decision` that it was not filled as its bot told, in SQL. */
export const FILLED_OUTSIDE = sql<boolean>`(coalesce(outcome.fill_outside, false) or coalesce(
  case when outcome.fill is not null then
    abs(trades.open_price::float8 - (outcome.fill ->> 'price')::float8) >
    ${sql.lit(SLACK_ATR)}::float8 * (decision.snapshot::json ->> 'atr_points')::float8
      / 10 ^ (decision.snapshot::json ->> 'digits')::float8
  end, false))`;

/** A trade was opened or closed while the market of forex was shut, in SQL. */
export const AT_WEEKEND = sql<boolean>`(${isAtWeekend(sql`trades.opened_at`)}
  or coalesce(${isAtWeekend(sql`trades.closed_at`)}, false))`;

/** What is known of trades. They are called `trades`; the tables below are joined to them. */
const ORIGIN = sql`
  trades.symbol, trades.import_id is not null as imported, account.paper, account.account_type,
  decision.id is not null as has_decision, decision.clock_class, decision.market_grade,
  ${FILLED_OUTSIDE} as fill_outside, ${AT_WEEKEND} as at_weekend`;

/** A decision counts that was made for the same account and symbol, in the days before the trade was opened. */
function joinedTo(userId: UserId): RawBuilder<unknown> {
  return sql`
    join trading_accounts as account on account.user_id = ${userId} and account.id = trades.account_id
    left join decisions as decision on decision.user_id = ${userId} and decision.id = trades.decision_id
      and decision.account_id = trades.account_id and decision.symbol = trades.symbol
      and trades.opened_at between decision.as_of and decision.as_of + interval '5 days'
    left join decision_outcomes as outcome on outcome.user_id = ${userId}
      and outcome.decision_id = decision.id`;
}

/**
 * Where the figures of trades come from.
 *
 * @returns by `tradeNameOf`
 */
export async function findProvenances(
  db: Db,
  userId: UserId,
  trades: readonly TradeName[],
): Promise<Map<string, Provenance>> {
  if (trades.length === 0) return new Map();
  const { rows } = await sql<TradeName & OriginRow>`${prepared}
    select trades.account_id, trades.position_ticket, ${ORIGIN}
    from unnest(
      ${trades.map((trade) => trade.account_id)}::uuid[],
      ${trades.map((trade) => trade.position_ticket)}::text[]
    ) as page (account_id, position_ticket)
    -- Each by its key: a join could read all trades of the account, for which a plan expects one.
    cross join lateral (
      select * from trades
      where user_id = ${userId} and account_id = page.account_id
        and position_ticket = page.position_ticket
      limit 1
    ) as trades
    ${joinedTo(userId)}
  `.execute(db);
  return new Map(rows.map((row) => [tradeNameOf(row), toProvenance(row)]));
}

/** Trades that one statement counts: on the embedded database everybody waits for it. */
const SLICE_TRADES = 5_000;

/** How many closed trades that a filter selects come from where; what none of them has is left out. */
export async function countProvenances(
  db: Db,
  filter: TradeFilter,
  accountId?: string,
): Promise<Map<Provenance, number>> {
  const counts = new Map<Provenance, number>();
  let { range } = filter;
  for (;;) {
    const end = await findSliceEnd(db, { ...filter, range });
    const slice = { ...filter, range: { ...range, to: end ?? range.to } };
    for (const row of await countSlice(db, slice, accountId)) {
      const provenance = toProvenance(row);
      counts.set(provenance, (counts.get(provenance) ?? 0) + row.trades);
    }
    if (end === null) return counts;
    range = { ...range, from: end };
  }
}

/** @returns null where the rest is one slice, or is all of one moment */
async function findSliceEnd(db: Db, { userId, range }: TradeFilter): Promise<Date | null> {
  const { from, to } = range;
  const row = await db
    .selectFrom('trades')
    .select('trade_time')
    .where('user_id', '=', userId)
    .$if(from !== null, (rows) => rows.where('trade_time', '>=', from as Date))
    .$if(to !== null, (rows) => rows.where('trade_time', '<', to as Date))
    .orderBy('trade_time')
    .limit(1)
    .offset(SLICE_TRADES)
    .executeTakeFirst();
  return row && (from === null || row.trade_time > from) ? row.trade_time : null;
}

async function countSlice(db: Db, filter: TradeFilter, accountId: string | undefined) {
  const selected = filtered(
    db
      .selectFrom('trades')
      .select(['account_id', 'symbol', 'import_id', 'decision_id'])
      .select(['open_price', 'opened_at', 'closed_at'])
      .where('status', '=', 'CLOSED')
      .$if(accountId !== undefined, (rows) => rows.where('account_id', '=', accountId as string)),
    filter,
  );
  const { rows } = await sql<OriginRow & { trades: number }>`
    select symbol, imported, paper, account_type, has_decision, clock_class, market_grade, fill_outside, at_weekend,
      count(*)::integer as trades
    from (select ${ORIGIN} from (${selected}) as trades ${joinedTo(filter.userId)}) as each
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  `.execute(db);
  return rows;
}

function toProvenance(row: OriginRow): Provenance {
  const { symbol, imported, paper, account_type: accountType } = row;
  return provenanceOf({
    imported,
    paper,
    accountType,
    decision: row.has_decision ? { clockClass: row.clock_class, grade: row.market_grade } : null,
    fillOutside: row.fill_outside,
    marketShut: row.at_weekend && keepsForexWeek(symbol),
  });
}

export function tradeNameOf({ account_id, position_ticket }: TradeName): string {
  return `${account_id} ${position_ticket}`;
}
