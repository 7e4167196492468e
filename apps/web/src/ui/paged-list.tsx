import { t } from '@lingui/core/macro';
import type { Pagination as Page } from '@quorate/contract/reply';
import { Skeleton } from '@quorate/ui/skeleton';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Pagination } from './pagination.tsx';
import { RetryNotice } from './retry-notice.tsx';

type PagedListProps<T> = {
  query: {
    data: T | undefined;
    error: unknown;
    isError: boolean;
    isFetching: boolean;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  /** Plural, such as 'sessions'. */
  noun: string;
  empty: string;
  onPage: (page: number) => void;
  children: (data: T) => ReactNode;
};

/** A paged list in its states: on its way, failed, empty, there, and beyond its end. */
export function PagedList<T extends { pagination: Page }>(props: PagedListProps<T>) {
  const { query, noun, empty, onPage, children } = props;
  const { data, isPlaceholderData } = query;
  const last = data && !isPlaceholderData ? data.pagination.total_pages : null;
  // What was on the last page may have ended since.
  const beyond = last !== null && last > 0 && (data?.pagination.page ?? 1) > last;
  const goBack = useEffectEvent((page: number) => onPage(page));
  useEffect(() => {
    if (beyond && last !== null) goBack(last);
  }, [beyond, last]);

  return (
    <>
      {query.isError && (
        <div className="mb-4">
          <RetryNotice
            title={t`Failed to load the ${noun}`}
            error={query.error}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          />
        </div>
      )}
      {data ? (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
          {data.pagination.total === 0 ? (
            <p className="text-small text-muted">{empty}</p>
          ) : (
            children(data)
          )}
          {data.pagination.total_pages > 1 && (
            <div className="mt-4">
              <Pagination page={data.pagination} noun={noun} onPage={onPage} />
            </div>
          )}
        </div>
      ) : (
        !query.isError && (
          <div role="status" aria-label={t`Loading the ${noun}`} className="space-y-3">
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-4/5" />
          </div>
        )
      )}
    </>
  );
}
