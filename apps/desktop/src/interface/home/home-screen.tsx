import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { viewerTimeZone } from '@quorate/ui/time-format';
import { useNow } from '@quorate/ui/use-now';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { AT_WORK } from '../../contract/runs.ts';
import { AccountTypeBadge, ScreenHead } from '../app-frame/screen-head.tsx';
import { useAppState } from '../lib/contexts.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { OutsideLink, placesOf, servicePage, TextLink } from '../lib/links.tsx';
import { EntriesOff } from '../run/account-limits.tsx';
import { StopDialog, useRunActions } from '../run/run-dialogs.tsx';
import { Figure, RunStrip } from '../run/run-strip.tsx';
import { StateLine } from '../run/state-line.tsx';
import { AddConfiguration } from './add-configuration.tsx';
import { FirstRun } from './first-run.tsx';
import { PaperSection, usePaper } from './paper-section.tsx';
import { SystemLimits } from './system-limits.tsx';

/** Every configuration with what its bot is doing, and the paper accounts of whoever is signed in. */
export function HomeScreen() {
  const { account } = useAppState();
  const [timeZone] = useState(viewerTimeZone);
  // Another person's accounts are asked for again.
  if (account) return <Home key={account.username} timeZone={timeZone} />;
  return <ConfigurationList timeZone={timeZone} />;
}

function Home({ timeZone }: { timeZone: string }) {
  const { configurations } = useAppState();
  const paper = usePaper();
  if (configurations.length === 0) return <FirstRun paper={paper} timeZone={timeZone} />;
  return (
    <>
      <ConfigurationList timeZone={timeZone} />
      <PaperSection paper={paper} timeZone={timeZone} />
      <SystemLimits isFolded />
    </>
  );
}

function ConfigurationList({ timeZone }: { timeZone: string }) {
  const { configurations } = useAppState();
  const now = useNow();
  return (
    <>
      <ScreenHead
        hasFigure
        title={t`Configurations`}
        action={<AddConfiguration />}
      >{t`Each has its own bot, which keeps running when you close this window.`}</ScreenHead>
      <ul aria-label={t`Configurations`} className="grid gap-4">
        {configurations.map((configuration) => (
          <li key={configuration.configuration_name}>
            <ConfigurationCard configuration={configuration} now={now} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </>
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
  return (
    <article
      aria-labelledby={heading}
      className="rounded-card border border-line bg-surface p-4 shadow-card xs:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 id={heading} className="min-w-0 text-body font-semibold wrap-anywhere">
              <Link to={problem === null ? places.run : places.edit} className="hover:text-brand">
                {name}
              </Link>
            </h2>
            <AccountTypeBadge type={configuration.account_type} />
          </div>
          {problem === null && (
            <p className="text-tiny text-muted">
              <Trans>
                <span className="figures wrap-anywhere">{configuration.account_number}</span> at{' '}
                {configuration.broker_server} · {symbols.join(', ')} · {configuration.timeframe}
              </Trans>
            </p>
          )}
        </div>
        {problem === null && <StartStop configuration={configuration} />}
      </div>
      {problem === null ? (
        <>
          <div className="mt-2.5 border-b border-line pb-3">
            <StateLine run={run} symbols={symbols} now={now} timeZone={timeZone} />
          </div>
          <EntriesOff run={run} now={now} timeZone={timeZone} />
          <div className="mt-3">
            <RunStrip run={run} now={now} timeZone={timeZone}>
              <SetupFigure configuration={configuration} />
            </RunStrip>
          </div>
        </>
      ) : (
        <Notice tone="error" title={t`This configuration cannot be used`} className="mt-3">
          {problem}
        </Notice>
      )}
      <p className="mt-4 flex flex-wrap gap-x-5 border-t border-line pt-1.5 text-tiny">
        {problem === null && (
          <>
            <CardLink to={places.run}>{t`What it does and why`}</CardLink>
            <CardLink to={places.setup}>{t`Setup check`}</CardLink>
            <CardLink to={places.realMoney}>
              {configuration.account_type === 'real' ? t`Back to Demo` : t`Real money`}
            </CardLink>
          </>
        )}
        <CardLink to={places.edit}>{t`Edit`}</CardLink>
      </p>
    </article>
  );
}

/** As high as a finger needs. */
function CardLink({ to, children }: { to: string; children: string }) {
  return (
    <TextLink to={to} className="inline-flex min-h-9 items-center max-sm:min-h-11">
      {children}
    </TextLink>
  );
}

/** How many of the six items are green. */
function SetupFigure({ configuration }: { configuration: ConfigurationSummary }) {
  const { setup, configuration_name: name } = configuration;
  return (
    <Figure label={t`Setup`}>
      {setup.checked_at === null ? (
        <TextLink to={placesOf(name).setup} className="text-small">{t`Not checked yet`}</TextLink>
      ) : (
        <span
          className={setup.green === 6 ? 'text-gain' : 'text-warn'}
        >{t`${setup.green} of 6`}</span>
      )}
    </Figure>
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
          aria-label={t`Stop Bot of ${name}`}
          onClick={() => (run.open_positions ? ask('stop') : press('stop'))}
        >{t`Stop Bot`}</Button>
      ) : (
        <Button
          busy={pending === 'start'}
          aria-label={t`Start Bot of ${name}`}
          onClick={() => press('start')}
        >{t`Start Bot`}</Button>
      )}
      {failure && (
        <div className="basis-full space-y-1.5">
          <FailureNotice {...failure} name={name} />
          {failure.error.code === 'account_limit_reached' && (
            <p className="text-tiny">
              <OutsideLink href={servicePage(app.service, '/pricing')}>{t`See plans`}</OutsideLink>
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
