import { createHash } from 'node:crypto';
import { isOwnMarket } from '@quorate/contract/hosted-terms';
import {
  type Agreement,
  gradeOf,
  isSameBar,
  type MarketGrade,
} from '@quorate/trading/market/agreement';
import type { RawBar } from '@quorate/trading/market/raw-bars';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';
import { findMarketBars, tellMarketBars } from './market-bars.queries.ts';

/** Bars of a decision that are compared and told: the newest so many. */
export const NEWEST_BARS = 10;

/** Somebody's bars, to be held against those of others. */
export type OwnBars = Readonly<{
  userId: UserId;
  account: Readonly<{ server: string; login: string }>;
  symbol: string;
  timeframe: string;
  digits: number;
  /** Oldest first. */
  bars: readonly RawBar[];
}>;

/** What others say of bars: of each in its place. A made-up market agrees with nobody, and contradicts nobody. */
export async function compareBars(db: Db, own: OwnBars): Promise<Agreement[]> {
  const { userId, symbol, timeframe, digits, bars } = own;
  if (isOwnMarket(symbol)) return bars.map(() => ({ agreed: 0, differing: 0 }));
  if (bars.length === 0) return [];
  const terminal = terminalOf(own);
  const market = { symbol: marketName(symbol), timeframe };
  const others = Map.groupBy(
    await findMarketBars(db, { ...market, userId, terminal }, bars.map(openedAt)),
    (other) => other.opened_at.getTime(),
  );
  return bars.map((bar) => {
    const said = others.get(bar[0] * 1_000) ?? [];
    // Two users of one terminal account are one.
    const each = new Map(said.map((other) => [other.terminal, other]));
    const agreed = [...each.values()].filter(({ digits: decimals, ...other }) => {
      const { open, high, low, close, spread } = other;
      const theirs: RawBar = [bar[0], open, high, low, close, spread];
      return isSameBar({ bar, digits }, { bar: theirs, digits: decimals });
    }).length;
    return { agreed, differing: each.size - agreed };
  });
}

/** Keeps bars for others to be held against; what a user has told of a bar stands. */
export async function tellBars(db: Db, own: OwnBars): Promise<void> {
  if (isOwnMarket(own.symbol)) return;
  const market = { symbol: marketName(own.symbol), timeframe: own.timeframe };
  const teller = { userId: own.userId, terminal: terminalOf(own), digits: own.digits };
  await tellMarketBars(db, market, teller, own.bars);
}

/**
 * The grade of newest bars: contradicted by one that is, agreed where the newest that others have is.
 *
 * @param compared oldest first
 */
export function gradeNewest(
  compared: readonly Agreement[],
): Readonly<{ grade: MarketGrade; agreedBy: number }> {
  const grades = compared.map(gradeOf);
  if (grades.includes('contradicted')) return { grade: 'contradicted', agreedBy: 0 };
  const newest = compared.findLast((_, index) => grades[index] === 'agreed');
  return newest ? { grade: 'agreed', agreedBy: newest.agreed } : { grade: 'alone', agreedBy: 0 };
}

/** A pair without its broker's suffix: `EURUSD.r` is EURUSD. Other names stand for themselves. */
function marketName(symbol: string): string {
  return /^[A-Za-z]{6}(?=[^A-Za-z0-9]|$)/.exec(symbol)?.[0].toUpperCase() ?? symbol;
}

function openedAt([seconds]: RawBar): Date {
  return new Date(seconds * 1_000);
}

function terminalOf({ account: { server, login } }: OwnBars): string {
  return createHash('sha256')
    .update(JSON.stringify([server, login]))
    .digest('base64url')
    .slice(0, 22);
}
