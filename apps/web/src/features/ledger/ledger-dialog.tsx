import { Dialog } from '@quorate/ui/dialog';
import { Spinner } from '@quorate/ui/spinner';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { useLedger } from './ledger.api.ts';
import { LedgerDownload } from './ledger-download.tsx';
import { LedgerHeads } from './ledger-heads.tsx';

type LedgerDialogProps = { userId: string; timeZone: string; onClose: () => void };

/** What the ledger holds, how to take it along, and how to prove that nobody has changed it. */
export function LedgerDialog({ userId, timeZone, onClose }: LedgerDialogProps) {
  const ledger = useLedger(userId);
  return (
    <Dialog title="Decision ledger" onClose={onClose} wide>
      <div className="min-h-[24rem] space-y-5 text-small">
        <p>
          Every decision and its outcome, in the order in which they came. Each record carries the
          hash of the one before, and the service signs the last: whoever changes, removes or
          reorders a record breaks the chain.
        </p>
        {ledger.data ? (
          <LedgerHeads {...ledger.data} timeZone={timeZone} />
        ) : ledger.isError ? (
          <RetryNotice
            title="Failed to load the ledger"
            error={ledger.error}
            onRetry={() => void ledger.refetch()}
            busy={ledger.isFetching}
          />
        ) : (
          <div className="grid min-h-[10rem] place-items-center">
            <Spinner label="Loading the ledger" />
          </div>
        )}
        <LedgerDownload />
      </div>
    </Dialog>
  );
}
