import type { Brand } from './brand.ts';

/** A distance in pips: the unit traders speak in. May have one decimal on 3- and 5-digit quotes. */
export type Pips = Brand<number, 'Pips'>;

/** Points in one pip: 10 on 3- and 5-digit quotes, else 1. */
export function pointsPerPip(digits: number): number {
  return digits === 3 || digits === 5 ? 10 : 1;
}

/** @example pipsFromPoints(7, 5) // 0.7 */
export function pipsFromPoints(points: number, digits: number): Pips {
  return (points / pointsPerPip(digits)) as Pips;
}
