import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { useState } from 'react';

type SyncHistoryProps = { onDone: () => void; busy: boolean };

/** There is nothing to start from here: the bot syncs. It says so, then loads the list again. */
export function SyncHistory({ onDone, busy }: SyncHistoryProps) {
  const [told, setTold] = useState(false);
  const close = () => {
    setTold(false);
    onDone();
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setTold(true)}>
        Sync MT5 History
      </Button>
      {told && (
        <Dialog kind="alert" title="History syncs by itself" onClose={close}>
          <p>
            Your MT5 history syncs automatically when the bot starts, and again in every cycle: the
            closed trades of the last 30 days. The list is refreshed now.
          </p>
          <Button className="mt-5 w-full" onClick={close} busy={busy}>
            OK
          </Button>
        </Dialog>
      )}
    </>
  );
}
