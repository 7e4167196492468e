import type { AnyAccountType } from '@quorate/contract/fields';
import type { MarketGrade } from '@quorate/trading/market/agreement';
import type { ClockClass } from '@quorate/trading/market/plausible';
import { type Provenance, provenanceOf } from '@quorate/trading/market/provenance';
import type { UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { TradeName } from './trades.queries.ts';

type OriginRow = TradeName &
  Readonly<{
    imported: boolean;
    paper: boolean;
    account_type: AnyAccountType;
    decision_id: string | null;
    clock_class: ClockClass | null;
    market_grade: MarketGrade | null;
    fill_outside: boolean;
  }>;

/** A trade's opening price is that of the fill its bot told of, but for this part of an ATR. */
const SLACK_ATR = 0.5;

/** `outcome` says of `trade` and its `decision` that it was not filled as its bot told, in SQL. */
export const FILLED_OUTSIDE = sql<boolean>`(coalesce(outcome.fill_outside, false) or coalesce(
  case when outcome.fill is not null then
    abs(trade.open_price::float8 - (outcome.fill ->> 'price')::float8) >
    ${sql.lit(SLACK_ATR)}::float8 * (decision.snapshot::json ->> 'atr_points')::float8
      / 10 ^ (decision.snapshot::json ->> 'digits')::float8
  end, false))`;

/**
 * Where the figures of trades come from. A decision counts that was made for the same account and symbol, in
 * the days before the trade was opened.
 *
 * @returns by `tradeNameOf`
 */
export async function findProvenances(
  db: Db,
  userId: UserId,
  trades: readonly TradeName[],
): Promise<Map<string, Provenance>> {
  if (trades.length === 0) return new Map();
  const { rows } = await sql<OriginRow>`
    select trade.account_id, trade.position_ticket, trade.import_id is not null as imported,
      account.paper, account.account_type, decision.id as decision_id, decision.clock_class,
      decision.market_grade, ${FILLED_OUTSIDE} as fill_outside
    from unnest(
      ${trades.map((trade) => trade.account_id)}::uuid[],
      ${trades.map((trade) => trade.position_ticket)}::text[]
    ) as page (account_id, position_ticket)
    join trades as trade on trade.user_id = ${userId} and trade.account_id = page.account_id
      and trade.position_ticket = page.position_ticket
    join trading_accounts as account on account.user_id = ${userId} and account.id = trade.account_id
    left join decisions as decision on decision.user_id = ${userId} and decision.id = trade.decision_id
      and decision.account_id = trade.account_id and decision.symbol = trade.symbol
      and trade.opened_at between decision.as_of and decision.as_of + interval '5 days'
    left join decision_outcomes as outcome on outcome.user_id = ${userId}
      and outcome.decision_id = decision.id
  `.execute(db);
  return new Map(
    rows.map((row) => {
      const { imported, paper, account_type, decision_id, clock_class, market_grade } = row;
      const decision =
        decision_id === null ? null : { clockClass: clock_class, grade: market_grade };
      const provenance = provenanceOf({
        imported,
        paper,
        accountType: account_type,
        decision,
        fillOutside: row.fill_outside,
      });
      return [tradeNameOf(row), provenance];
    }),
  );
}

export function tradeNameOf({ account_id, position_ticket }: TradeName): string {
  return `${account_id} ${position_ticket}`;
}
