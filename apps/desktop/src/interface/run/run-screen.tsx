import { EmptyState } from '@quorate/ui/empty-state';
import { Tabs } from '@quorate/ui/tabs';
import { viewerTimeZone } from '@quorate/ui/time-format';
import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { JournalTab } from '../journal/journal-tab.tsx';
import { useConfiguration } from '../lib/app-state-context.tsx';
import { TextLink } from '../lib/text-link.tsx';
import { TAB_STATE } from '../lib/use-focus-on-navigation.ts';
import { LogsTab } from '../logs/logs-tab.tsx';
import { TradesTab } from '../trades/trades-tab.tsx';
import { placesOf } from './places.ts';
import { RunHead } from './run-head.tsx';
import { RunOverview } from './run-overview.tsx';

const TABS = ['run', 'trades', 'journal', 'logs'] as const;
type TabName = (typeof TABS)[number];

/** One configuration: what its bot is doing and why, its trades, what it did, and the logs. */
export function RunScreen() {
  const { name = '' } = useParams();
  const configuration = useConfiguration(name);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [timeZone] = useState(viewerTimeZone);
  if (configuration === undefined)
    return (
      <EmptyState isScreen title="There is no such configuration">
        <p>{name} was renamed or removed.</p>
        <TextLink to="/">Go to your configurations</TextLink>
      </EmptyState>
    );
  const places = placesOf(name);
  const choose = (tab: TabName) => void navigate(places[tab], { replace: true, state: TAB_STATE });
  return (
    <>
      <RunHead configuration={configuration} />
      <Tabs
        // Another configuration begins again.
        key={name}
        label={name}
        value={tabOf(pathname)}
        onChange={choose}
        tabs={[
          {
            value: 'run',
            label: 'Now',
            content: <RunOverview configuration={configuration} timeZone={timeZone} />,
          },
          {
            value: 'trades',
            label: 'Trades',
            content: <TradesTab name={name} timeZone={timeZone} />,
          },
          {
            value: 'journal',
            label: 'What it did',
            content: <JournalTab name={name} timeZone={timeZone} />,
          },
          { value: 'logs', label: 'Logs', content: <LogsTab name={name} /> },
        ]}
      />
    </>
  );
}

/** By what follows the name, which may itself be called "trades". */
function tabOf(pathname: string): TabName {
  const last = pathname.split('/')[3];
  return TABS.find((tab) => tab === last) ?? 'run';
}
