/** Statements of one kind that are under way at once; whoever comes meanwhile is asked for in the next. */
const AT_ONCE = 2;
const KEYS_MAX = 200;

type Waiting<Key, Found> = Readonly<{
  key: Key;
  resolve: (found: Found | undefined) => void;
  reject: (error: unknown) => void;
}>;

/**
 * Looks keys up together where many ask at the same moment. Whoever asks while little is going on is asked
 * for at once; under load a statement is about as many keys as have come since the last one began, so that
 * the database has less to do for each, the more there is to do.
 *
 * @param lookUp finds what is there under these keys, none of them twice, in one statement
 * @param rowOf what only one key of a statement may be about, where each key is to be done by itself
 * @returns finds what is under one key, looked up after it was asked for
 */
export function gather<Key, Found>(
  lookUp: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
  rowOf?: (key: Key) => string,
): (key: Key) => Promise<Found | undefined> {
  let waiting: Waiting<Key, Found>[] = [];
  let underWay = 0;

  function takeNext(): Waiting<Key, Found>[] {
    if (!rowOf) return waiting.splice(0, KEYS_MAX);
    const taken = new Map<string, Waiting<Key, Found>>();
    const left: Waiting<Key, Found>[] = [];
    for (const each of waiting) {
      const row = rowOf(each.key);
      if (taken.size === KEYS_MAX || taken.has(row)) left.push(each);
      else taken.set(row, each);
    }
    waiting = left;
    return [...taken.values()];
  }

  async function next(): Promise<void> {
    const asked = takeNext();
    underWay += 1;
    try {
      const found = await lookUp([...new Set(asked.map(({ key }) => key))]);
      for (const { key, resolve } of asked) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    } finally {
      underWay -= 1;
      if (waiting.length > 0) void next();
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (underWay < AT_ONCE) void next();
    });
}
