import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { useState } from 'react';
import { latePart } from '../../lib/late-part.tsx';

const dialog = latePart(
  async () => (await import('./record-dialog.tsx')).RecordDialog,
  null,
  t`Failed to load the record`,
);

type RecordButtonProps = { userId: string; timeZone: string };

/** The way to the record that cannot be rewritten. Its window is loaded when it is asked for. */
export function RecordButton(props: RecordButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        onPointerEnter={dialog.prepare}
        onClick={() => setOpen(true)}
      >{t`Record`}</Button>
      {open && <dialog.Part {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
