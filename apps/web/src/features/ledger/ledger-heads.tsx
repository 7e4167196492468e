import type { LedgerHead, SignedHead } from '@quorate/contract/ledger';
import { CopyButton } from '@quorate/ui/copy-button';
import { formatCount } from '@quorate/ui/format';
import { formatTime } from '@quorate/ui/time-format';

type LedgerHeadsProps = Pick<LedgerHead, 'head' | 'kept'> & { timeZone: string };

/** The head signed now, and the one that was kept last. */
export function LedgerHeads({ head, kept, timeZone }: LedgerHeadsProps) {
  return (
    <div className="space-y-4">
      {head.records === 0 && <p>No decision is on record yet. The first one begins the chain.</p>}
      <Head title="Head, signed now" head={head} timeZone={timeZone} />
      {kept ? (
        <Head title="Head kept last" head={kept} timeZone={timeZone} />
      ) : (
        <p className="text-muted">
          A head is kept once a day when there are new records. None is kept so far.
        </p>
      )}
    </div>
  );
}

function Head({ title, head, timeZone }: { title: string; head: SignedHead; timeZone: string }) {
  return (
    <section aria-label={title} className="border-t border-line pt-3">
      <h3 className="font-medium">{title}</h3>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5">
        <dt className="text-muted">Records</dt>
        <dd className="figures text-[0.875rem]">{formatCount(head.records)}</dd>
        <dt className="text-muted">Signed</dt>
        <dd className="figures text-[0.875rem]">{formatTime(head.signed_at, timeZone)}</dd>
        <dt className="text-muted">Key</dt>
        <dd className="figures text-[0.875rem] [overflow-wrap:anywhere]">{head.key_id}</dd>
        <dt className="text-muted">Hash</dt>
        <dd className="space-y-2">
          <span className="figures block text-tiny [overflow-wrap:anywhere]">{head.hash}</span>
          <CopyButton label="Copy hash" text={head.hash} />
        </dd>
      </dl>
    </section>
  );
}
