import { getSiteFigures, type SiteFigures } from '@quorate/contract/site';
import { HOSTED_SERVER } from '@quorate/contract/trade-sync';
import { winRatePercent } from '@quorate/trading/statistics/summary';
import { sql } from 'kysely';
import { acrossUsers } from '../../db/across-users.ts';
import type { Read } from '../../db/reads.ts';
import type { Db } from '../../db/tables.ts';
import type { Route } from '../../http/endpoint.ts';
import { cacheFor } from '../../process/cache-for.ts';
import type { Clock } from '../../process/clock.ts';

type SiteDeps = { read: Read; clock: Clock; figures: 'beta' | 'ledger' };

const KEPT_MS = 10 * 60_000;
const ACTIVE_MS = 30 * 86_400_000;

async function compute(read: Read, now: number): Promise<SiteFigures> {
  const { wins, simulated_trades, risk_reward, ...counts } = await read((db) =>
    ledgerFigures(db, { now: new Date(now), activeSince: new Date(now - ACTIVE_MS) }),
  );
  return {
    source: 'ledger',
    computed_at: new Date(now).toISOString(),
    ...counts,
    simulated_trades,
    win_rate: simulated_trades === 0 ? null : winRatePercent(wins, simulated_trades),
    risk_reward: risk_reward === null ? null : Number(risk_reward),
  };
}

export function registerSiteFigures(route: Route, deps: SiteDeps): void {
  const { read, clock } = deps;
  // Visitors share one answer: it is computed from every trade there is.
  const computed = cacheFor(clock, KEPT_MS, (now) => compute(read, now));
  route(getSiteFigures, async () => ({
    success: true,
    figures: deps.figures === 'beta' ? ({ source: 'beta' } as const) : await computed(),
  }));
}

type LedgerFigures = {
  active_traders: number;
  simulated_trades: number;
  wins: number;
  /** Decimal text, or null without a trade that had both stop and target. */
  risk_reward: string | null;
  risk_reward_trades: number;
};

/** How far a price may lie outside its bar or its fill: bars are of the bid, and fills slip. */
const PRICE_TOLERANCE = 0.0003;

/**
 * One pass over the closed trades that can be held to a decision of this service; the caller keeps the
 * answer for a while. It counts accounts on a plan, and of a decision the one trade that its bot said it
 * had filled, at a price that the bars after it had.
 */
async function ledgerFigures(
  db: Db,
  { now, activeSince }: Readonly<{ now: Date; activeSince: Date }>,
): Promise<LedgerFigures> {
  const ratio = sql`decision.tp_atr / nullif(decision.sl_atr, 0)`;
  const frame = sql`(case decision.timeframe
    when 'M1' then 60 when 'M5' then 300 when 'M15' then 900 when 'M30' then 1800
    when 'H1' then 3600 when 'H4' then 14400 when 'D1' then 86400 else 0 end)`;
  const frameLong = sql`make_interval(secs => ${frame})`;
  const unit = sql`power(10::numeric, outcome.digits)`;
  const near = sql`trade.close_price * ${sql.lit(PRICE_TOLERANCE)}::numeric`;
  const rise = sql`(trade.close_price - trade.open_price)
    * (case trade.trade_type when 'BUY' then 1 else -1 end)`;
  return (
    db
      .selectFrom('trades as trade')
      .innerJoin('users as person', 'person.id', 'trade.user_id')
      .innerJoin('trading_accounts as account', (join) =>
        join
          .onRef('account.user_id', '=', 'trade.user_id')
          .onRef('account.id', '=', 'trade.account_id'),
      )
      .innerJoin('decisions as decision', (join) =>
        join
          .onRef('decision.user_id', '=', 'trade.user_id')
          .onRef('decision.id', '=', 'trade.decision_id'),
      )
      .innerJoin('decision_outcomes as outcome', (join) =>
        join
          .onRef('outcome.user_id', '=', 'decision.user_id')
          .onRef('outcome.decision_id', '=', 'decision.id'),
      )
      .modifyFront(acrossUsers('figures of the home page, kept for a while by each copy'))
      .select([
        sql<number>`count(distinct trade.user_id) filter (where trade.updated_at >= ${activeSince})`.as(
          'active_traders',
        ),
        sql<number>`count(*) filter (where trade.account_type = 'demo')`.as('simulated_trades'),
        sql<number>`count(*) filter (where trade.account_type = 'demo' and trade.profit > 0
        and trade.gross_profit > 0)`.as('wins'),
        sql<
          string | null
        >`round((avg(${ratio}) filter (where trade.account_type = 'demo'))::numeric, 2)`.as(
          'risk_reward',
        ),
        sql<number>`count(${ratio}) filter (where trade.account_type = 'demo')`.as(
          'risk_reward_trades',
        ),
      ])
      .where('trade.status', '=', 'CLOSED')
      // Made up or recorded prices are nobody's results, and the live demo is the service's own.
      .where('account.server', '!=', HOSTED_SERVER)
      .where(onPlan(now))
      // The decision is of this account and market, and was made as its bar closed.
      .whereRef('decision.account_id', '=', 'trade.account_id')
      .whereRef('decision.symbol', '=', 'trade.symbol')
      .where(sql<boolean>`decision.action = trade.trade_type`)
      .where(
        sql<boolean>`decision.decided_at between decision.as_of - interval '2 minutes'
        and decision.as_of + ${frameLong}`,
      )
      .where(
        sql<boolean>`trade.opened_at between decision.as_of - interval '2 minutes'
        and decision.decided_at + ${frameLong}`,
      )
      .where(
        sql<boolean>`trade.closed_at between trade.opened_at
        and trade.updated_at + interval '2 minutes'`,
      )
      // Its bot said that it was filled under this ticket, at this price.
      .where('outcome.verdict', '=', 'ordered')
      .where(sql<boolean>`outcome.fill ->> 'ticket' = trade.position_ticket::text`)
      .where(sql<boolean>`abs((outcome.fill ->> 'price')::numeric - trade.open_price) <= ${near}`)
      // It gained as its price moved, and ended at a price that the bar of that moment had.
      .where(sql<boolean>`${rise} * trade.gross_profit >= 0`)
      .where(
        sql<boolean>`exists (
        select from jsonb_array_elements(outcome.bars) as bar
        where extract(epoch from trade.closed_at)
            between (bar ->> 0)::bigint and (bar ->> 0)::bigint + ${frame}
          and trade.close_price between (bar ->> 3)::numeric / ${unit} - ${near}
            and (bar ->> 2)::numeric / ${unit} + ${near}
      )`,
      )
      .executeTakeFirstOrThrow()
  );
}

/** A plan that is paid for now, or that an operator gave: nobody can sign up for either. */
function onPlan(now: Date) {
  return sql<boolean>`(
    (person.given_plan <> 'Free' and (person.given_until is null or person.given_until > ${now}))
    or exists (
      select from subscriptions as subscription
      where subscription.user_id = trade.user_id and subscription.plan_name is not null
        and subscription.status in ('active', 'past_due')
    )
  )`;
}
