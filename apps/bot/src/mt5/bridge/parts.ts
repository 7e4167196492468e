import type { Frame } from './frames.ts';

/** Fields and entries of arrays in all parts of one answer, far above the longest history of names. */
const ENTRIES_MAX = 200_000;

/** Joins the parts of one answer: arrays are put together, of everything else the last part's counts. */
export type Parts = Readonly<{
  /** @returns the whole answer with its last part, null before, `too-long` for more than anybody asked for */
  add(frame: Frame): object | null | 'too-long';
}>;

export function createParts(): Parts {
  // A map: a field may be called like something that every object has.
  const joined = new Map<string, unknown>();
  let entries = 0;
  return {
    add({ head, body }) {
      for (const [name, value] of Object.entries(body)) {
        const before = joined.get(name);
        entries += Array.isArray(value) ? value.length : 1;
        if (Array.isArray(before) && Array.isArray(value)) before.push(...value);
        else joined.set(name, value);
      }
      if (entries > ENTRIES_MAX) return 'too-long';
      return head.more ? null : Object.fromEntries(joined);
    },
  };
}
