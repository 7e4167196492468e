import { Button } from '@quorate/ui/button';
import { useState } from 'react';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { AT_WORK } from '../../contract/run-state.ts';
import { startBot, stopBot } from '../../contract/runs.ts';
import { useAppState } from '../lib/app-state-context.tsx';
import { servicePage } from '../lib/service-page.ts';
import { OutsideLink } from '../lib/text-link.tsx';
import { useAction } from '../lib/use-local.ts';
import { ActionFailure } from '../run/action-failure.tsx';
import { StopDialog } from '../run/stop-dialog.tsx';

/** The one button of a card: Start Bot, or Stop Bot while it is at work. */
export function StartStop({ configuration }: { configuration: ConfigurationSummary }) {
  const { app } = useAppState();
  const { configuration_name: name, run } = configuration;
  const start = useAction(startBot);
  const stop = useAction(stopBot);
  const [asking, setAsking] = useState(false);
  const atWork = AT_WORK.has(run.phase);
  const stopping = stop.isPending || run.phase === 'stopping';
  const failed = stop.error ?? start.error;

  const press = (action: typeof start) => {
    start.reset();
    stop.reset();
    action.mutate({ params: { name } });
  };
  return (
    <>
      {atWork ? (
        <Button
          variant="secondary"
          busy={stopping}
          aria-label={`Stop Bot of ${name}`}
          onClick={() => (run.open_positions ? setAsking(true) : press(stop))}
        >
          Stop Bot
        </Button>
      ) : (
        <Button
          busy={start.isPending}
          aria-label={`Start Bot of ${name}`}
          onClick={() => press(start)}
        >
          Start Bot
        </Button>
      )}
      {failed && (
        <div className="basis-full space-y-1.5">
          <ActionFailure
            title={stop.error ? 'The bot was not stopped' : 'The bot was not started'}
            error={failed}
            name={name}
          />
          {failed.code === 'account_limit_reached' && (
            <p className="text-tiny">
              <OutsideLink href={servicePage(app.service, '/pricing')}>See plans</OutsideLink>
            </p>
          )}
        </div>
      )}
      {asking && (
        <StopDialog
          openPositions={run.open_positions ?? 0}
          onStop={() => {
            setAsking(false);
            press(stop);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
