import { HOSTED_SERVER } from '@quorate/contract/trade-sync';
import type { BoardProvenance } from '@quorate/record/board';
import type { TradeSums } from '@quorate/trading/ensemble/board-figures';
import { sql } from 'kysely';
import { acrossUsers } from '../../db/across-users.ts';
import type { Db } from '../../db/tables.ts';
import { FILLED_OUTSIDE } from '../trades/provenance.queries.ts';
import { countsInPublic, type Holder } from './who-counts.ts';

/** How far a price may lie outside its bar or its fill: bars are of the bid, and fills slip. */
const PRICE_TOLERANCE = 0.0003;

/** What one account has made, of one provenance. */
export type AccountResult = Holder &
  TradeSums &
  Readonly<{
    provenance: BoardProvenance;
    /** Planned target over planned stop in sum, of those that had both. */
    ratio: number;
    ratios: number;
    newest: Date;
  }>;

/**
 * One pass over the closed trades that can be held to a live decision of this service whose bars others have. It counts
 * accounts on a plan, and of a decision the one trade that its bot said it had filled, at a price that the bars after it
 * had. Nothing imported, replayed, contradicted or made up is among them.
 */
export async function findResults(db: Db, now: Date): Promise<AccountResult[]> {
  const ratio = sql`decision.tp_atr / nullif(decision.sl_atr, 0)`;
  const frame = sql`(case decision.timeframe
    when 'M1' then 60 when 'M5' then 300 when 'M15' then 900 when 'M30' then 1800
    when 'H1' then 3600 when 'H4' then 14400 when 'D1' then 86400 else 0 end)`;
  const frameLong = sql`make_interval(secs => ${frame})`;
  const unit = sql`power(10::numeric, outcome.digits)`;
  const near = sql`trade.close_price * ${sql.lit(PRICE_TOLERANCE)}::numeric`;
  const rise = sql`(trade.close_price - trade.open_price)
    * (case trade.trade_type when 'BUY' then 1 else -1 end)`;
  const r = sql`(case when trade.initial_risk > 0
    then trade.profit::float8 / trade.initial_risk end)`;
  const { rows } = await sql<AccountResult>`
    ${acrossUsers('results on the board of models, once a day')}
    select trade.user_id, account.server, account.login,
      case when account.paper then 'paper-live' when account.account_type = 'real' then 'real-agreed'
        else 'demo-agreed' end as provenance,
      count(*)::integer as trades,
      count(*) filter (where trade.profit > 0 and trade.gross_profit > 0)::integer as wins,
      count(${r})::integer as "rTrades", coalesce(sum(${r}), 0)::float8 as r,
      coalesce(sum(${r} * ${r}), 0)::float8 as "rSquares",
      coalesce(sum(${ratio}), 0)::float8 as ratio, count(${ratio})::integer as ratios,
      max(trade.updated_at) as newest
    from trades as trade
    join users as person on person.id = trade.user_id
    join trading_accounts as account on account.user_id = trade.user_id and account.id = trade.account_id
    join decisions as decision on decision.user_id = trade.user_id and decision.id = trade.decision_id
    join decision_outcomes as outcome
      on outcome.user_id = decision.user_id and outcome.decision_id = decision.id
    where trade.status = 'CLOSED' and trade.import_id is null and ${countsInPublic('person', now)}
      -- Made up or recorded prices are nobody's results, and the live demo is the service's own.
      and account.server <> ${HOSTED_SERVER} and account.account_type <> 'practice'
      -- Others have the bars that were decided on, as they closed.
      and decision.clock_class = 'live' and decision.market_grade = 'agreed'
      -- The decision is of this account and market, and was made as its bar closed.
      and decision.account_id = trade.account_id and decision.symbol = trade.symbol
      and decision.action = trade.trade_type
      and decision.decided_at between decision.as_of - interval '2 minutes' and decision.as_of + ${frameLong}
      and trade.opened_at between decision.as_of - interval '2 minutes' and decision.decided_at + ${frameLong}
      and trade.closed_at between trade.opened_at and trade.updated_at + interval '2 minutes'
      -- Its bot said that it was filled under this ticket, at this price.
      and outcome.verdict = 'ordered' and outcome.fill ->> 'ticket' = trade.position_ticket::text
      and abs((outcome.fill ->> 'price')::numeric - trade.open_price) <= ${near}
      and not ${FILLED_OUTSIDE}
      and outcome.touch_grade is distinct from 'contradicted'
      -- It gained as its price moved, and ended at a price that the bar of that moment had.
      and ${rise} * trade.gross_profit >= 0
      and exists (
        select from jsonb_array_elements(outcome.bars) as bar
        where extract(epoch from trade.closed_at)
            between (bar ->> 0)::bigint and (bar ->> 0)::bigint + ${frame}
          and trade.close_price between (bar ->> 3)::numeric / ${unit} - ${near}
            and (bar ->> 2)::numeric / ${unit} + ${near}
      )
    group by trade.user_id, account.server, account.login, provenance
  `.execute(db);
  return rows;
}
