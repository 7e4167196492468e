import type { EquityCurve } from '@quorate/contract/equity-curve';

/** A curve in percent of its start, over the time since then. */
export type ShareCurve = Readonly<{
  /** Seconds of the first point, since 1970. */
  start: number;
  points: readonly Readonly<{ after: number; percent: number }>[];
  hasSteps: boolean;
}>;

/** @returns null where there is no start to count from: nothing was kept, or the account began at 0 or below */
export function shareCurve({ basis, points }: EquityCurve): ShareCurve | null {
  const [first] = points;
  if (basis === 'net' || !first || first[1] <= 0) return null;
  const [start, value] = first;
  return {
    start,
    hasSteps: basis !== 'equity',
    points: points.map(([at, money]) => ({
      after: at - start,
      percent: (100 * (money - value)) / value,
    })),
  };
}

export type CompareScale = Readonly<{
  /** Longest of them, in seconds. */
  seconds: number;
  /** Levels with their places, in percent of the drawing. */
  rules: readonly Readonly<{ percent: number; y: number }>[];
  ticks: readonly Readonly<{ days: number; x: number }>[];
  xOf: (after: number) => number;
  yOf: (percent: number) => number;
}>;

const ROOM = 0.08;
const DAY_S = 86_400;

/** One scale for all: as long and as high as the longest and the highest of them. */
export function compareScale(curves: readonly ShareCurve[]): CompareScale {
  const all = curves.flatMap(({ points }) => points);
  const seconds = Math.max(1, ...curves.map(({ points }) => points.at(-1)?.after ?? 0));
  const [low, high] = [
    Math.min(0, ...all.map(({ percent }) => percent)),
    Math.max(0, ...all.map(({ percent }) => percent)),
  ];
  const height = Math.max(high - low, 0.2);
  const [bottom, top] = [low - ROOM * height, high + ROOM * height];
  const hundredths = (value: number) => Math.round(value * 100) / 100;
  const xOf = (after: number) => hundredths((100 * after) / seconds);
  const yOf = (percent: number) => hundredths(100 - (100 * (percent - bottom)) / (top - bottom));
  return {
    seconds,
    xOf,
    yOf,
    rules: roundValues(bottom, top, 3).map((percent) => ({ percent, y: yOf(percent) })),
    ticks: roundValues(0, seconds / DAY_S, 4)
      .filter((days) => days > 0)
      .map((days) => ({ days, x: xOf(days * DAY_S) })),
  };
}

/** @example roundValues(-1.2, 4.9, 3) // [0, 2.5] */
function roundValues(bottom: number, top: number, parts: number): number[] {
  const rough = (top - bottom) / parts;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough;
  const values: number[] = [];
  for (let at = Math.ceil(bottom / step); at * step < top; at += 1)
    values.push(Math.round(at * step * 1_000) / 1_000);
  return values;
}

/** @example linePath(curve, scale) // 'M0 50L100 20' */
export function linePath({ points, hasSteps }: ShareCurve, { xOf, yOf }: CompareScale): string {
  return points
    .map(({ after, percent }, place) => {
      const [x, y] = [xOf(after), yOf(percent)];
      return place === 0 ? `M${x} ${y}` : hasSteps ? `H${x}V${y}` : `L${x} ${y}`;
    })
    .join('');
}

/** Where a curve is so long after its start; null past its end. */
export function percentAt({ points, hasSteps }: ShareCurve, after: number): number | null {
  const place = points.findLastIndex((point) => point.after <= after);
  const [before, next] = [points[place], points[place + 1]];
  if (!before) return null;
  if (!next) return after > before.after ? null : before.percent;
  if (hasSteps || next.after === before.after) return before.percent;
  const part = (after - before.after) / (next.after - before.after);
  return before.percent + part * (next.percent - before.percent);
}
