import { LRUCache } from 'lru-cache';

type Work = () => Promise<object>;

/**
 * Answers that stay right until something they are made of changes, the most recently asked ones up to a
 * size. What they are made of is a part of the key, so that nothing has to be thrown away in time. Whoever
 * asks for one that is being made waits for it; one that failed is made again.
 *
 * @param maxCharacters of all answers together, written as JSON
 * @example await keep('amina 17 all', () => readPerformance(deps, userId, query))
 */
export function createKeptAnswers(maxCharacters: number) {
  const answers = new LRUCache<string, object, Work>({
    maxSize: maxCharacters,
    sizeCalculation: (answer, key) => JSON.stringify(answer).length + key.length,
    // One that is pushed out while it is being made still goes to whoever asked.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: work }) => work(),
  });
  return async <T extends object>(key: string, work: () => Promise<T>): Promise<T> =>
    (await answers.forceFetch(key, { context: work })) as T;
}
