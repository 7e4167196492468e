import { type Html, html } from './html.ts';

/** A drawing's place for the curve, and how far it reaches. */
export type Frame = Readonly<{
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
export function pathOf(frame: Frame, points: readonly (readonly [number, number])[]): string {
  return points
    .map(([at, level], index) => {
      const x = xOf(frame, at).toFixed(1);
      const y = yOf(frame, level).toFixed(1);
      return `${index === 0 ? 'M' : 'L'}${x} ${y}`;
    })
    .join('');
}

/** Lines at the levels with their names, and days along the bottom. */
export function axes(
  frame: Frame,
  levels: readonly number[],
  nameOf: (level: number) => string,
): Html[] {
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
