import type { RawBar } from '@quorate/trading/market/raw-bars';
import type { UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';

/** Others that are asked about one bar, at most. */
const OTHERS_MAX = 20;

type Market = Readonly<{ symbol: string; timeframe: string }>;

export type MarketBar = Readonly<{
  opened_at: Date;
  terminal: string;
  digits: number;
  open: number;
  high: number;
  low: number;
  close: number;
  spread: number;
}>;

/** What other users and other terminals have at these moments. */
export async function findMarketBars(
  db: Db,
  asking: Market & Readonly<{ userId: UserId; terminal: string }>,
  moments: readonly Date[],
): Promise<MarketBar[]> {
  const { symbol, timeframe, userId, terminal } = asking;
  const { rows } = await sql<MarketBar>`${prepared}
    select other.* from unnest(${moments.map((moment) => moment.toISOString())}::timestamptz[]) as moment (at)
    cross join lateral (
      select opened_at, terminal, digits, open, high, low, close, spread from market_bars
      where symbol = ${symbol} and timeframe = ${timeframe} and opened_at = moment.at
        and user_id <> ${userId} and terminal <> ${terminal}
      order by user_id limit ${OTHERS_MAX}
    ) as other
  `.execute(db);
  return rows;
}

/** @param bars oldest first, so that two calls of a user wait for each other and never in a circle */
export async function tellMarketBars(
  db: Db,
  { symbol, timeframe }: Market,
  { userId, terminal, digits }: Readonly<{ userId: UserId; terminal: string; digits: number }>,
  bars: readonly RawBar[],
): Promise<void> {
  if (bars.length === 0) return;
  await db
    .insertInto('market_bars')
    .values(
      bars.map(([seconds, open, high, low, close, spread]) => ({
        symbol,
        timeframe,
        opened_at: new Date(seconds * 1_000),
        user_id: userId,
        terminal,
        digits,
        open,
        high,
        low,
        close,
        spread,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
