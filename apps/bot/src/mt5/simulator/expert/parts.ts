import { LINE_MAX_BYTES } from '../../bridge/messages.ts';

/** Room for the envelope, generously. */
const ENVELOPE_BYTES = 512;

/**
 * The parts of an answer that would be too long for one line: its longest array is spread over them, in
 * order, and all else stands in each; other arrays come whole with the last.
 */
export function inParts(body: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const most = LINE_MAX_BYTES - ENVELOPE_BYTES;
  if (bytes(body) <= most) return [{ ...body }];
  const arrays = Object.entries(body).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  );
  const [longest] = arrays.toSorted((a, b) => bytes(b[1]) - bytes(a[1]));
  if (!longest) return [{ ...body }];
  const [name, items] = longest;
  const bare = { ...body, ...Object.fromEntries(arrays.map(([each]) => [each, []])) };
  const others = bytes({ ...body, [name]: [] });
  const parts: Record<string, unknown>[] = [];
  let part: unknown[] = [];
  let size = others;
  for (const item of items) {
    const more = bytes(item) + 1;
    if (size + more > most && part.length > 0) {
      parts.push({ ...bare, [name]: part });
      part = [];
      size = others;
    }
    part.push(item);
    size += more;
  }
  return [...parts, { ...body, [name]: part }];
}

function bytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
