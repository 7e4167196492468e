import type { Candle } from '@quorate/trading/market/candle';

/** Both sides in points. */
export type PathPoint = Readonly<{ bid: number; ask: number }>;

/**
 * A way that a price may have gone through a bar: from the open to the nearer end, to the other one, to the
 * close. It reaches exactly the bar's four bids; the spread goes from the open's to the close's.
 *
 * @param steps of each of the three legs, at least 1
 * @example candlePath(candle, 4).length // 13
 */
export function candlePath(
  candle: Pick<Candle, 'open' | 'high' | 'low' | 'close' | 'askOpen' | 'askClose'>,
  steps: number,
): readonly PathPoint[] {
  const { open, high, low, close } = candle;
  const corners = high - open < open - low ? [open, high, low, close] : [open, low, high, close];
  const first = candle.askOpen - open;
  const last = candle.askClose - close;
  const path: PathPoint[] = [];
  const whole = 3 * steps;
  for (let at = 0; at <= whole; at += 1) {
    const leg = Math.min(2, Math.floor(at / steps));
    const from = corners[leg] ?? open;
    const to = corners[leg + 1] ?? close;
    const bid = Math.round(from + ((to - from) * (at - leg * steps)) / steps);
    path.push({ bid, ask: bid + Math.round(first + ((last - first) * at) / whole) });
  }
  return path;
}

/** One bar of a series. */
export type CandleColumns = Readonly<
  Record<'open' | 'high' | 'low' | 'close' | 'askOpen' | 'askClose', ArrayLike<number>>
>;

export function candleAt(series: CandleColumns, index: number) {
  const of = (column: ArrayLike<number>) => column[index] ?? 0;
  return {
    open: of(series.open),
    high: of(series.high),
    low: of(series.low),
    close: of(series.close),
    askOpen: of(series.askOpen),
    askClose: of(series.askClose),
  };
}
