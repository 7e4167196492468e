import { Skeleton } from './skeleton.tsx';

const ROWS = Array.from({ length: 14 }, (_, row) => `row-${row}`);

/**
 * The place of the first rows of a list.
 *
 * @param loading what is said to those who do not see it
 */
export function RowsSkeleton({ loading }: { loading: string }) {
  return (
    <div role="status">
      <span className="sr-only">{loading}</span>
      <div className="h-10 border-b border-line" />
      {ROWS.map((row) => (
        <div key={row} className="flex h-11 items-center gap-6 border-b border-line">
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-4 w-20" />
          <Skeleton className="ms-auto h-4 w-24" />
        </div>
      ))}
    </div>
  );
}
