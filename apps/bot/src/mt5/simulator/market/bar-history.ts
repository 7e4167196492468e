import { TIMEFRAMES, type Timeframe, timeframeMs } from '@quorate/trading/candle';
import type { TerminalBar } from '../../bridge/records.ts';

/** Bars of one symbol in every timeframe, made of its ticks as MT5 makes them: of bids, closed by the next tick. */
export type BarHistory = Readonly<{
  /**
   * @param localMs what the server's clock shows
   * @returns the bars that this tick has closed
   */
  tick(localMs: number, bid: number, spread: number): readonly ClosedBar[];
  /** Ends the bar in the making, as the next tick would. */
  close(timeframe: Timeframe): TerminalBar | undefined;
  /** Puts closed bars before everything that is there. Oldest first. */
  load(timeframe: Timeframe, bars: readonly TerminalBar[]): void;
  closed(timeframe: Timeframe): readonly TerminalBar[];
}>;

export type ClosedBar = Readonly<{ timeframe: Timeframe; bar: TerminalBar }>;

/** As many as a terminal is asked for at most, several times over. */
const KEPT = 20_000;

export function createBarHistory(): BarHistory {
  const closed = new Map<Timeframe, TerminalBar[]>(TIMEFRAMES.map((each) => [each, []]));
  const making = new Map<Timeframe, TerminalBar>();
  const barsOf = (timeframe: Timeframe) => closed.get(timeframe) ?? [];

  function close(timeframe: Timeframe): TerminalBar | undefined {
    const bar = making.get(timeframe);
    if (!bar) return undefined;
    making.delete(timeframe);
    const bars = barsOf(timeframe);
    bars.push(bar);
    if (bars.length > 2 * KEPT) bars.splice(0, KEPT);
    return bar;
  }

  return {
    tick(localMs, bid, spread) {
      const ended: ClosedBar[] = [];
      for (const timeframe of TIMEFRAMES) {
        const lengthMs = timeframeMs(timeframe);
        const opened = (Math.floor(localMs / lengthMs) * lengthMs) / 1_000;
        const bar = making.get(timeframe);
        if (bar?.[0] === opened) {
          const [, open, high, low, , volume, least] = bar;
          making.set(timeframe, [
            opened,
            open,
            Math.max(high, bid),
            Math.min(low, bid),
            bid,
            volume + 1,
            Math.min(least, spread),
          ]);
          continue;
        }
        const done = close(timeframe);
        if (done) ended.push({ timeframe, bar: done });
        making.set(timeframe, [opened, bid, bid, bid, bid, 1, spread]);
      }
      return ended;
    },
    close,
    load: (timeframe, bars) => closed.set(timeframe, [...bars, ...barsOf(timeframe)]),
    closed: barsOf,
  };
}
