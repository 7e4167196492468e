import { Button } from '@quorate/ui/button';
import { buttonClass } from '@quorate/ui/button-style';
import { EmptyState } from '@quorate/ui/empty-state';
import { viewerTimeZone } from '@quorate/ui/time-format';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { ScreenHead } from '../app-frame/screen-head.tsx';
import { useAppState } from '../lib/app-state-context.tsx';
import { servicePage } from '../lib/service-page.ts';
import { OutsideLink } from '../lib/text-link.tsx';
import { useNow } from '../run/use-now.ts';
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
            ' Yours is found automatically: for most people it is one password and Save.'}
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

/** Adds one more; at the plan's limit it cannot be pressed, and the reason stands beside it. */
function AddConfiguration() {
  const { app, add_configuration: add } = useAppState();
  const reason = useId();
  if (add.allowed) {
    return (
      <Link to="/add-configuration" className={buttonClass()}>
        Add Configuration
      </Link>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p id={reason} className="max-w-[22rem] text-tiny text-muted">
        {add.reason}{' '}
        <OutsideLink href={servicePage(app.service, '/pricing')}>See plans</OutsideLink>
      </p>
      <Button disabled aria-describedby={reason}>
        Add Configuration
      </Button>
    </div>
  );
}
