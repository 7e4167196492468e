/**
 * What came from another thread, with every text as this thread writes it itself.
 *
 * V8 keeps one copy of each name that code is written with, and compiled code tells names apart by their
 * address. A text that was cloned into a thread lies elsewhere: a look-up by it, such as that of a
 * timeframe's length, throws the compiled code away at every bar, and a bar takes three times as long.
 *
 * @param value plain data; typed arrays are handed on as they are
 */
export function withOwnStrings<Value>(value: Value): Value;
export function withOwnStrings(value: unknown): unknown {
  if (typeof value === 'string') return ownString(value);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map((each) => withOwnStrings(each));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withOwnStrings(each)]),
  );
}

/** Names of properties are kept once a thread. */
function ownString(text: string): string {
  return Object.keys({ [text]: 0 })[0] ?? text;
}
