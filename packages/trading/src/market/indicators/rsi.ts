import type { Stepper } from './ema.ts';
import { createWilder } from './ema.ts';

/**
 * Wilder's relative strength index over closes, 0 to 100. A market that has not moved reads 50.
 * First reading on close number `period + 1`.
 */
export function createRsi(period: number): Stepper {
  const gains = createWilder(period);
  const losses = createWilder(period);
  let before = Number.NaN;
  return (close) => {
    const change = close - before;
    before = close;
    if (Number.isNaN(change)) return Number.NaN;
    const gain = gains(change > 0 ? change : 0);
    const loss = losses(change < 0 ? -change : 0);
    const sum = gain + loss;
    return sum === 0 ? 50 : (100 * gain) / sum;
  };
}
