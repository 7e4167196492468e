import { Button } from '@quorate/ui/button';
import { EmptyState } from '@quorate/ui/empty-state';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import {
  getSetupCheck,
  type SetupCheck,
  setUpTerminal,
  startSetupCheck,
} from '../../contract/setup.ts';
import { ScreenHead } from '../app-frame/screen-head.tsx';
import { useConfiguration } from '../lib/app-state-context.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import type { LocalCallError } from '../lib/local-client.ts';
import { TextLink } from '../lib/text-link.tsx';
import { useHeadingWhenLost } from '../lib/use-heading-when-lost.ts';
import { useAction, useLocal } from '../lib/use-local.ts';
import { placesOf } from '../run/places.ts';
import { SetupChecklist } from './setup-checklist.tsx';

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

const REFRESH_MS = 1_000;

type SetupCheckState = Readonly<{
  /** undefined before it was read. */
  check: SetupCheck | undefined;
  /** The check is under way. */
  isChecking: boolean;
  /** The terminal is being set up, which ends with a check. */
  isSettingUp: boolean;
  readError: LocalCallError | null;
  startError: LocalCallError | null;
  setUpError: LocalCallError | null;
  start(): void;
  setUp(): void;
  reload(): void;
}>;

/** The setup check of a configuration as it goes. One that was never looked at is looked at by itself. */
function useSetupCheck(name: string): SetupCheckState {
  const input = { params: { name } };
  const { data, error, refetch } = useLocal(getSetupCheck, input, { refreshMs: REFRESH_MS });
  const starting = useAction(startSetupCheck);
  const settingUp = useAction(setUpTerminal);
  const { mutate: start } = starting;

  const isNew = data !== undefined && data.checked_at === null && !data.running;
  const begun = useRef(false);
  useEffect(() => {
    if (!isNew || begun.current) return;
    begun.current = true;
    start({ params: { name } });
  }, [isNew, name, start]);

  const isRunning = data?.running === true;
  return {
    check: data,
    isChecking: isRunning || starting.isPending,
    // A check has no steps of its own, and gives way to a terminal that is to be set up.
    isSettingUp: settingUp.isPending || (isRunning && data.steps.length > 0),
    readError: error,
    startError: starting.error,
    setUpError: settingUp.error,
    start() {
      begun.current = true;
      settingUp.reset();
      start(input);
    },
    setUp() {
      begun.current = true;
      starting.reset();
      settingUp.mutate(input);
    },
    reload: () => void refetch(),
  };
}
