import { t } from '@lingui/core/macro';
import { Panel } from '@quorate/ui/panel';
import { Skeleton } from '@quorate/ui/skeleton';
import { readStored, writeStored } from '../../lib/browser-storage.ts';

/** As high while it loads as without a report: what stands below stays where it is. */
export const LIMITS_CLASS = 'grid min-h-[15rem] grid-cols-1 scroll-mt-16 xs:min-h-[12.5rem]';

/** As high as an account with its figures, whatever the width. */
export const ACCOUNT_CLASS =
  'min-h-[26rem] xs:min-h-[21.5rem] md:min-h-[17.5rem] lg:min-h-[16.5rem]';

const REPORTED_KEY = 'limits-reported';
const REPORTED_MOST = 10;

/** Keeps how many accounts were shown with their figures, so that the next visit leaves room for them. */
export function keepReported(accounts: number): void {
  writeStored(REPORTED_KEY, String(Math.min(accounts, REPORTED_MOST)));
}

function reportedBefore(): number {
  const kept = Number(readStored(REPORTED_KEY));
  return Number.isInteger(kept) && kept >= 0 && kept <= REPORTED_MOST ? kept : 0;
}

/** The panel's place while its code and its figures are on their way. */
export function LimitsPlace() {
  const accounts = Array.from({ length: reportedBefore() }, (_, index) => index);
  return (
    <div className={LIMITS_CLASS}>
      <Panel title={t`Limits`}>
        <div role="status" aria-label={t`Loading your limits`} className="divide-y divide-line">
          {accounts.map((account) => (
            <div key={account} className="py-5 first:pt-0 last:pb-0">
              <div className={ACCOUNT_CLASS}>
                <PlaceLines />
              </div>
            </div>
          ))}
          {accounts.length === 0 && <PlaceLines />}
        </div>
      </Panel>
    </div>
  );
}

function PlaceLines() {
  return (
    <>
      <Skeleton className="h-6 w-64" />
      <Skeleton className="mt-3 h-6 w-full" />
    </>
  );
}
