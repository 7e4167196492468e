import { setImmediate } from 'node:timers/promises';

/** Items of a batch, by default; those that come meanwhile are in the next one. */
const ITEMS_MAX = 200;

/** Never empty. */
export type Batch<Item> = readonly [Item, ...Item[]];

type Waiting<Item, Result> = Readonly<{
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}>;

/**
 * Runs calls that come at the same moment as one batch. A call that finds no batch under way runs at once;
 * under load a batch is what has come since the last one began, so that each call costs the database less.
 *
 * @param work its result or failure is that of all items it is given
 * @param options.keyOf items of one key are done together, and no others
 * @param options.atOnce batches of one key that are under way at once
 * @param options.gathers until when a batch waits for others, where none is under way: `moment` for what is asked in
 *   the same breath, `turn` for all that one turn of the event loop brings, such as timers that are due
 */
export function batchBy<Item, Result>(
  work: (items: Batch<Item>) => Promise<Result>,
  {
    keyOf,
    atOnce,
    itemsMax = ITEMS_MAX,
    gathers = 'moment',
  }: Readonly<{
    keyOf: (item: Item) => string;
    atOnce: number;
    itemsMax?: number;
    gathers?: 'moment' | 'turn';
  }>,
): (item: Item) => Promise<Result> {
  type Queue = { waiting: Waiting<Item, Result>[]; underWay: number };
  const queues = new Map<string, Queue>();

  async function next(key: string, queue: Queue): Promise<void> {
    queue.underWay += 1;
    // What others ask for in this very moment comes along.
    await (gathers === 'turn' ? setImmediate() : Promise.resolve());
    const batch = queue.waiting.splice(0, itemsMax);
    const [first, ...rest] = batch.map(({ item }) => item);
    try {
      if (first !== undefined) {
        const result = await work([first, ...rest]);
        for (const { resolve } of batch) resolve(result);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      queue.underWay -= 1;
      if (queue.waiting.length > 0) void next(key, queue);
      else if (queue.underWay === 0) queues.delete(key);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const key = keyOf(item);
      const queue = queues.get(key) ?? { waiting: [], underWay: 0 };
      queues.set(key, queue);
      queue.waiting.push({ item, resolve, reject });
      if (queue.underWay < atOnce) void next(key, queue);
    });
}

/** The same items in rounds, each with one item of a key at most; items of one key keep their order. */
export function roundsBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const ofKeys = [...Map.groupBy(items, keyOf).values()];
  const most = ofKeys.reduce((longest, { length }) => Math.max(longest, length), 0);
  return Array.from({ length: most }, (_, at) => ofKeys.flatMap((each) => each.slice(at, at + 1)));
}
