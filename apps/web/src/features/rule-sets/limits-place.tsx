import { Panel } from '@quorate/ui/panel';
import { Skeleton } from '@quorate/ui/skeleton';

/** As high while it loads as without a report: what stands below stays where it is. */
export const LIMITS_CLASS = 'grid min-h-[15rem] scroll-mt-16 xs:min-h-[12.5rem]';

/** The panel's place while its code and its figures are on their way. */
export function LimitsPlace() {
  return (
    <div className={LIMITS_CLASS}>
      <Panel title="Limits">
        <div role="status" aria-label="Loading your limits">
          <Skeleton className="h-6 w-64 max-w-full" />
          <Skeleton className="mt-3 h-6 w-full" />
        </div>
      </Panel>
    </div>
  );
}
