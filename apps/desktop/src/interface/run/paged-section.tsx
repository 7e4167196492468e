import { Button } from '@quorate/ui/button';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureNotice } from '../lib/failure-notice.tsx';
import type { LocalCallError } from '../lib/local-client.ts';

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
