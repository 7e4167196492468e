import { DAY_MS, MINUTE_MS } from '@quorate/values/instant';
import { add, type CellRow, type Slice, sliceOf } from './cell.ts';

/** The whole of a day is cut off at its end. */
export const DAY_END = 1_440;

/**
 * Minutes of a UTC day at which somebody's day begins: every half hour, and the quarters of the Chatham
 * Islands (10:15, 11:15), Eucla (15:15) and Nepal (18:15).
 */
const CUTS: readonly number[] = [
  ...Array.from({ length: 48 }, (_, index) => (index + 1) * 30),
  615,
  675,
  915,
  1_095,
].sort((a, b) => a - b);

/** Of each minute of a day, the first cut that has it behind. */
const FIRST_CUT = Array.from({ length: DAY_END }, (_, minute) =>
  CUTS.findIndex((cut) => cut > minute),
);

/** What was closed before each cut of the day that the rows are of: a slice for each, in a row. */
export function closedBefore(rows: readonly CellRow[]): number[] {
  const between = CUTS.map((): Slice => [0, 0, 0, 0]);
  for (const { closed, tradeTime, profit } of rows) {
    if (!closed) continue;
    const first = FIRST_CUT[Math.floor((tradeTime % DAY_MS) / MINUTE_MS)] as number;
    add(between[first] as Slice, sliceOf(profit));
  }
  const before: Slice = [0, 0, 0, 0];
  return between.flatMap((slice) => {
    add(before, slice);
    return before;
  });
}

/** The last cut of a day at or before a minute; 0 is midnight. */
export function cutBefore(minute: number): number {
  return CUTS.findLast((cut) => cut <= minute) ?? 0;
}

/**
 * The days of a month by cuts: under each cut, days with trades in a row, and what was closed on each
 * before the cut.
 */
export function daysByCut(
  days: readonly { day: number; closed_before: readonly number[] | null }[],
): { cut: number; days: number[] }[] {
  return CUTS.map((cut, index) => ({
    cut,
    days: days.flatMap(({ day, closed_before }) =>
      closed_before ? [day, ...closed_before.slice(index * 4, index * 4 + 4)] : [],
    ),
  }));
}
