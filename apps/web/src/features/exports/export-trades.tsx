import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { useState } from 'react';
import { latePart } from '../../lib/late-part.tsx';
import type { ExportFilter } from './export-filter.ts';

const dialog = latePart(
  async () => (await import('./export-dialog.tsx')).ExportDialog,
  null,
  t`Failed to load the export`,
);

type ExportTradesProps = {
  userId: string;
  filter: ExportFilter;
  timeZone: string;
  /** Address of the printable statement of the same trades. */
  statement: string;
};

/** The way to take what is filtered along. The window is loaded when it is asked for. */
export function ExportTrades(props: ExportTradesProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>{t`Export`}</Button>
      {open && <dialog.Part {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
