import { v7 } from 'uuid';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';

type Traded = Readonly<{
  trades: number;
  kind: 'real' | 'demo' | 'paper';
  isWon: (trade: number) => boolean;
}>;

const HOUR_MS = 3_600_000;
const [OPEN, TARGET, STOP] = [1.08, 1.0818, 1.079];

/** Closed trades that can be held to agreed live decisions, put straight into the record, the newest an hour old. */
export async function addTraded(
  { db, clock }: Readonly<{ db: Db; clock: Clock }>,
  userId: string,
  { trades, kind, isWon }: Traded,
): Promise<void> {
  const now = new Date(clock.now());
  const account_id = v7();
  const account_type = kind === 'real' ? ('real' as const) : ('demo' as const);
  await db
    .insertInto('trading_accounts')
    .values({
      user_id: userId,
      id: account_id,
      server: kind === 'paper' ? 'paper' : 'Broker-1',
      login: account_id.slice(-12),
      account_type,
      paper: kind === 'paper',
      currency: 'USD',
      created_at: now,
    })
    .execute();
  const last = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - 2 * HOUR_MS;
  const made = Array.from({ length: trades }, (_, at) => {
    const asOf = last - at * 5 * HOUR_MS;
    return { at, id: v7(), asOf, ticket: String(10_000 + at), won: isWon(at) };
  });
  await db
    .insertInto('decisions')
    .values(
      made.map(({ id, asOf }) => ({
        user_id: userId,
        id,
        account_id,
        symbol: 'EURUSD',
        timeframe: 'H1',
        as_of: new Date(asOf),
        snapshot_hash: 'a'.repeat(64),
        snapshot: '{"atr_points":100,"digits":5}',
        action: 'BUY' as const,
        p_up: 0.6,
        sl_atr: 1,
        tp_atr: 1.8,
        reason: '',
        agreeing: 2,
        quorum: 2,
        voters: 3,
        rules: '[]',
        tokens: 0,
        decided_at: new Date(asOf + 1_000),
        clock_class: 'live' as const,
        market_grade: 'agreed' as const,
      })),
    )
    .execute();
  await db
    .insertInto('decision_outcomes')
    .values(
      made.map(({ id, asOf, ticket }) => ({
        user_id: userId,
        decision_id: id,
        revision: 1,
        verdict: 'ordered' as const,
        checks: '[]',
        asked: null,
        fill: JSON.stringify({
          ticket,
          price: OPEN,
          at: new Date(asOf + 5_000).toISOString(),
          slippage_points: 0,
        }),
        refusal: null,
        shadow: null,
        digits: 5,
        bars: JSON.stringify([[asOf / 1_000, 108_000, 108_200, 107_880, 108_100]]),
        first_touch: null,
        touched_at: null,
        reported_at: now,
      })),
    )
    .execute();
  await db
    .insertInto('trades')
    .values(
      made.map(({ id, asOf, ticket, won }) => ({
        user_id: userId,
        account_id,
        position_ticket: ticket,
        symbol: 'EURUSD',
        trade_type: 'BUY' as const,
        volume: 0.1,
        digits: 5,
        open_price: OPEN,
        close_price: won ? TARGET : STOP,
        stop_loss: STOP,
        take_profit: TARGET,
        opened_at: new Date(asOf + 5_000),
        closed_at: new Date(asOf + HOUR_MS / 2),
        status: 'CLOSED' as const,
        gross_profit: won ? 1_800 : -1_000,
        commission: -70,
        swap: 0,
        fee: 0,
        profit: won ? 1_730 : -1_070,
        initial_risk: 1_000,
        currency: 'USD',
        account_type,
        decision_id: id,
        revision: 1,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
}
