import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { countOf } from '@quorate/ui/format';
import { useState } from 'react';
import { quit } from '../../contract/app-state.ts';
import { AT_WORK } from '../../contract/run-state.ts';
import { useAppState } from '../lib/app-state-context.tsx';
import { useTellEnded } from '../lib/ended-context.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { useAction } from '../lib/use-local.ts';

/** Ends the app and every bot; asked about while a bot is at work. */
export function QuitSettings() {
  const { app, configurations } = useAppState();
  const [asking, setAsking] = useState(false);
  const leave = useAction(quit);
  const tellEnded = useTellEnded();
  const working = configurations.filter(({ run }) => AT_WORK.has(run.phase));
  const open = working.reduce((sum, { run }) => sum + (run.open_positions ?? 0), 0);
  const isKnown = working.every(({ run }) => run.open_positions !== null);

  const press = () => {
    setAsking(false);
    leave.mutate({}, { onSuccess: tellEnded });
  };
  return (
    <div className="space-y-3 text-small">
      <FailureNotice title="The app did not end" error={leave.error} />
      <p className="text-muted">
        {working.length === 0
          ? 'No bot is at work. Quit ends the app.'
          : `Quit stops ${countOf(working.length, 'bot')} in order and ends the app.`}
      </p>
      {leave.isSuccess ? (
        <p role="status">{app.brand} has ended. You can close this window.</p>
      ) : (
        <Button
          variant="secondary"
          busy={leave.isPending}
          onClick={() => (working.length === 0 ? press() : setAsking(true))}
        >
          Quit {app.brand}
        </Button>
      )}
      {asking && (
        <Dialog title={`Quit ${app.brand}?`} onClose={() => setAsking(false)}>
          <div className="space-y-2 text-small">
            <p>
              {countOf(working.length, 'bot')} will be stopped in order:{' '}
              {working.map(({ configuration_name: name }) => name).join(', ')}.
            </p>
            <p>{openWords(open, isKnown)}</p>
          </div>
          <div className="mt-5 flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button variant="danger" onClick={press}>
              Stop bots and quit
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

const STOPS =
  'Stop loss and take profit are at the broker and still hold; nobody moves them until a bot runs again.';

function openWords(open: number, isKnown: boolean): string {
  if (!isKnown) return `Positions that are open stay open. ${STOPS}`;
  if (open === 0) return 'No position is open.';
  return `${countOf(open, 'position')} ${open === 1 ? 'stays' : 'stay'} open. ${STOPS}`;
}
