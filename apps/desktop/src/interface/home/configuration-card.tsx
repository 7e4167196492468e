import { Badge } from '@quorate/ui/badge';
import { Notice } from '@quorate/ui/notice';
import { useId } from 'react';
import { Link } from 'react-router';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { TextLink } from '../lib/text-link.tsx';
import { doingOf } from '../run/doing-words.ts';
import { phaseWords } from '../run/phase-words.ts';
import { placesOf } from '../run/places.ts';
import { AccountTypeBadge } from './account-type-badge.tsx';
import { CardFigures } from './card-figures.tsx';
import { StartStop } from './start-stop.tsx';

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
