import type { DeskLimit } from '@quorate/contract/desk';
import { formatNumber } from '@quorate/ui/format';
import { DATES } from '@quorate/ui/language';

/** What is drawn: seconds since 1970 and money, oldest first. */
export type Curve = Readonly<{
  /** Whether values stay as they are until the next one, as a balance does, or go there in between. */
  basis: 'equity' | 'balance' | 'net';
  points: readonly (readonly [number, number])[];
  from: string;
  to: string;
}>;

type Point = Readonly<{ at: number; value: number; x: number; y: number }>;

/** Places are in percent of the drawing; a distance on the axis is proportional to its time. */
export type CurveScale = Readonly<{
  /** Balances stay as they are until the next trade: they are drawn as steps. */
  hasSteps: boolean;
  points: readonly Point[];
  lowest: number;
  highest: number;
  first: number;
  last: number;
  /** Seconds since 1970. */
  from: number;
  to: number;
  rules: readonly Readonly<{ value: number; y: number; label: string }>[];
  floors: readonly Readonly<{ kind: DeskLimit['kind']; y: number }>[];
  /** The index of the point that is nearest to a place. */
  nearest(x: number): number;
  /** Where the curve is at a moment. */
  place(at: number): Readonly<{ x: number; y: number }>;
}>;

/** A floor further below than this many heights of the curve would flatten it. */
const FAR = 2.5;
/** Room above and below, in parts of the height. */
const ROOM = 0.08;

/** @returns null with fewer than two points */
export function curveScale(
  curve: Curve,
  lines: readonly Pick<DeskLimit, 'kind' | 'floor'>[],
): CurveScale | null {
  const { points } = curve;
  const [opening, closing] = [points[0], points.at(-1)];
  if (!opening || !closing || points.length < 2) return null;
  const values = points.map(([, value]) => value);
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const height = Math.max(highest - lowest, Math.abs(highest) * 0.002, 1);
  const shown = nearestFloors(lines).filter(({ floor }) => floor > lowest - FAR * height);
  const bottom = Math.min(lowest, ...shown.map(({ floor }) => floor)) - ROOM * height;
  const top = Math.max(highest, ...shown.map(({ floor }) => floor)) + ROOM * height;
  const [from, to] = [Date.parse(curve.from) / 1_000, Date.parse(curve.to) / 1_000];
  // An account that is younger than the span begins at the left edge.
  const start = Math.max(from, opening[0]);
  const end = Math.max(to, closing[0], start + 1);
  const xOf = (at: number) => rounded((100 * (at - start)) / (end - start));
  const yOf = (value: number) => rounded(100 - (100 * (value - bottom)) / (top - bottom));
  const placed = points.map(([at, value]) => ({ at, value, x: xOf(at), y: yOf(value) }));
  const indexAt = (x: number) => placed.findLastIndex((point) => point.x <= x);
  const hasSteps = curve.basis !== 'equity';
  return {
    hasSteps,
    points: placed,
    lowest,
    highest,
    first: opening[1],
    last: closing[1],
    from: start,
    to: end,
    rules: rulesOf(bottom, top).map((value) => ({ value, y: yOf(value), label: short(value) })),
    floors: shown.map(({ kind, floor }) => ({ kind, y: yOf(floor) })),
    nearest(x) {
      const before = Math.max(0, indexAt(x));
      const after = Math.min(placed.length - 1, before + 1);
      const gap = (index: number) => Math.abs((placed[index]?.x ?? 0) - x);
      return gap(after) < gap(before) ? after : before;
    },
    place(at) {
      const x = Math.min(100, Math.max(0, xOf(at)));
      const before = placed[Math.max(0, indexAt(x))];
      const after = placed.find((point) => point.x > x);
      if (!before) return { x, y: 50 };
      if (hasSteps || !after || after.x === before.x) return { x, y: before.y };
      const part = Math.max(0, (x - before.x) / (after.x - before.x));
      return { x, y: rounded(before.y + part * (after.y - before.y)) };
    },
  };
}

/** Of lines of a kind the highest floor is the one that counts. */
function nearestFloors(lines: readonly Pick<DeskLimit, 'kind' | 'floor'>[]) {
  const kinds = new Map<DeskLimit['kind'], number>();
  for (const { kind, floor } of lines)
    kinds.set(kind, Math.max(floor, kinds.get(kind) ?? Number.NEGATIVE_INFINITY));
  return [...kinds].map(([kind, floor]) => ({ kind, floor }));
}

/** Round values within the span, three to six of them. @example rulesOf(9_420, 10_580) // [9500, 10000, 10500] */
function rulesOf(bottom: number, top: number): number[] {
  const rough = (top - bottom) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough;
  const rules: number[] = [];
  for (let value = Math.ceil(bottom / step) * step; value < top; value += step)
    rules.push(Math.round(value * 100) / 100);
  return rules;
}

function short(value: number): string {
  return formatNumber(value, { notation: 'compact', maximumSignificantDigits: 5 });
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The curve as a path, and what is below it. */
export function pathOf({ points, hasSteps }: CurveScale): { line: string; area: string } {
  const line = points
    .map(({ x, y }, place) => (place === 0 ? `M${x} ${y}` : hasSteps ? `H${x}V${y}` : `L${x} ${y}`))
    .join('');
  const [first, last] = [points[0], points.at(-1)];
  return { line, area: `${line}L${last?.x ?? 0} 100L${first?.x ?? 0} 100Z` };
}

const TICKS = 4;
const DAY_S = 86_400;

/** Moments at equal distances, named as closely as the span asks for. */
export function ticksOf({ from, to }: CurveScale, timeZone: string) {
  const span = to - from;
  const format = new Intl.DateTimeFormat(DATES, {
    timeZone,
    ...(span <= 2 * DAY_S
      ? ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const)
      : ({ day: 'numeric', month: 'short' } as const)),
    ...(span > 400 * DAY_S && ({ year: '2-digit' } as const)),
  });
  return Array.from({ length: TICKS }, (_, place) => {
    const part = (place + 0.5) / TICKS;
    const at = from + part * span;
    return { x: 100 * part, at, label: format.format(at * 1_000) };
  });
}
