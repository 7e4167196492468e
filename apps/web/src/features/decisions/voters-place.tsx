import { t } from '@lingui/core/macro';
import { Panel } from '@quorate/ui/panel';
import { Skeleton } from '@quorate/ui/skeleton';

const LINES = ['first', 'second', 'third'];

/** The place of the voters while they are on their way. */
export function VotersPlace() {
  return (
    <Panel title={t`Who votes`}>
      <div role="status">
        <span className="sr-only">{t`Loading who votes`}</span>
        <Skeleton className="h-5 w-72" />
        <div className="mt-4 grid grid-cols-1 gap-x-8 border-t border-line sm:grid-cols-2 lg:grid-cols-3">
          {LINES.map((line) => (
            <div key={line} className="border-b border-line py-3">
              <Skeleton className="h-5 w-32" />
              <Skeleton className="mt-1.5 h-4 w-44" />
            </div>
          ))}
        </div>
      </div>
    </Panel>
  );
}
