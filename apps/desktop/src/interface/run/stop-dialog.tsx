import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { countOf } from '@quorate/ui/format';

type StopDialogProps = {
  openPositions: number;
  onStop: () => void;
  onClose: () => void;
};

/** Asked only where something is open: stopping leaves it to its stops. */
export function StopDialog({ openPositions, onStop, onClose }: StopDialogProps) {
  const one = openPositions === 1;
  return (
    <Dialog title="Stop Bot?" onClose={onClose}>
      <p className="text-small">
        {countOf(openPositions, 'position')} {one ? 'stays' : 'stay'} open. {one ? 'Its' : 'Their'}{' '}
        stop loss and take profit are at the broker and still hold; nobody moves them until the bot
        runs again. To close {one ? 'it' : 'them'}, press Close everything instead.
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={onStop}>Stop Bot</Button>
      </div>
    </Dialog>
  );
}
