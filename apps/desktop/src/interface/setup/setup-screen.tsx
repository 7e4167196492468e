import { Button } from '@quorate/ui/button';
import { EmptyState } from '@quorate/ui/empty-state';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { useParams } from 'react-router';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { ScreenHead } from '../app-frame/screen-head.tsx';
import { useConfiguration } from '../lib/app-state-context.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { TextLink } from '../lib/text-link.tsx';
import { useHeadingWhenLost } from '../lib/use-heading-when-lost.ts';
import { placesOf } from '../run/places.ts';
import { SetupChecklist } from './setup-checklist.tsx';
import { useSetupCheck } from './use-setup-check.ts';

/** The setup of one configuration, looked at instead of asked about. */
export function SetupScreen() {
  const { name = '' } = useParams();
  const configuration = useConfiguration(name);
  if (configuration === undefined)
    return (
      <EmptyState isScreen title="There is no such configuration">
        <p>{name} was renamed or removed.</p>
        <TextLink to="/">Go to your configurations</TextLink>
      </EmptyState>
    );
  return <Setup key={name} configuration={configuration} />;
}

function Setup({ configuration }: { configuration: ConfigurationSummary }) {
  const { configuration_name: name } = configuration;
  const setup = useSetupCheck(name);
  const { check } = setup;
  // What was pressed is gone, or cannot be pressed meanwhile.
  const box = useHeadingWhenLost(setup.isChecking || setup.isSettingUp);
  return (
    <div ref={box}>
      <ScreenHead
        title="Setup check"
        back={{ to: placesOf(name).run, label: name }}
        action={
          <Button
            variant="secondary"
            busy={setup.isChecking || setup.isSettingUp}
            onClick={setup.start}
          >
            {check?.checked_at == null ? 'Check now' : 'Check again'}
          </Button>
        }
      >
        The app looks at the terminal, the account, the permissions and the settings itself. Nothing
        is traded.
      </ScreenHead>
      <div className="grid gap-5">
        <FailureNotice
          title="The setup check could not be read"
          error={setup.readError}
          onRetry={setup.reload}
        />
        <FailureNotice title="The setup check was not started" error={setup.startError} />
        <FailureNotice title="The terminal was not set up" error={setup.setUpError} />
        {check === undefined && setup.readError === null && (
          <RowsSkeleton loading="Reading the setup check" />
        )}
        {check !== undefined && (
          <SetupChecklist
            configuration={configuration}
            check={check}
            isChecking={setup.isChecking}
            isSettingUp={setup.isSettingUp}
            onSetUp={setup.setUp}
            onCheck={setup.start}
          />
        )}
      </div>
    </div>
  );
}
