import type { CandleSeries } from '../market/candle.ts';
import { isCrossed } from '../market/candle-faults.ts';

/** How long a decision is watched for what price does first. */
export const TOUCH_BARS = 100;

/** What price did first, by one ATR from where it stood; `neither` where that cannot be told. */
export type FirstTouch = 'up' | 'down' | 'neither';

/** Follows the bars after a decision; once it is known what came first, that stands. */
export type TouchWatch = Readonly<{
  /**
   * Sees the next closed bar of the series it was begun on.
   *
   * @returns null as long as nobody can know
   */
  barClosed(index: number): FirstTouch | null;
}>;

/**
 * What price does first after the close of a bar: rise by `atrPoints`, or fall by as much. This is what a
 * vote's `pUp` is the chance of.
 *
 * The bid alone counts, up and down: the snapshot's bars and its newest close are bids, and what a voter
 * has seen is what it is held to. What a trade would have cost is not asked here.
 *
 * A bar that opens beyond a level has touched that one first, whatever it did later. A bar that reaches
 * both from between them is `neither`: nobody can tell which was first. So is a price that reaches none
 * within `TOUCH_BARS` bars. On a crossed quote one side is wrong, and nobody knows which: such a bar
 * touches nothing, and the next one tells where price has gone.
 *
 * @param after the bar at whose close the decision was made; only bars after it are read
 * @param atrPoints as in the snapshot
 * @example
 * const watch = watchFirstTouch(series, { after: 120, atrPoints: 85.25 });
 * watch.barClosed(121); // null, 'up', 'down' or 'neither'
 */
export function watchFirstTouch(
  series: CandleSeries,
  { after, atrPoints }: Readonly<{ after: number; atrPoints: number }>,
): TouchWatch {
  const from = series.close[after] ?? Number.NaN;
  const up = from + atrPoints;
  const down = from - atrPoints;
  let touched: FirstTouch | null = null;

  return {
    barClosed(index) {
      if (touched !== null || index <= after) return touched;
      touched = touchOf(series, index, { up, down });
      if (touched === null && index - after >= TOUCH_BARS) touched = 'neither';
      return touched;
    },
  };
}

function touchOf(
  series: CandleSeries,
  index: number,
  { up, down }: { up: number; down: number },
): FirstTouch | null {
  if (isCrossed(series, index)) return null;
  const open = series.open[index] ?? Number.NaN;
  if (open >= up) return 'up';
  if (open <= down) return 'down';
  const rose = (series.high[index] ?? Number.NaN) >= up;
  const fell = (series.low[index] ?? Number.NaN) <= down;
  if (rose && fell) return 'neither';
  if (rose) return 'up';
  return fell ? 'down' : null;
}
