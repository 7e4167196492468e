/**
 * Seeded random numbers: mulberry32 by Tommy Ettinger, 32 bits of state. Whole-number arithmetic only,
 * so that a seed gives the same numbers on every machine. Not for secrets.
 *
 * @param seed its lowest 32 bits are used
 * @returns a function that gives the next number, from 0 up to but not including 1
 */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Normally distributed numbers (mean 0, deviation 1) as the sum of twelve uniform ones less six. Unlike
 * the methods with logarithms and cosines it is exact to the bit everywhere; it never exceeds 6.
 */
export function createNormal(random: () => number): () => number {
  return () => {
    let sum = -6;
    for (let i = 0; i < 12; i += 1) sum += random();
    return sum;
  };
}
