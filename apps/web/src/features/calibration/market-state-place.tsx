import { t } from '@lingui/core/macro';
import { Skeleton } from '@quorate/ui/skeleton';

/** The line's place while it is on its way. */
export function MarketStatePlace() {
  return (
    <div role="status" className="mt-4 border-t border-line pt-3">
      <span className="sr-only">{t`Loading what your analysts have shown`}</span>
      <Skeleton className="h-[1.2rem] w-64" />
    </div>
  );
}
