import { formatCount, formatMoney } from '@quorate/ui/format';
import type { ReactNode } from 'react';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { TextLink } from '../lib/text-link.tsx';
import { placesOf } from '../run/places.ts';

/** The account and the setup in a few figures; each keeps its place while it is not known. */
export function CardFigures({ configuration }: { configuration: ConfigurationSummary }) {
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
