import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { EmptyState } from '@quorate/ui/empty-state';
import { Tabs } from '@quorate/ui/tabs';
import { viewerTimeZone } from '@quorate/ui/time-format';
import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { AT_WORK } from '../../contract/run-state.ts';
import { haltBot, resumeBot, startBot, stopBot } from '../../contract/runs.ts';
import { ScreenHead } from '../app-frame/screen-head.tsx';
import { AccountTypeBadge } from '../home/account-type-badge.tsx';
import { JournalTab } from '../journal/journal-tab.tsx';
import { useConfiguration } from '../lib/app-state-context.tsx';
import type { LocalCallError } from '../lib/local-client.ts';
import { TextLink } from '../lib/text-link.tsx';
import { TAB_STATE } from '../lib/use-focus-on-navigation.ts';
import { useHeadingWhenLost } from '../lib/use-heading-when-lost.ts';
import { useAction } from '../lib/use-local.ts';
import { LogsTab } from '../logs/logs-tab.tsx';
import { TradesTab } from '../trades/trades-tab.tsx';
import { ActionFailure } from './action-failure.tsx';
import { FlattenDialog } from './flatten-dialog.tsx';
import { phaseWords } from './phase-words.ts';
import { placesOf } from './places.ts';
import { RunOverview } from './run-overview.tsx';
import { StopDialog } from './stop-dialog.tsx';

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

/** Which configuration it is, how its bot is, and what can be told to it. */
function RunHead({ configuration }: { configuration: ConfigurationSummary }) {
  const { configuration_name: name, account_type: type, problem, run } = configuration;
  const actions = useRunActions(configuration);
  const phase = phaseWords(run);
  const { pending } = actions;
  // The button that was pressed is another one by now.
  const box = useHeadingWhenLost(pending !== null);
  return (
    <div ref={box}>
      <ScreenHead
        title={name}
        back={{ to: '/', label: 'Configurations' }}
        aside={
          <>
            <AccountTypeBadge type={type} />
            <span role="status" className="inline-flex">
              <Badge tone={phase.tone}>{phase.name}</Badge>
            </span>
          </>
        }
        action={<RunButtons configuration={configuration} actions={actions} />}
      >
        {problem === null && (
          <>
            <span className="figures wrap-anywhere">{configuration.account_number}</span> at{' '}
            {configuration.broker_server} · {configuration.currency_pairs.join(', ')} ·{' '}
            {configuration.timeframe}
          </>
        )}
      </ScreenHead>
      <div className="mb-4 empty:hidden">
        {actions.failure && <ActionFailure {...actions.failure} name={name} />}
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

type RunButtonsProps = { configuration: ConfigurationSummary; actions: RunActions };

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
          >
            Stop Bot
          </Button>
          <Button
            variant="secondary"
            busy={pending === 'halt' || pending === 'resume'}
            disabled={pending !== null || stopping || run.flattening}
            onClick={() => press(run.halted ? 'resume' : 'halt')}
          >
            {run.halted ? 'Resume' : 'Halt'}
          </Button>
        </>
      ) : (
        <Button
          busy={pending === 'start'}
          disabled={pending !== null || problem !== null}
          onClick={() => press('start')}
        >
          Start Bot
        </Button>
      )}
      <Button
        variant="secondary"
        className="hover:border-loss hover:text-loss"
        busy={run.flattening}
        disabled={problem !== null || stopping}
        onClick={() => ask('flatten')}
      >
        Close everything
      </Button>
    </>
  );
}

const FAILURES = {
  start: 'The bot was not started',
  stop: 'The bot was not stopped',
  halt: 'The bot was not halted',
  resume: 'The bot was not resumed',
} as const;

type Act = keyof typeof FAILURES;

type RunActions = Readonly<{
  /** What is under way; null while nothing is. */
  pending: Act | null;
  failure: Readonly<{ title: string; error: LocalCallError }> | null;
  /** What was done and shows nowhere else. */
  done: string | null;
  /** Which question is open. */
  asking: 'stop' | 'flatten' | null;
  press(act: Act): void;
  ask(what: 'stop' | 'flatten' | null): void;
  /** That everything was closed. */
  flattened(): void;
}>;

/** What can be told to a bot, one thing at a time. */
function useRunActions({ configuration_name: name }: ConfigurationSummary): RunActions {
  const actions = {
    start: useAction(startBot),
    stop: useAction(stopBot),
    halt: useAction(haltBot),
    resume: useAction(resumeBot),
  };
  const [asking, setAsking] = useState<RunActions['asking']>(null);
  const [done, setDone] = useState<string | null>(null);
  const acts = Object.keys(actions) as Act[];
  const failed = acts.find((act) => actions[act].isError);
  const error = failed && actions[failed].error;
  return {
    pending: acts.find((act) => actions[act].isPending) ?? null,
    failure: failed && error ? { title: FAILURES[failed], error } : null,
    done,
    asking,
    press(act) {
      setAsking(null);
      setDone(null);
      for (const one of acts) actions[one].reset();
      actions[act].mutate({ params: { name } });
    },
    ask(what) {
      setDone(null);
      setAsking(what);
    },
    flattened() {
      setAsking(null);
      setDone('Everything is closed, and nothing new is opened.');
    },
  };
}
