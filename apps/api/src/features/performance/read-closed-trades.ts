import { PERFORMANCE_TRADES_MAX } from '@quorate/contract/performance';
import type { ClosedTrade } from '@quorate/trading/statistics/closed-history';
import { spreadCost } from '@quorate/trading/statistics/costs-findings';
import { instant } from '@quorate/values/instant';
import type { Db } from '../../db/tables.ts';
import {
  type ClosedRow,
  findClosed,
  findSpreads,
  type Place,
  type TradeFilter,
} from './performance.queries.ts';

/** Few enough that the embedded database, which runs in this process, holds nobody up. */
const PAGE_ROWS = 1_000;

const SPREADS_MAX = 1_000;

/** The newest closed trades of one currency, in the order in which they were closed. */
export async function readClosedTrades(
  db: Db,
  filter: TradeFilter,
  currency: string,
  most = PERFORMANCE_TRADES_MAX,
): Promise<ClosedTrade[]> {
  const trades: ClosedTrade[] = [];
  let before: Place | null = null;
  while (trades.length < most) {
    const limit = Math.min(PAGE_ROWS, most - trades.length);
    const rows = await findClosed(db, filter, currency, { before, limit });
    for (const row of rows) trades.push(toClosedTrade(row));
    before = placeOf(rows.at(-1));
    if (rows.length < limit) break;
  }
  return trades.reverse();
}

/** What the spread cost the newest trades that came from a decision, in minor units. */
export async function readSpreads(
  db: Db,
  filter: TradeFilter,
  currency: string,
): Promise<number[]> {
  const rows = await findSpreads(db, filter, currency, SPREADS_MAX);
  return rows
    .map(({ gross_profit, move, spread }) =>
      spread === null
        ? null
        : spreadCost({ spreadPoints: spread, grossMinor: gross_profit, movePoints: move }),
    )
    .filter((cost) => cost !== null);
}

function placeOf(row: ClosedRow | undefined): Place | null {
  if (!row) return null;
  const [accountId, positionTicket, closedAt] = row;
  return { accountId, positionTicket, closedAt: new Date(closedAt) };
}

function toClosedTrade(row: ClosedRow): ClosedTrade {
  const [, , closedAt, openedAt, net, gross, commission, swap, fee, risk, lots] = row;
  return {
    netMinor: net,
    grossMinor: gross,
    commissionMinor: commission,
    swapMinor: swap,
    feeMinor: fee,
    riskMinor: risk,
    openedAt: instant(openedAt),
    closedAt: instant(closedAt),
    lots,
  };
}
