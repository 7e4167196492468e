import { t } from '@lingui/core/macro';
import { Skeleton } from '@quorate/ui/skeleton';

const CARD = 'rounded-card border border-line bg-surface p-4 sm:px-5';

/** The desk's place while it loads: what stands below stays where it is. */
export function DeskPlace() {
  return (
    <div role="status" aria-label={t`Loading your desk`} className="space-y-4">
      <div className="flex min-h-[6.25rem] flex-wrap items-center gap-4 sm:min-h-11">
        <Skeleton className="h-7 w-64 max-w-full" />
      </div>
      <div className={`${CARD} min-h-[17rem] lg:min-h-[7.25rem]`}>
        <Skeleton className="h-4 w-16" />
        <Skeleton className="mt-2 h-9 w-44" />
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-12">
        <div className={`${CARD} min-h-[15rem] max-lg:order-3 lg:col-span-8 lg:min-h-[19.5rem]`} />
        <div className={`${CARD} min-h-[8rem] max-lg:order-1 lg:col-span-4`} />
        <div className={`${CARD} min-h-[20rem] max-lg:order-2 lg:col-span-8`} />
        <div className={`${CARD} min-h-[15rem] max-lg:order-4 lg:col-span-4`} />
      </div>
    </div>
  );
}
