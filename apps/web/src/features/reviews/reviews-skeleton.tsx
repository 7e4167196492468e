import { Skeleton } from '@quorate/ui/skeleton';

/** The place of three reviews. */
export function ReviewsSkeleton() {
  return (
    <div role="status" className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
      <span className="sr-only">Loading reviews</span>
      {['first', 'second', 'third'].map((place, index) => (
        <div
          key={place}
          className={`min-h-52 space-y-3 rounded-card border border-line p-6 ${['', 'max-md:hidden', 'max-lg:hidden'][index]}`}
        >
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-11/12" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      ))}
    </div>
  );
}
