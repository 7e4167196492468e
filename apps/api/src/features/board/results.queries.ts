import { HOSTED_SERVER } from '@quorate/contract/trade-sync';
import type { BoardProvenance } from '@quorate/record/board';
import type { TradeSums } from '@quorate/trading/ensemble/board-figures';
import { keepsForexWeek } from '@quorate/trading/market/market-hours';
import { sql } from 'kysely';
import { acrossUsers } from '../../db/across-users.ts';
import type { Db } from '../../db/tables.ts';
import { AT_WEEKEND, FILLED_OUTSIDE } from '../trades/provenance.queries.ts';
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
  const near = sql`trades.close_price * ${sql.lit(PRICE_TOLERANCE)}::numeric`;
  const rise = sql`(trades.close_price - trades.open_price)
    * (case trades.trade_type when 'BUY' then 1 else -1 end)`;
  const r = sql`(case when trades.initial_risk > 0
    then trades.profit::float8 / trades.initial_risk end)`;
  const { rows } = await sql<AccountResult & { symbol: string; at_weekend: boolean }>`
    ${acrossUsers('results on the board of models, once a day')}
    select trades.user_id, account.server, account.login, trades.symbol, ${AT_WEEKEND} as at_weekend,
      case when account.paper then 'paper-live' when account.account_type = 'real' then 'real-agreed'
        else 'demo-agreed' end as provenance,
      count(*)::integer as trades,
      count(*) filter (where trades.profit > 0 and trades.gross_profit > 0)::integer as wins,
      count(${r})::integer as "rTrades", coalesce(sum(${r}), 0)::float8 as r,
      coalesce(sum(${r} * ${r}), 0)::float8 as "rSquares",
      coalesce(sum(${ratio}), 0)::float8 as ratio, count(${ratio})::integer as ratios,
      max(trades.updated_at) as newest
    from trades
    join users as person on person.id = trades.user_id
    join trading_accounts as account on account.user_id = trades.user_id and account.id = trades.account_id
    join decisions as decision on decision.user_id = trades.user_id and decision.id = trades.decision_id
    join decision_outcomes as outcome
      on outcome.user_id = decision.user_id and outcome.decision_id = decision.id
    where trades.status = 'CLOSED' and trades.import_id is null and ${countsInPublic('person', now)}
      -- Made up or recorded prices are nobody's results, and the live demo is the service's own.
      and account.server <> ${HOSTED_SERVER} and account.account_type <> 'practice'
      -- Others have the bars that were decided on, as they closed.
      and decision.clock_class = 'live' and decision.market_grade = 'agreed'
      -- The decision is of this account and market, and was made as its bar closed.
      and decision.account_id = trades.account_id and decision.symbol = trades.symbol
      and decision.action = trades.trade_type
      and decision.decided_at between decision.as_of - interval '2 minutes' and decision.as_of + ${frameLong}
      and trades.opened_at between decision.as_of - interval '2 minutes' and decision.decided_at + ${frameLong}
      and trades.closed_at between trades.opened_at and trades.updated_at + interval '2 minutes'
      -- Its bot said that it was filled under this ticket, at this price.
      and outcome.verdict = 'ordered' and outcome.fill ->> 'ticket' = trades.position_ticket::text
      and abs((outcome.fill ->> 'price')::numeric - trades.open_price) <= ${near}
      and not ${FILLED_OUTSIDE}
      and outcome.touch_grade is distinct from 'contradicted'
      -- It gained as its price moved, and ended at a price that the bar of that moment had.
      and ${rise} * trades.gross_profit >= 0
      and exists (
        select from jsonb_array_elements(outcome.bars) as bar
        where extract(epoch from trades.closed_at)
            between (bar ->> 0)::bigint and (bar ->> 0)::bigint + ${frame}
          and trades.close_price between (bar ->> 3)::numeric / ${unit} - ${near}
            and (bar ->> 2)::numeric / ${unit} + ${near}
      )
    group by trades.user_id, account.server, account.login, trades.symbol, at_weekend, provenance
  `.execute(db);
  // What was traded while its market was shut is contradicted.
  return rows.filter(({ symbol, at_weekend }) => !(at_weekend && keepsForexWeek(symbol)));
}
