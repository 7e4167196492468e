import type { CurvePoint } from '../equity-recorder.ts';
import { axes, type Frame, pathOf, ticksOf } from './chart.ts';
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
