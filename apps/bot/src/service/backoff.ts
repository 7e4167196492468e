const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/**
 * The wait before attempt number `failures` + 1: 0.5 s doubling to 15 s, of which a random half is
 * taken off, so that bots that lost one service do not come back in one moment.
 *
 * @param failures failed attempts so far, from 1
 * @param random 0 to 1
 */
export function backoffMs(failures: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return Math.round(full * (1 - random / 2));
}
