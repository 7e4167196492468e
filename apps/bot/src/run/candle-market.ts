import type { Clock, MarketData } from '@quorate/trading/loop/ports';
import type { CandleSeries } from '@quorate/trading/market/candle';
import { createReplayMarket } from '@quorate/trading/market/replay-market';
import { breathe } from '../timers.ts';

type CandleMarketDeps = Readonly<{
  clock: Clock;
  /** Waits; returns early when the run is interrupted. */
  sleep(ms: number): Promise<void>;
  /** Asked between two bars: whether to end here. */
  shouldEnd(): boolean;
  /** Work that is due between two bars, or null; awaited before the next bar. */
  betweenBars(): Promise<void> | null;
}>;

type CandleMarket = MarketData &
  Readonly<{
    /** Bars closed so far, and all there are, over every series. */
    barsDone: () => number;
    bars: number;
  }>;

/** A loop that never waits would keep Ctrl-C and the screen from their turn. */
const BREATH_MS = 20;

/** Waits shorter than this are saved up: timers are no finer than a millisecond. */
const LEAST_WAIT_MS = 5;

/**
 * Candle files as the market: bars close one after the other, those of all symbols in the order of time,
 * as fast as asked. Bars of one moment come together.
 *
 * @param pace candles a second, or null for no pace; bars before `pacedFrom` do not wait
 */
export function candleMarket(
  deps: CandleMarketDeps,
  series: readonly CandleSeries[],
  pace: { candlesPerSecond: number | null; pacedFrom: number },
): CandleMarket {
  const replay = createReplayMarket(series);
  const bars = series.reduce((sum, { length }) => sum + length, 0);
  let done = 0;
  /** Bars done when the newest moment was over. */
  let atLastMoment = 0;
  let lastBreath: number = deps.clock.now();
  let due: number = lastBreath;

  function step(): boolean {
    if (done >= bars || deps.shouldEnd()) return false;
    return next();
  }

  function next(): boolean {
    if (replay.advance() !== true) return false;
    done++;
    return true;
  }

  function waitMs(now: number): number {
    const together = Math.max(1, done - atLastMoment);
    atLastMoment = done;
    if (pace.candlesPerSecond === null || done < pace.pacedFrom || done >= bars) return 0;
    // A bar that took longer than its time is not made up for.
    due = Math.max(due + (1_000 * together) / pace.candlesPerSecond, now - LEAST_WAIT_MS);
    return due - now >= LEAST_WAIT_MS ? Math.ceil(due - now) : 0;
  }

  async function pause(work: Promise<void> | null, ms: number): Promise<boolean> {
    if (work) await work;
    if (ms > 0) await deps.sleep(ms);
    else await breathe();
    lastBreath = deps.clock.now();
    return step();
  }

  return {
    series,
    bars,
    get seriesIndex() {
      return replay.seriesIndex;
    },
    get barIndex() {
      return replay.barIndex;
    },
    get moreAtOnce() {
      return replay.moreAtOnce === true;
    },
    advance() {
      // Nothing comes between the bars of one moment.
      if (replay.moreAtOnce === true) return next();
      const now = deps.clock.now();
      const ms = waitMs(now);
      const work = deps.betweenBars();
      return work !== null || ms > 0 || now - lastBreath >= BREATH_MS ? pause(work, ms) : step();
    },
    barsDone: () => done,
  };
}
