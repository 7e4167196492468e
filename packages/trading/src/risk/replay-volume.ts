import { roundTo } from '../rounding.ts';

/** A figure that is known roughly: it lies from the first to the second. */
export type Range = readonly [low: number, high: number];

/** The steps of volume that brokers have. Where it was not told which one it was, what was sized shows it. */
const STEPS = [0.001, 0.01, 0.1, 1, 10];

/**
 * The volume that another risk gives, from the one that was sized then: whole steps. Where no step was
 * told, of each usual one that would have given the volume of then.
 *
 * @param sized lots of then, and their step
 * @param atRisk lots that the risk would have bought, before they are rounded down
 * @param affordable lots that the free margin would have bought
 * @returns lots; `least` is the smallest step they may come in; undefined where those of then fit no step
 * @example volumeAt({ lots: 0.37, step: 0.01 }, { before: [0.374, 0.374], now: [0.187, 0.187] }, [9, 9]) // 0.18 lots
 */
export function volumeAt(
  { lots, step: told }: Readonly<{ lots: number; step: number | null }>,
  atRisk: Readonly<{ before: Range; now: Range }>,
  affordable: Range,
): Readonly<{ between: Range; least: number }> | undefined {
  const usual = told === null ? STEPS : [told];
  const whole = usual.filter((step) => Math.abs(stepsOf(lots, step) * step - lots) < 1e-9);
  const before = lesser(atRisk.before, affordable);
  const fitting = whole.filter((step) => {
    const steps = stepsOf(lots, step);
    return stepsOf(before[0], step) <= steps && steps <= stepsOf(before[1], step);
  });
  // Where nothing fits, the broker's largest order was the limit; it is the same at any risk.
  const [steps, cap] = fitting.length > 0 ? [fitting, Number.POSITIVE_INFINITY] : [whole, lots];
  const now = lesser(lesser(atRisk.now, affordable), [cap, cap]);
  const volumes = steps.flatMap((step) =>
    now.map((volume) => roundTo(stepsOf(volume, step) * step, 3)),
  );
  if (volumes.length === 0) return undefined;
  return { between: [Math.min(...volumes), Math.max(...volumes)], least: Math.min(...steps) };
}

/** The same forgiveness as wherever volumes are rounded down. */
function stepsOf(lots: number, step: number): number {
  return Math.floor(Math.max(0, lots) / step + 1e-9);
}

function lesser(a: Range, b: Range): Range {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1])];
}
