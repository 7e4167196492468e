import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { buttonClass } from '@quorate/ui/button-style';
import { EmptyState } from '@quorate/ui/empty-state';
import { formatCount, formatMoney } from '@quorate/ui/format';
import { Notice } from '@quorate/ui/notice';
import { viewerTimeZone } from '@quorate/ui/time-format';
import { useNow } from '@quorate/ui/use-now';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { AT_WORK } from '../../contract/runs.ts';
import { AccountTypeBadge, ScreenHead } from '../app-frame/screen-head.tsx';
import { useAppState } from '../lib/contexts.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { OutsideLink, placesOf, servicePage, TextLink } from '../lib/links.tsx';
import { AccountLimits } from '../run/account-limits.tsx';
import { StopDialog, useRunActions } from '../run/run-dialogs.tsx';
import { doingOf, phaseWords } from '../run/run-words.ts';
import { PaperSection } from './paper-section.tsx';

/** Every configuration with what its bot is doing. */
export function HomeScreen() {
  const { app, account, configurations } = useAppState();
  const [timeZone] = useState(viewerTimeZone);
  const now = useNow();
  // Another person's accounts are asked for anew.
  const paper = account && <PaperSection key={account.username} timeZone={timeZone} />;
  if (configurations.length === 0) {
    return (
      <>
        <ScreenHead title="Configurations" />
        <EmptyState
          title="No configuration yet"
          action={
            <Link
              to="/add-configuration"
              className={buttonClass(app.platform === 'win32' ? 'primary' : 'secondary')}
            >
              Add Configuration
            </Link>
          }
        >
          A configuration is one MetaTrader 5 account and the risk settings for it.
          {app.platform === 'win32' &&
            ' The app finds your terminal automatically. Most people only enter a password.'}
        </EmptyState>
        {paper}
      </>
    );
  }
  return (
    <>
      <ScreenHead title="Configurations" action={<AddConfiguration />}>
        Each has its own bot, which keeps running when you close this window.
      </ScreenHead>
      <ul aria-label="Configurations" className="grid gap-4">
        {configurations.map((configuration) => (
          <li key={configuration.configuration_name}>
            <ConfigurationCard configuration={configuration} now={now} timeZone={timeZone} />
          </li>
        ))}
      </ul>
      {paper}
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

type ConfigurationCardProps = {
  configuration: ConfigurationSummary;
  /** Milliseconds since 1970. */
  now: number;
  timeZone: string;
};

/** One configuration: which account, what its bot is doing, and the button that starts or stops it. */
function ConfigurationCard({ configuration, now, timeZone }: ConfigurationCardProps) {
  const { configuration_name: name, run, currency_pairs: symbols, problem } = configuration;
  const places = placesOf(name);
  const heading = useId();
  const phase = phaseWords(run);
  const doing = doingOf({ run, limits: [], symbols, now, timeZone });
  return (
    <article
      aria-labelledby={heading}
      className="rounded-card border border-line bg-surface p-4 shadow-card xs:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 id={heading} className="min-w-0 font-serif text-heading [overflow-wrap:anywhere]">
              <Link to={places.run} className="rounded-sm hover:text-brand">
                {name}
              </Link>
            </h2>
            <AccountTypeBadge type={configuration.account_type} />
            <span role="status" className="inline-flex">
              <Badge tone={phase.tone}>{phase.name}</Badge>
            </span>
          </div>
          {problem === null && (
            <p className="mt-0.5 text-tiny text-muted [overflow-wrap:anywhere]">
              <span className="figures">{configuration.account_number}</span> at{' '}
              {configuration.broker_server} · {symbols.join(', ')} · {configuration.timeframe}
            </p>
          )}
        </div>
        {problem === null && <StartStop configuration={configuration} />}
      </div>
      {problem === null ? (
        <>
          <p className="mt-3 text-small">{doing.text}</p>
          <CardFigures configuration={configuration} />
          {(run.floors !== null || AT_WORK.has(run.phase)) && (
            <div className="mt-4 border-t border-line pt-3">
              <AccountLimits run={run} now={now} timeZone={timeZone} />
            </div>
          )}
        </>
      ) : (
        <Notice tone="error" title="This configuration cannot be used" className="mt-3">
          {problem}
        </Notice>
      )}
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-1 border-t border-line pt-3 text-tiny">
        {problem === null && (
          <>
            <TextLink to={places.run}>What it does and why</TextLink>
            <TextLink to={places.setup}>Setup check</TextLink>
            <TextLink to={places.realMoney}>
              {configuration.account_type === 'real' ? 'Back to Demo' : 'Real money'}
            </TextLink>
          </>
        )}
        <TextLink to={places.edit}>Edit</TextLink>
      </p>
    </article>
  );
}

/** The account and the setup in a few figures; each keeps its place while it is not known. */
function CardFigures({ configuration }: { configuration: ConfigurationSummary }) {
  const { run, setup, configuration_name: name } = configuration;
  const known = run.equity !== null && run.currency !== null;
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2.5 sm:grid-cols-[1.4fr_1.2fr_1fr_0.8fr] md:gap-x-6">
      <Figure label="Equity">
        {known ? formatMoney(run.equity ?? 0, run.currency ?? 'USD') : <Unknown />}
      </Figure>
      <Figure label="Open positions">
        <Count of={run.open_positions} />
      </Figure>
      <Figure label="Trades today">
        <Count of={run.trades_today} />
      </Figure>
      <Figure label="Setup">
        {setup.checked_at === null ? (
          <TextLink to={placesOf(name).setup} className="font-sans text-small">
            Not checked yet
          </TextLink>
        ) : (
          <span className={setup.green === 6 ? 'text-gain' : 'text-warn'}>{setup.green} of 6</span>
        )}
      </Figure>
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-tiny whitespace-nowrap text-muted">{label}</dt>
      <dd className="figures mt-0.5 text-[0.9375rem] wrap-anywhere">{children}</dd>
    </div>
  );
}

function Count({ of: count }: { of: number | null }) {
  return count === null ? <Unknown /> : formatCount(count);
}

function Unknown() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">not known yet</span>
    </>
  );
}

/** The one button of a card: Start Bot, or Stop Bot while it is at work. */
function StartStop({ configuration }: { configuration: ConfigurationSummary }) {
  const { app } = useAppState();
  const { configuration_name: name, run } = configuration;
  const { pending, failure, asking, press, ask } = useRunActions(name);
  return (
    <>
      {AT_WORK.has(run.phase) ? (
        <Button
          variant="secondary"
          busy={pending === 'stop' || run.phase === 'stopping'}
          aria-label={`Stop Bot of ${name}`}
          onClick={() => (run.open_positions ? ask('stop') : press('stop'))}
        >
          Stop Bot
        </Button>
      ) : (
        <Button
          busy={pending === 'start'}
          aria-label={`Start Bot of ${name}`}
          onClick={() => press('start')}
        >
          Start Bot
        </Button>
      )}
      {failure && (
        <div className="basis-full space-y-1.5">
          <FailureNotice {...failure} name={name} />
          {failure.error.code === 'account_limit_reached' && (
            <p className="text-tiny">
              <OutsideLink href={servicePage(app.service, '/pricing')}>See plans</OutsideLink>
            </p>
          )}
        </div>
      )}
      {asking && (
        <StopDialog
          openPositions={run.open_positions ?? 0}
          onStop={() => press('stop')}
          onClose={() => ask(null)}
        />
      )}
    </>
  );
}
