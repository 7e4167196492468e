/** First and last byte, both included. */
export type ByteRange = { first: number; last: number };

const SINGLE = /^bytes\s*=\s*(\d*)-(\d*)$/i;

/**
 * What a `Range` header asks for of a file. One range is served; several, and what is no range of bytes,
 * count as none, as RFC 9110 (14.2) allows, so that the whole is sent.
 *
 * @returns 'none' for the whole, 'outside' when no byte of the range exists
 */
export function byteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'none' | 'outside' {
  const [, from = '', to = ''] = SINGLE.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return 'none';
  if (from === '') return lastBytes(Number(to), size);
  const first = Number(from);
  const last = to === '' ? size - 1 : Number(to);
  if (to !== '' && last < first) return 'none';
  if (first >= size) return 'outside';
  return { first, last: Math.min(last, size - 1) };
}

function lastBytes(count: number, size: number): ByteRange | 'outside' {
  if (count === 0) return 'outside';
  return { first: Math.max(0, size - count), last: size - 1 };
}
