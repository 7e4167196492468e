import type { Simulation } from '@quorate/contract/performance';
import { scaleLinear } from '@visx/scale';

/** Sizes in units of the drawing, in which letters are 12 high. */
export const WIDE = {
  width: 1_080,
  height: 340,
  left: 76,
  right: 12,
  top: 12,
  bottom: 30,
  ticks: 6,
};
export const MEDIUM = {
  width: 700,
  height: 300,
  left: 64,
  right: 10,
  top: 12,
  bottom: 30,
  ticks: 5,
};
export const NARROW = {
  width: 340,
  height: 240,
  left: 56,
  right: 8,
  top: 10,
  bottom: 26,
  ticks: 4,
};

export type FanSize = typeof WIDE;

/** Places of trades and of net results in the drawing. @param ruinAt is shown where it is near the runs */
export function fanScales(fan: Simulation['fan'], size: FanSize, ruinAt: number | null) {
  const { width, height, left, right, top, bottom } = size;
  const lowest = Math.min(0, ...fan.map(({ p5 }) => p5));
  const highest = Math.max(0, ...fan.map(({ p95 }) => p95));
  const range = highest - lowest || 1;
  const showsRuin = ruinAt !== null && ruinAt >= lowest - range;
  return {
    size,
    showsRuin,
    x: scaleLinear<number>({ domain: [0, fan.at(-1)?.trade ?? 1], range: [left, width - right] }),
    y: scaleLinear<number>({
      domain: [showsRuin ? Math.min(lowest, ruinAt) : lowest, highest],
      range: [height - bottom, top],
      nice: size.ticks,
    }),
  };
}

export type FanScales = ReturnType<typeof fanScales>;
