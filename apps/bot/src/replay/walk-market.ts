import type { Clock, MarketData } from '@quorate/trading/loop/ports';
import { createReplayMarket } from '@quorate/trading/market/replay-market';
import type { SeriesPart } from '../markets/period.ts';
import { breathe } from '../sleep.ts';

/** Bars between two looks at the clock: a look costs more than a bar. */
const LOOK_EVERY = 4_096;
/** A loop that never waits would keep Ctrl-C and the screen from their turn. */
const BREATH_MS = 50;

/** Who looks on while bars are walked. */
export type Watcher = Readonly<{
  clock: Clock;
  shouldEnd(): boolean;
  /** Told now and then how many bars are done. */
  progress(barsDone: number): void;
}>;

export type WalkMarket = MarketData & Readonly<{ bars: number; barsDone(): number }>;

/** Bars of a period as the market, as fast as they can be read; those before it are skipped, for warming up. */
export function createWalkMarket(parts: readonly SeriesPart[], watcher?: Watcher): WalkMarket {
  const series = parts.map((part) => part.series);
  const warmUp = parts.map((part) => part.warmUp);
  const replay = createReplayMarket(series);
  const bars = parts.reduce((sum, part) => sum + part.series.length - part.warmUp, 0);
  let done = 0;
  let lookAt = LOOK_EVERY;
  let lastBreath: number = watcher?.clock.now() ?? 0;

  // Fields, because a getter for each would be asked several times a bar.
  const market = {
    series,
    warmUp,
    bars,
    seriesIndex: -1,
    barIndex: -1,
    advance: () => (watcher && done >= lookAt ? look(watcher) : step()),
    barsDone: () => done,
  };
  return market;

  function step(): boolean {
    do {
      if (replay.advance() !== true) return false;
    } while (replay.barIndex < (warmUp[replay.seriesIndex] ?? 0));
    market.seriesIndex = replay.seriesIndex;
    market.barIndex = replay.barIndex;
    done += 1;
    return true;
  }

  function look({ clock, shouldEnd, progress }: Watcher): boolean | Promise<boolean> {
    lookAt = done + LOOK_EVERY;
    if (shouldEnd()) return false;
    const now = clock.now();
    if (now - lastBreath < BREATH_MS) return step();
    lastBreath = now;
    progress(done);
    return breathe().then(step);
  }
}
