/** Open, high, low and close of a closed bar, less the newest close of its snapshot, in ATR. */
export type SnapshotBar = readonly [open: number, high: number, low: number, close: number];

export const CHART_WIDTH = 360;
export const CHART_HEIGHT = 120;
const PADDING = 6;

export type CandleScale = {
  /** Height of a level in the chart. */
  y: (value: number) => number;
  /** Width that a bar has. */
  step: number;
};

/** Fits bars side by side into the chart. @param levels that must be in it, too */
export function candleScale(
  bars: readonly SnapshotBar[],
  levels: readonly number[] = [],
): CandleScale {
  const highest = Math.max(...bars.map(([, high]) => high), ...levels);
  const lowest = Math.min(...bars.map(([, , low]) => low), ...levels);
  const scale = (CHART_HEIGHT - 2 * PADDING) / (highest - lowest || 1);
  return {
    y: (value) => rounded(PADDING + (highest - value) * scale),
    step: CHART_WIDTH / (bars.length || 1),
  };
}

export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
