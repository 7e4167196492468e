import { t } from '@lingui/core/macro';
import type { Trade } from '@quorate/contract/trades';
import { Dialog } from '@quorate/ui/dialog';
import { TradeCorrections } from '../../ui/trade-corrections.tsx';

type CorrectionsDialogProps = { trade: Trade; timeZone: string; onClose: () => void };

/** What was corrected of a trade. */
export function CorrectionsDialog({ trade, timeZone, onClose }: CorrectionsDialogProps) {
  const { position_ticket: ticket } = trade;
  return (
    <Dialog title={t`Trade ${ticket}: what was corrected`} onClose={onClose}>
      <TradeCorrections trade={trade} timeZone={timeZone} />
    </Dialog>
  );
}
