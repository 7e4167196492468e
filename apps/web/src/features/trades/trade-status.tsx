import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Trade } from '@quorate/contract/trades';
import { useState } from 'react';
import { latePart } from '../../lib/late-part.tsx';

const corrections = latePart(
  async () => (await import('./corrections-dialog.tsx')).CorrectionsDialog,
  null,
  t`Failed to load the corrections`,
);

/** The state of a trade, and whether its figures were reported again with others. */
export function TradeStatus({ trade, timeZone }: { trade: Trade; timeZone: string }) {
  const [open, setOpen] = useState(false);
  const { status, position_ticket: ticket } = trade;
  if (trade.corrections.length === 0) return status;
  return (
    <>
      {status} ·{' '}
      <button
        type="button"
        onClick={(event) => {
          // The row opens the decision.
          event.stopPropagation();
          setOpen(true);
        }}
        className="-mx-1 min-h-8 rounded-sm px-1 underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-brand"
      >
        <Trans>
          corrected<span className="sr-only">{t`, show what changed of trade ${ticket}`}</span>
        </Trans>
      </button>
      {open && (
        // A press in the window is none on the row behind it.
        // biome-ignore lint/a11y/noStaticElementInteractions: nothing happens here but that
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the window itself
        <div onClick={(event) => event.stopPropagation()}>
          <corrections.Part trade={trade} timeZone={timeZone} onClose={() => setOpen(false)} />
        </div>
      )}
    </>
  );
}
