/** Below it every profit is a class of its own. */
const EXACT = 32;
/** Classes in each doubling. */
const PARTS = 16;

/**
 * The class of a profit in minor units: classes are in the order of the profits, and none is wider than
 * a sixteenth of what it holds, so that a class of anybody's trades can be read in a moment.
 */
export function profitClass(minor: number): number {
  const size = Math.abs(minor);
  if (size < EXACT) return minor;
  let octave = Math.floor(Math.log2(size));
  // The logarithm of a number beside a power of two may be rounded to the wrong side.
  if (2 ** octave > size) octave -= 1;
  else if (2 ** (octave + 1) <= size) octave += 1;
  const part = Math.floor(size / 2 ** (octave - 4)) - PARTS;
  return Math.sign(minor) * (EXACT + (octave - 5) * PARTS + part);
}

/** The profits of a class, both ends within. */
export function profitsOf(profitClass: number): { from: number; to: number } {
  const index = Math.abs(profitClass);
  if (index < EXACT) return { from: profitClass, to: profitClass };
  const octave = 5 + Math.floor((index - EXACT) / PARTS);
  const width = 2 ** (octave - 4);
  const low = width * (PARTS + ((index - EXACT) % PARTS));
  const high = low + width - 1;
  return profitClass > 0 ? { from: low, to: high } : { from: -high, to: -low };
}
