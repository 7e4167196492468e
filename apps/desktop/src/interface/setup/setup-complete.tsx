import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { useNavigate } from 'react-router';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { AT_WORK } from '../../contract/run-state.ts';
import { startBot } from '../../contract/runs.ts';
import { useAction } from '../lib/use-local.ts';
import { ActionFailure } from '../run/action-failure.tsx';
import { PlaceLink } from '../run/place-link.tsx';
import { placesOf } from '../run/places.ts';

/** All six are green: the bot can be started. */
export function SetupComplete({ configuration }: { configuration: ConfigurationSummary }) {
  const { configuration_name: name, run } = configuration;
  const start = useAction(startBot);
  const navigate = useNavigate();
  const { run: runPlace } = placesOf(name);
  return (
    <div className="grid gap-2">
      <Notice
        tone="success"
        live
        title="Setup Complete!"
        action={
          AT_WORK.has(run.phase) ? (
            <PlaceLink to={runPlace} label="See what it does" />
          ) : (
            <Button
              busy={start.isPending}
              onClick={() =>
                start.mutate({ params: { name } }, { onSuccess: () => void navigate(runPlace) })
              }
            >
              Start Bot
            </Button>
          )
        }
      >
        {AT_WORK.has(run.phase)
          ? 'The bot is at work.'
          : `The bot trades the ${configuration.account_type === 'real' ? 'Real' : 'Demo'} account ${configuration.account_number} once it is started.`}
      </Notice>
      {start.isError && (
        <ActionFailure title="The bot was not started" error={start.error} name={name} />
      )}
    </div>
  );
}
