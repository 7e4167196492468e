import type { RawBar } from './raw-bars.ts';

/**
 * What other sources of prices say of the bars that something rests on: the same, nothing, or another thing.
 */
export const MARKET_GRADES = ['agreed', 'alone', 'contradicted'] as const;
export type MarketGrade = (typeof MARKET_GRADES)[number];

/** How many others agree with a bar, and how many do not. */
export type Agreement = Readonly<{ agreed: number; differing: number }>;

/** Feeds of two brokers build a bar from other ticks: allowed beside the spread, as a part of the range. */
const RANGE_PART = 0.2;

/** A bar with the decimals of its prices. */
export type ToldBar = Readonly<{ bar: RawBar; digits: number }>;

/**
 * Whether two bars of one moment are of one market: open, high, low and close each lie within the larger of
 * the two spreads and a fifth of the larger of the two ranges.
 *
 * @example
 * const [bar, digits] = [[0, 108200, 108260, 108150, 108220, 10], 5];
 * isSameBar({ bar, digits }, { bar: [0, 10821, 10826, 10815, 10823, 1], digits: 4 }) // true
 */
export function isSameBar(one: ToldBar, other: ToldBar): boolean {
  const [mine, theirs] = [inPrices(one), inPrices(other)];
  const allowed =
    Math.max(mine.spread, theirs.spread) +
    RANGE_PART * Math.max(mine.high - mine.low, theirs.high - theirs.low);
  return (['open', 'high', 'low', 'close'] as const).every(
    // A price is no exact fraction of two.
    (side) => Math.abs(mine[side] - theirs[side]) <= allowed + 1e-9 * mine[side],
  );
}

/** The grade of one bar. Where as many agree as differ, those who agree are believed. */
export function gradeOf({ agreed, differing }: Agreement): MarketGrade {
  if (differing > agreed) return 'contradicted';
  return agreed > 0 ? 'agreed' : 'alone';
}

function inPrices({ bar: [, open, high, low, close, spread], digits }: ToldBar) {
  const scale = 10 ** digits;
  return {
    open: open / scale,
    high: high / scale,
    low: low / scale,
    close: close / scale,
    spread: Math.max(0, spread) / scale,
  };
}
