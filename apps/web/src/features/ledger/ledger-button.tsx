import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { useState } from 'react';
import { latePart } from '../../lib/late-part.tsx';

const dialog = latePart(
  async () => (await import('./ledger-dialog.tsx')).LedgerDialog,
  null,
  t`Failed to load the ledger`,
);

type LedgerButtonProps = { userId: string; timeZone: string };

/** The way to the record that cannot be rewritten. Its window is loaded when it is asked for. */
export function LedgerButton(props: LedgerButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        onPointerEnter={dialog.prepare}
        onClick={() => setOpen(true)}
      >{t`Ledger`}</Button>
      {open && <dialog.Part {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
