import type { CurvePoint } from '../equity-recorder.ts';
import { type Html, html } from './html.ts';
import { amountText } from './words.ts';

/** Drawn twice, because letters of a wide drawing cannot be read on a phone. */
const SIZES = [
  { kind: 'wide', width: 1_080, equity: 300, drawdown: 180 },
  { kind: 'narrow', width: 340, equity: 220, drawdown: 150 },
] as const;
type Size = (typeof SIZES)[number];

/** Equity with its range within each stretch, and the balance; below it how far the equity lay under its peak. */
export function equityCharts(
  curve: readonly CurvePoint[],
  startMinor: number,
  digits: number,
): readonly [equity: Html, drawdown: Html] {
  const [first] = curve;
  const last = curve.at(-1);
  if (!first || !last) return [html``, html``];
  const span = { from: first.at, to: last.at };
  const drawn = SIZES.map((size) => ({
    equity: equityChart(curve, { startMinor, digits, span, size }),
    drawdown: drawdownChart(curve, startMinor, span, size),
  }));
  return [
    html`${drawn.map(({ equity }) => equity)}`,
    html`${drawn.map(({ drawdown }) => drawdown)}`,
  ];
}

type Span = Readonly<{ from: number; to: number }>;

function equityChart(
  curve: readonly CurvePoint[],
  {
    startMinor,
    digits,
    span,
    size,
  }: { startMinor: number; digits: number; span: Span; size: Size },
): Html {
  const levels = ticksOf(
    curve.reduce((least, { lowest, balance }) => Math.min(least, lowest, balance), startMinor),
    curve.reduce((most, { highest, balance }) => Math.max(most, highest, balance), startMinor),
  );
  const whole = levels.every((level) => Number.isInteger(level / 10 ** digits));
  const name = (level: number) =>
    whole ? amountText(level / 10 ** digits, 0) : amountText(Math.round(level), digits);
  const left = 12 + 7 * Math.max(...levels.map((level) => name(level).length));
  const frame: Frame = {
    width: size.width,
    height: size.equity,
    left,
    bottom: 26,
    ...span,
    ...ends(levels),
  };
  const band = [
    ...curve.map(({ at, highest }) => [at, highest] as const),
    ...curve.toReversed().map(({ at, lowest }) => [at, lowest] as const),
  ];
  const line = (level: (point: CurvePoint) => number) =>
    pathOf(
      frame,
      curve.map((point) => [point.at, level(point)] as const),
    );
  return html`<svg class="${size.kind}" viewBox="0 0 ${size.width} ${size.equity}" role="img" aria-label="Equity from ${name(startMinor)} to ${amountText(curve.at(-1)?.equity ?? 0, digits)}">${axes(frame, levels, name)}<path class="range" d="${pathOf(frame, band)}Z"/><path class="balance" d="${line(({ balance }) => balance)}"/><path class="equity" d="${line(({ equity }) => equity)}"/></svg>`;
}

function drawdownChart(
  curve: readonly CurvePoint[],
  startMinor: number,
  span: Span,
  size: Size,
): Html {
  let peak = startMinor;
  let deepest = 0;
  const points = curve.map(({ at, lowest, highest }) => {
    const fall = peak > 0 ? Math.min(0, (100 * (lowest - peak)) / peak) : -100;
    peak = Math.max(peak, highest);
    deepest = Math.min(deepest, fall);
    return [at, fall] as const;
  });
  const levels = ticksOf(deepest, 0);
  const name = (level: number) => `${Number(level.toFixed(2))} %`;
  const left = 12 + 7 * Math.max(...levels.map((level) => name(level).length));
  const frame: Frame = {
    width: size.width,
    height: size.drawdown,
    left,
    bottom: 26,
    ...span,
    ...ends(levels),
  };
  const closed = [[span.from, 0] as const, ...points, [span.to, 0] as const];
  return html`<svg class="${size.kind}" viewBox="0 0 ${size.width} ${size.drawdown}" role="img" aria-label="Drawdown, ${deepest.toFixed(2)} % at the deepest">${axes(frame, levels, name)}<path class="fall" d="${pathOf(frame, closed)}Z"/></svg>`;
}

function ends(levels: readonly number[]): { low: number; high: number } {
  return { low: levels[0] ?? 0, high: levels.at(-1) ?? 1 };
}

/** A drawing's place for the curve, and how far it reaches. */
type Frame = Readonly<{
  width: number;
  height: number;
  left: number;
  bottom: number;
  from: number;
  to: number;
  low: number;
  high: number;
}>;

const TICKS = 4;
const STEPS = [1, 2, 2.5, 5, 10];

/** Round levels from at or below the lowest to at or above the highest value. @example ticksOf(3, 17) // [0, 5, 10, 15, 20] */
export function ticksOf(low: number, high: number): number[] {
  const span = high - low || Math.abs(high) || 1;
  const rough = span / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((each) => each * power >= rough) ?? 10);
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}

function xOf({ left, width, from, to }: Frame, at: number): number {
  return left + ((at - from) / (to - from || 1)) * (width - left);
}

function yOf({ height, bottom, low, high }: Frame, level: number): number {
  const top = 8;
  return top + (1 - (level - low) / (high - low || 1)) * (height - bottom - top);
}

/** Points of a line, short enough for a page of hundreds of them. */
function pathOf(frame: Frame, points: readonly (readonly [number, number])[]): string {
  return points
    .map(([at, level], index) => {
      const x = xOf(frame, at).toFixed(1);
      const y = yOf(frame, level).toFixed(1);
      return `${index === 0 ? 'M' : 'L'}${x} ${y}`;
    })
    .join('');
}

/** Lines at the levels with their names, and days along the bottom. */
function axes(frame: Frame, levels: readonly number[], nameOf: (level: number) => string): Html[] {
  const { left, width, height, from, to } = frame;
  const rows = levels.map((level) => {
    const y = yOf(frame, level).toFixed(1);
    return html`<line class="grid" x1="${left}" x2="${width}" y1="${y}" y2="${y}"/><text x="${left - 6}" y="${y}" text-anchor="end" dominant-baseline="middle">${nameOf(level)}</text>`;
  });
  const shares = width < 600 ? [0, 1] : [0, 1 / 3, 2 / 3, 1];
  const days = shares.map((share) => {
    const at = from + share * (to - from);
    const day = new Date(at).toISOString().slice(0, 10);
    const anchor = share === 0 ? 'start' : share === 1 ? 'end' : 'middle';
    return html`<text x="${xOf(frame, at).toFixed(1)}" y="${height - 4}" text-anchor="${anchor}">${day}</text>`;
  });
  return [...rows, ...days];
}
