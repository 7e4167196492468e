import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { CopyButton } from '@quorate/ui/copy-button';
import { Dialog, DialogActions } from '@quorate/ui/dialog';
import { Notice } from '@quorate/ui/notice';
import { useState } from 'react';
import { acceptLogKey, type ChangedLogKey } from '../../contract/log-key.ts';
import { useAction } from '../lib/local-client.ts';

/** That the service signs its public log with an unknown key: what it means, and the way to accept it. */
export function LogKeyNotice({ changed }: { changed: ChangedLogKey }) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Notice
        tone="error"
        live
        title={t`The service’s public log has another key`}
        action={
          <Button size="small" variant="secondary" onClick={() => setAsks(true)}>
            {t`Compare keys`}
          </Button>
        }
      >{t`The key that this app knows does not vouch for the new one. Bots go on: positions and stops are safe. Do not trust new records until you know why.`}</Notice>
      {asks && <AcceptDialog changed={changed} onClose={() => setAsks(false)} />}
    </>
  );
}

function AcceptDialog({ changed, onClose }: { changed: ChangedLogKey; onClose: () => void }) {
  const accept = useAction(acceptLogKey);
  // What was shown is what is accepted, whatever the service says meanwhile.
  const [{ service, pinned, served }] = useState(changed);
  return (
    <Dialog title={t`Trust the new key?`} onClose={onClose}>
      <div className="space-y-4 text-small">
        <p>{t`${service} signs the public log of all bots, and your records, with a key. It is another one now. There are two possible reasons:`}</p>
        <ul className="list-disc space-y-1 ps-5">
          <li>{t`The operator has lost the old key. Then they say so publicly, and name the new one.`}</li>
          <li>{t`Someone else answers in the place of the service, or has rewritten its log.`}</li>
        </ul>
        <KeyText label={t`Known until now`} text={pinned} />
        <KeyText label={t`Used now`} text={served} />
        <p>{t`Ask the operator in another way than through this app, and compare every character.`}</p>
        {accept.isError && (
          <Notice tone="error" live title={t`The key was not accepted`}>
            {accept.error.message}
          </Notice>
        )}
      </div>
      <DialogActions onCancel={onClose} cancel={t`Keep the old key`}>
        <Button
          variant="danger"
          busy={accept.isPending}
          onClick={() => accept.mutate({ body: { served } }, { onSuccess: onClose })}
        >{t`Trust the new key`}</Button>
      </DialogActions>
    </Dialog>
  );
}

function KeyText({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="mb-1 text-tiny text-muted">{label}</p>
      <code className="mb-2 block rounded-control bg-sunk p-2 text-tiny wrap-anywhere">{text}</code>
      <CopyButton label={t`Copy`} text={text} />
    </div>
  );
}
