import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { useState } from 'react';
import { latePart } from '../../lib/late-part.tsx';

const dialog = latePart(
  async () => (await import('./import-dialog.tsx')).ImportDialog,
  null,
  t`Failed to load the import`,
);

type ImportTradesProps = {
  userId: string;
  timeZone: string;
  /** Trades came or went: what is shown is not what is there. */
  onChanged: () => void;
};

/** The way to bring a history of MT5 along. The window is loaded when it is asked for. */
export function ImportTrades({ userId, timeZone, onChanged }: ImportTradesProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>{t`Import`}</Button>
      {open && (
        <dialog.Part
          userId={userId}
          timeZone={timeZone}
          onChanged={onChanged}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
