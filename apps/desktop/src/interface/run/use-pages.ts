import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { listJournal, listTrades } from '../../contract/journal.ts';
import type { LocalInput, LocalReply } from '../../contract/local-endpoint.ts';
import { callLocal, type LocalCallError } from '../lib/local-client.ts';
import { useSecret } from '../lib/secret-context.tsx';

const REFRESH_MS = 5_000;

type Paged = typeof listTrades | typeof listJournal;

type Pages<E extends Paged> = UseInfiniteQueryResult<readonly LocalReply<E>[], LocalCallError>;

/** The pages of a list that were asked for so far, newest first, kept up to date while they are looked at. */
export function usePages<E extends Paged>(endpoint: E, name: string): Pages<E> {
  const secret = useSecret();
  return useInfiniteQuery({
    queryKey: [endpoint.method, endpoint.path, 'pages', name],
    queryFn: ({ pageParam, signal }): Promise<LocalReply<E>> => {
      const input = { params: { name }, query: pageParam === null ? {} : { before: pageParam } };
      return callLocal(secret, endpoint, input as LocalInput<E>, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: LocalReply<E>) => page.next,
    select: ({ pages }): readonly LocalReply<E>[] => pages,
    // All pages are asked again in a row, so that no line falls between two of them.
    refetchInterval: ({ state }) => REFRESH_MS * (state.data?.pages.length ?? 1),
  });
}
