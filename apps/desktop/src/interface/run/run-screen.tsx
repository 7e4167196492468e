import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { Tabs } from '@quorate/ui/tabs';
import { viewerTimeZone } from '@quorate/ui/time-format';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { AT_WORK } from '../../contract/runs.ts';
import { AccountTypeBadge, NamedConfiguration, ScreenHead } from '../app-frame/screen-head.tsx';
import { JournalTab } from '../journal/journal-tab.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { TAB_STATE, useHeadingWhenLost } from '../lib/focus.ts';
import { placesOf } from '../lib/links.tsx';
import { LogsTab } from '../logs/logs-tab.tsx';
import { TradesTab } from '../trades/trades-tab.tsx';
import { FlattenDialog, StopDialog, useRunActions } from './run-dialogs.tsx';
import { RunOverview } from './run-overview.tsx';
import { phaseWords } from './run-words.ts';

const TABS = ['run', 'trades', 'journal', 'logs'] as const;
type TabName = (typeof TABS)[number];

/** One configuration: what its bot is doing and why, its trades, what it did, and the logs. */
export function RunScreen() {
  return (
    <NamedConfiguration>
      {(configuration) => <Run configuration={configuration} />}
    </NamedConfiguration>
  );
}

function Run({ configuration }: { configuration: ConfigurationSummary }) {
  const { configuration_name: name } = configuration;
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [timeZone] = useState(viewerTimeZone);
  const places = placesOf(name);
  const choose = (tab: TabName) => void navigate(places[tab], { replace: true, state: TAB_STATE });
  return (
    <>
      <RunHead configuration={configuration} isNow={tabOf(pathname) === 'run'} />
      <Tabs
        label={name}
        value={tabOf(pathname)}
        onChange={choose}
        tabs={[
          {
            value: 'run',
            label: t`Now`,
            content: <RunOverview configuration={configuration} timeZone={timeZone} />,
          },
          {
            value: 'trades',
            label: t`Trades`,
            content: <TradesTab name={name} timeZone={timeZone} />,
          },
          {
            value: 'journal',
            label: t`What it did`,
            content: <JournalTab name={name} timeZone={timeZone} />,
          },
          { value: 'logs', label: t`Logs`, content: <LogsTab name={name} /> },
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

/** Which configuration it is, how its bot is, and what can be told to it. */
type RunHeadProps = { configuration: ConfigurationSummary; isNow: boolean };

function RunHead({ configuration, isNow }: RunHeadProps) {
  const { configuration_name: name, account_type: type, problem, run } = configuration;
  const actions = useRunActions(name);
  const phase = phaseWords(run);
  const { pending } = actions;
  // The button that was pressed is another one by now.
  const box = useHeadingWhenLost(pending !== null);
  return (
    <div ref={box}>
      <ScreenHead
        hasFigure
        title={name}
        back={{ to: '/', label: t`Configurations` }}
        aside={
          <>
            <AccountTypeBadge type={type} />
            {/* The tab Now says it in a sentence. */}
            <span role="status" className={isNow ? 'sr-only' : 'inline-flex'}>
              <Badge tone={phase.tone}>{phase.name}</Badge>
            </span>
          </>
        }
        action={<RunButtons configuration={configuration} actions={actions} />}
      >
        {problem === null && (
          <Trans>
            <span className="figures wrap-anywhere">{configuration.account_number}</span> at{' '}
            {configuration.broker_server} · {configuration.currency_pairs.join(', ')} ·{' '}
            {configuration.timeframe}
          </Trans>
        )}
      </ScreenHead>
      <div className="mb-4 empty:hidden">
        {actions.failure && <FailureNotice {...actions.failure} name={name} />}
        <DoneNotice>{actions.done}</DoneNotice>
      </div>
      {actions.asking === 'stop' && (
        <StopDialog
          openPositions={run.open_positions ?? 0}
          onStop={() => actions.press('stop')}
          onClose={() => actions.ask(null)}
        />
      )}
      {actions.asking === 'flatten' && (
        <FlattenDialog
          configuration={configuration}
          onDone={actions.flattened}
          onClose={() => actions.ask(null)}
        />
      )}
    </div>
  );
}

type RunButtonsProps = {
  configuration: ConfigurationSummary;
  actions: ReturnType<typeof useRunActions>;
};

/** What can be told to the bot now. */
function RunButtons({ configuration, actions }: RunButtonsProps) {
  const { run, problem } = configuration;
  const { pending, press, ask } = actions;
  const stopping = pending === 'stop' || run.phase === 'stopping';
  return (
    <>
      {AT_WORK.has(run.phase) ? (
        <>
          <Button
            variant="secondary"
            busy={stopping}
            disabled={pending !== null}
            onClick={() => (run.open_positions ? ask('stop') : press('stop'))}
          >{t`Stop Bot`}</Button>
          <Button
            variant="secondary"
            busy={pending === 'halt' || pending === 'resume'}
            disabled={pending !== null || stopping || run.flattening}
            onClick={() => press(run.halted ? 'resume' : 'halt')}
          >
            {run.halted ? t`Resume` : t`Pause`}
          </Button>
        </>
      ) : (
        <Button
          busy={pending === 'start'}
          disabled={pending !== null || problem !== null}
          onClick={() => press('start')}
        >{t`Start Bot`}</Button>
      )}
      <Button
        variant="secondary"
        className="hover:border-loss hover:text-loss"
        busy={run.flattening}
        disabled={problem !== null || stopping}
        onClick={() => ask('flatten')}
      >{t`Close everything`}</Button>
    </>
  );
}
