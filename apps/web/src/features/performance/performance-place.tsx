import { Skeleton } from '@quorate/ui/skeleton';

/** The place of the panels while their code is on its way. */
export function PerformancePlace() {
  return (
    <div role="status" className="border-t border-line pt-8">
      <span className="sr-only">Loading the measures</span>
      <Skeleton className="h-7 w-40" />
      <Skeleton className="mt-4 h-[90rem] w-full bg-line/25" />
    </div>
  );
}
