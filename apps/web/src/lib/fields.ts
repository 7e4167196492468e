/** The fields of something that came from elsewhere; null when it has none. */
export type Fields = { readonly [name: string]: unknown };

export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : null;
}

/**
 * Reads every entry of a list.
 *
 * @returns null when it is no list, or when one entry is not what `read` expects
 */
export function readList<T>(
  value: unknown,
  read: (entry: Fields) => T | null,
): readonly T[] | null {
  if (!Array.isArray(value)) return null;
  const list: T[] = [];
  for (const entry of value) {
    const fields = fieldsOf(entry);
    const item = fields && read(fields);
    if (item === null) return null;
    list.push(item);
  }
  return list;
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
