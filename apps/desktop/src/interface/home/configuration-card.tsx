import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { formatCount, formatMoney } from '@quorate/ui/format';
import { Notice } from '@quorate/ui/notice';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { AT_WORK } from '../../contract/run-state.ts';
import { startBot, stopBot } from '../../contract/runs.ts';
import { useAppState } from '../lib/app-state-context.tsx';
import { servicePage } from '../lib/service-page.ts';
import { OutsideLink, TextLink } from '../lib/text-link.tsx';
import { useAction } from '../lib/use-local.ts';
import { ActionFailure } from '../run/action-failure.tsx';
import { doingOf } from '../run/doing-words.ts';
import { phaseWords } from '../run/phase-words.ts';
import { placesOf } from '../run/places.ts';
import { StopDialog } from '../run/stop-dialog.tsx';
import { AccountTypeBadge } from './account-type-badge.tsx';

type ConfigurationCardProps = {
  configuration: ConfigurationSummary;
  /** Milliseconds since 1970. */
  now: number;
  timeZone: string;
};

/** One configuration: which account, what its bot is doing, and the button that starts or stops it. */
export function ConfigurationCard({ configuration, now, timeZone }: ConfigurationCardProps) {
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
            <span role="status">
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
  const start = useAction(startBot);
  const stop = useAction(stopBot);
  const [asking, setAsking] = useState(false);
  const atWork = AT_WORK.has(run.phase);
  const stopping = stop.isPending || run.phase === 'stopping';
  const failed = stop.error ?? start.error;

  const press = (action: typeof start) => {
    start.reset();
    stop.reset();
    action.mutate({ params: { name } });
  };
  return (
    <>
      {atWork ? (
        <Button
          variant="secondary"
          busy={stopping}
          aria-label={`Stop Bot of ${name}`}
          onClick={() => (run.open_positions ? setAsking(true) : press(stop))}
        >
          Stop Bot
        </Button>
      ) : (
        <Button
          busy={start.isPending}
          aria-label={`Start Bot of ${name}`}
          onClick={() => press(start)}
        >
          Start Bot
        </Button>
      )}
      {failed && (
        <div className="basis-full space-y-1.5">
          <ActionFailure
            title={stop.error ? 'The bot was not stopped' : 'The bot was not started'}
            error={failed}
            name={name}
          />
          {failed.code === 'account_limit_reached' && (
            <p className="text-tiny">
              <OutsideLink href={servicePage(app.service, '/pricing')}>See plans</OutsideLink>
            </p>
          )}
        </div>
      )}
      {asking && (
        <StopDialog
          openPositions={run.open_positions ?? 0}
          onStop={() => {
            setAsking(false);
            press(stop);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
