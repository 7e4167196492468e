/** Cuts bytes into pieces of 1 to `most` bytes. */
export function splitAtRandom(
  bytes: Uint8Array,
  random: () => number,
  most: number,
): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let from = 0;
  while (from < bytes.length) {
    const to = from + 1 + Math.floor(random() * most);
    pieces.push(bytes.subarray(from, to));
    from = to;
  }
  return pieces;
}
