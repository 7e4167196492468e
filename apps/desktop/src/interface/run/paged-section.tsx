import { Button } from '@quorate/ui/button';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { listJournal, listTrades } from '../../contract/journal.ts';
import type { LocalInput, LocalReply } from '../../contract/local-endpoint.ts';
import { useSecret } from '../lib/contexts.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { callLocal, type LocalCallError } from '../lib/local-client.ts';

type PagedSectionProps = {
  label: string;
  pages: UseInfiniteQueryResult<unknown, LocalCallError>;
  /** Title of a failure. */
  unreadable: string;
  /** Said while the first page is read. */
  loading: string;
  /** The button that reads the next page. */
  more: string;
  /** What is shown of the pages; what has come stays beside a failure. */
  children: ReactNode;
};

/** A list that is read page by page: being read, failed, and with more to come. */
export function PagedSection(props: PagedSectionProps) {
  const { label, pages, unreadable, loading, more, children } = props;
  return (
    <section aria-label={label}>
      {pages.isError && (
        <div className="mb-4">
          <FailureNotice
            title={unreadable}
            error={pages.error}
            onRetry={() => void pages.refetch()}
            busy={pages.isFetching}
          />
        </div>
      )}
      {pages.isPending && <RowsSkeleton loading={loading} />}
      {children}
      {pages.hasNextPage && (
        <div className="mt-5 text-center">
          <Button
            variant="secondary"
            busy={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {more}
          </Button>
        </div>
      )}
    </section>
  );
}

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
