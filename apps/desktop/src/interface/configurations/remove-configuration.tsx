import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { useState } from 'react';
import { removeConfiguration } from '../../contract/configurations.ts';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { useAction } from '../lib/use-local.ts';

type RemoveConfigurationProps = { name: string; atWork: boolean; onRemoved: () => void };

/** At the end of the page, asked about once more. */
export function RemoveConfiguration({ name, atWork, onRemoved }: RemoveConfigurationProps) {
  const [asking, setAsking] = useState(false);
  const remove = useAction(removeConfiguration);
  return (
    <section
      aria-label="Remove"
      className="mt-10 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5"
    >
      <p className="text-small text-muted">
        Removing takes the settings and the password off this computer. Journals stay.
      </p>
      <Button variant="secondary" size="small" disabled={atWork} onClick={() => setAsking(true)}>
        Remove configuration
      </Button>
      {asking && (
        <Dialog title={`Remove ${name}?`} kind="alert" onClose={() => setAsking(false)}>
          <div className="space-y-3 text-small">
            <p>
              Its settings and its terminal password are removed from this computer. Its journals
              and its trades on the website stay. Open positions stay open at the broker.
            </p>
            <FailureNotice title="It was not removed" error={remove.error} />
          </div>
          <div className="mt-5 flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button
              variant="danger"
              busy={remove.isPending}
              onClick={() => remove.mutate({ params: { name } }, { onSuccess: onRemoved })}
            >
              Remove
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
