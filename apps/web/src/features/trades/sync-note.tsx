import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';

/** What a press of “Sync MT5 History” does: there is nothing to start from here, the bot syncs. */
export function SyncNote({ onClose, busy }: { onClose: () => void; busy: boolean }) {
  return (
    <Dialog kind="alert" title={t`History syncs automatically`} onClose={onClose}>
      <p>{t`Your MT5 history syncs automatically when the bot starts, and again in every cycle: the closed trades of the last 30 days. The list is refreshed now.`}</p>
      <Button className="mt-5 w-full" onClick={onClose} busy={busy}>{t`OK`}</Button>
    </Dialog>
  );
}
