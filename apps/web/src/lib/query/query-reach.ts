import type { QueryCache, QueryClient, QueryFunctionContext } from '@tanstack/react-query';

/** What the dashboard shows of an account, by the first part of a query's key; the second is the user's id. */
const KEPT_NAMES: ReadonlySet<unknown> = new Set([
  'desk',
  'dashboard',
  'bots',
  'checklist',
  'trades',
  'decisions',
  'panel-record',
  'subscription',
]);

export function isKeptName(name: unknown): boolean {
  return KEPT_NAMES.has(name);
}

/** Queries that show what was read before the service was out of reach, and when that was. */
const old = new Map<string, number>();

type Asking = Readonly<{
  queryHash: string;
  state: Readonly<{ data: unknown; dataUpdatedAt: number }>;
}>;

/**
 * Asks the service, and keeps what it says. Where it is not reached, the last answer is as good as any other: it
 * stays, or comes from this browser's storage, and the page says how old it is.
 */
export async function readOrKept<T>(
  ask: (context: QueryFunctionContext) => T | Promise<T>,
  context: QueryFunctionContext,
  query: object,
): Promise<T> {
  const { queryHash: hash, state } = query as Asking;
  const { queryKey, signal } = context;
  if (!isKeptName(queryKey[0]) || !('indexedDB' in globalThis)) return ask(context);
  try {
    const data = await ask(context);
    old.delete(hash);
    void keptAnswers().then(({ keepAnswer }) => keepAnswer(queryKey, hash, data), ignore);
    return data;
  } catch (error) {
    const { isUnreached, keptAnswer } = await keptAnswers().catch(() => NOTHING_KEPT);
    if (signal.aborted || !isUnreached(error)) throw error;
    const readAt = old.get(hash) ?? state.dataUpdatedAt;
    const kept =
      state.data === undefined ? await keptAnswer(queryKey, hash) : { data: state.data, readAt };
    if (!kept) throw error;
    old.set(hash, kept.readAt);
    return kept.data as T;
  }
}

const keptAnswers = () => import('./kept-answers.ts');
const ignore = () => undefined;
const NOTHING_KEPT = { isUnreached: () => false, keptAnswer: async () => null };

/** When the oldest figure on the page was read; null while none is kept there. */
export function oldestShown(cache: QueryCache): number | null {
  const times = cache
    .findAll({ type: 'active', predicate: ({ queryKey: [name] }) => isKeptName(name) })
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryHash, state }) => old.get(queryHash) ?? state.dataUpdatedAt);
  return times.length === 0 ? null : Math.min(...times);
}

/** Whether something on the page is there only because it was kept. */
export function showsOld(cache: QueryCache): boolean {
  return (
    old.size > 0 &&
    cache.findAll({ type: 'active', predicate: ({ queryHash }) => old.has(queryHash) }).length > 0
  );
}

/** Asks once more for all that was not reached. */
export function readOldAgain(client: QueryClient): void {
  void client.invalidateQueries(
    { predicate: ({ queryHash, state }) => old.has(queryHash) || state.status === 'error' },
    { cancelRefetch: false },
  );
}
