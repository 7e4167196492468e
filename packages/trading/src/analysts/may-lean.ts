/** Below this ADX a market is usually said to have no trend. */
export const LEAST_ADX = 20;
/** Averages closer than this (in ATR) cross and cross again. */
export const LEAST_SEPARATION = 0.25;
/** RSI distance from 50 that must confirm a stretched price. */
export const RSI_DISTANCE = 10;

/** More than any figure of a snapshot is rounded by. */
const ROUNDING = 0.01;

/**
 * Which way `trendLean` might lean, 1 up and -1 down, or 0: told from figures that are not rounded yet,
 * and so at times where it leans nowhere.
 *
 * @param separation of the two averages in ATR
 */
export function mayTrend(adx: number, separation: number): number {
  if (adx < LEAST_ADX - ROUNDING || Math.abs(separation) < LEAST_SEPARATION - ROUNDING) return 0;
  return separation > 0 ? 1 : -1;
}

/** Which way `meanReversionLean` might lean, as `mayTrend` tells it. */
export function mayRevert(rsi: number): number {
  if (Math.abs(rsi - 50) < RSI_DISTANCE - ROUNDING) return 0;
  return rsi < 50 ? 1 : -1;
}
