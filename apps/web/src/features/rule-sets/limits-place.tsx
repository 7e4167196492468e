import { Panel } from '@quorate/ui/panel';
import { Skeleton } from '@quorate/ui/skeleton';

/** The panel's place while its code and its figures are on their way: as high as one account. */
export function LimitsPlace() {
  return (
    <Panel title="Limits">
      <div role="status" aria-label="Loading your limits">
        <Skeleton className="h-6 w-64 max-w-full" />
        <Skeleton className="mt-3 h-3 w-full" />
        <Skeleton className="mt-3 h-12 w-full" />
      </div>
    </Panel>
  );
}
