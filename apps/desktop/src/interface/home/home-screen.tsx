import { buttonClass } from '@quorate/ui/button-style';
import { EmptyState } from '@quorate/ui/empty-state';
import { viewerTimeZone } from '@quorate/ui/time-format';
import { useState } from 'react';
import { Link } from 'react-router';
import { ScreenHead } from '../app-frame/screen-head.tsx';
import { useAppState } from '../lib/app-state-context.tsx';
import { useNow } from '../run/use-now.ts';
import { AddConfiguration } from './add-configuration.tsx';
import { ConfigurationCard } from './configuration-card.tsx';

/** Every configuration with what its bot is doing. */
export function HomeScreen() {
  const { app, configurations } = useAppState();
  const [timeZone] = useState(viewerTimeZone);
  const now = useNow();
  if (configurations.length === 0) {
    return (
      <>
        <ScreenHead title="Configurations" />
        <EmptyState
          title="No configuration yet"
          action={
            <Link to="/add-configuration" className={buttonClass()}>
              Add Configuration
            </Link>
          }
        >
          A configuration is one MetaTrader 5 account and what may be risked on it.
          {app.platform === 'win32' &&
            ' Yours is found by itself: for most people it is one password and Save.'}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <ScreenHead title="Configurations" action={<AddConfiguration />}>
        Each has a bot of its own that goes on when this window is closed.
      </ScreenHead>
      <ul aria-label="Configurations" className="grid gap-4">
        {configurations.map((configuration) => (
          <li key={configuration.configuration_name}>
            <ConfigurationCard configuration={configuration} now={now} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </>
  );
}
