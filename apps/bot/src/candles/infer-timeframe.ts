import { TIMEFRAMES, type Timeframe, timeframeMs } from '@quorate/trading/candle';
import { candleFault } from './candle-fault.ts';
import type { Columns } from './columns.ts';
import { wallText } from './read-row.ts';

/**
 * The length of the bars: the commonest distance between two of them, because bars are missing at
 * nights, weekends and holidays.
 *
 * @param wanted what the person says it is; checked against the file
 * @throws BotFault `candle_file` when no timeframe fits, or two bars lie closer together than it is long
 */
export function inferTimeframe(
  file: string,
  columns: Columns,
  wanted: Timeframe | null,
): Timeframe {
  const gapMs = commonestGap(columns);
  if (gapMs === null) {
    if (wanted) return wanted;
    throw candleFault(
      { file },
      'holds one candle, which does not say how long it is; name it with --timeframe',
    );
  }
  const found = TIMEFRAMES.find((timeframe) => timeframeMs(timeframe) === gapMs);
  if (!found) {
    throw candleFault(
      { file },
      `its candles are ${minutes(gapMs)} apart; the timeframes are ${TIMEFRAMES.join(', ')}`,
    );
  }
  if (wanted && wanted !== found)
    throw candleFault({ file }, `its candles are ${found}, not ${wanted}`);
  refuseOverlaps(file, columns, found);
  return found;
}

function commonestGap({ time, length }: Columns): number | null {
  const counts = new Map<number, number>();
  for (let index = 1; index < length; index++) {
    const gap = (time[index] ?? 0) - (time[index - 1] ?? 0);
    counts.set(gap, (counts.get(gap) ?? 0) + 1);
  }
  let best: number | null = null;
  for (const [gap, count] of counts) {
    const most = best === null ? 0 : (counts.get(best) ?? 0);
    if (best === null || count > most || (count === most && gap < best)) best = gap;
  }
  return best;
}

/** A bar that begins before the one before it has closed would be decided on with knowledge of the future. */
function refuseOverlaps(file: string, { time, length }: Columns, timeframe: Timeframe): void {
  for (let index = 1; index < length; index++) {
    const gap = (time[index] ?? 0) - (time[index - 1] ?? 0);
    if (gap >= timeframeMs(timeframe)) continue;
    const text = wallText(time[index] ?? 0);
    throw candleFault(
      { file },
      `the candle of ${text} begins ${minutes(gap)} after the one before it, but ${timeframe} candles last ${minutes(timeframeMs(timeframe))}`,
    );
  }
}

function minutes(ms: number): string {
  return ms % 3_600_000 === 0 ? `${ms / 3_600_000} h` : `${ms / 60_000} min`;
}
