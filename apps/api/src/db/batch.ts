/** Never empty. */
export type Batch<Item> = readonly [Item, ...Item[]];

/**
 * Does together what is about the same thing: what comes while a batch of it is under way makes up the next
 * one, so that the busier a thing is, the less there is to do for each.
 *
 * @param work is given items of one key; its result or failure is that of all of them
 * @param keyOf what an item is about: one batch of it at a time
 */
export function batchBy<Item, Result>(
  work: (items: Batch<Item>) => Promise<Result>,
  keyOf: (item: Item) => string,
): (item: Item) => Promise<Result> {
  const newest = new Map<
    string,
    { items: [Item, ...Item[]]; begun: boolean; result: Promise<Result> }
  >();
  return (item) => {
    const key = keyOf(item);
    const last = newest.get(key);
    if (last && !last.begun) {
      last.items.push(item);
      return last.result;
    }
    const items: [Item, ...Item[]] = [item];
    const run = async () => {
      await last?.result.catch(() => {});
      next.begun = true;
      try {
        return await work(items);
      } finally {
        if (newest.get(key) === next) newest.delete(key);
      }
    };
    const next = { items, begun: false, result: run() };
    newest.set(key, next);
    return next.result;
  };
}
