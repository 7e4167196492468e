import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { lazy, Suspense, useState } from 'react';
import type { ExportFilter } from './export-filter.ts';

const ExportDialog = lazy(async () => ({
  default: (await import('./export-dialog.tsx')).ExportDialog,
}));

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
      {open && (
        <Suspense fallback={null}>
          <ExportDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
