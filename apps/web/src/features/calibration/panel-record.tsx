import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { PanelRecord } from '@quorate/contract/calibration';
import { EmptyState } from '@quorate/ui/empty-state';
import { FactList } from '@quorate/ui/fact-list';
import { formatCount } from '@quorate/ui/format';
import { Notice, type NoticeTone } from '@quorate/ui/notice';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { SelectField } from '@quorate/ui/select-field';
import { useState } from 'react';
import { useArrival } from '../../lib/use-arrival.ts';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { usePanelRecord } from './calibration.api.ts';
import { PanelRules } from './panel-rules.tsx';
import { PanelVoters } from './panel-voters.tsx';
import { edgeSentence, type Known, type Market, marketName, stateSentence } from './panel-words.ts';

/** What the analysts have shown on one market together, and what follows from it. */
export function PanelRecordSection({ userId }: { userId: string }) {
  const [market, setMarket] = useState<Market | null>(null);
  const panel = usePanelRecord(userId, market);
  const { data } = panel;
  const title = useArrival('panel-record', data !== undefined);
  return (
    <section aria-labelledby="panel-record" className="space-y-4">
      <div>
        <h2
          ref={title}
          id="panel-record"
          className="font-serif text-heading"
        >{t`The record of your panel`}</h2>
        <p className="mt-1 max-w-prose text-small text-muted">{t`What your analysts have shown on one market, and whether it pays the costs of trading.`}</p>
      </div>
      {panel.isError && (
        <RetryNotice
          title={t`Failed to load the record of your panel`}
          error={panel.error}
          onRetry={() => void panel.refetch()}
          busy={panel.isFetching}
        />
      )}
      {data ? (
        <div
          aria-busy={panel.isPlaceholderData}
          className={panel.isPlaceholderData ? 'space-y-6 opacity-60' : 'space-y-6'}
        >
          <MarketChoice data={data} chosen={market} onChosen={setMarket} />
          {data.record ? (
            <RecordShown record={data.record} />
          ) : (
            <EmptyState
              title={t`No decision yet`}
            >{t`The record begins with the first bar that your bot decides on.`}</EmptyState>
          )}
        </div>
      ) : (
        !panel.isError && <RowsSkeleton loading={t`Loading the record of your panel`} />
      )}
    </section>
  );
}

type MarketChoiceProps = {
  data: PanelRecord;
  chosen: Market | null;
  onChosen: (market: Market) => void;
};

/** The market that is shown, among those of which anything is known. */
function MarketChoice({ data: { markets, record }, chosen, onChosen }: MarketChoiceProps) {
  const shown = chosen ?? record;
  if (!shown) return null;
  const isListed = markets.some((market) => marketName(market) === marketName(shown));
  const choice: readonly Market[] = isListed ? markets : [shown, ...markets];
  return (
    <SelectField
      label={t`Market`}
      value={marketName(shown)}
      options={choice.map((market) => ({ value: marketName(market), label: marketName(market) }))}
      onChange={(name) => {
        const found = choice.find((market) => marketName(market) === name);
        if (found) onChosen({ symbol: found.symbol, timeframe: found.timeframe });
      }}
      className="w-48"
    />
  );
}

const TONES: Readonly<Record<Known['state'], NoticeTone>> = {
  measuring: 'info',
  no_edge: 'warning',
  edge: 'success',
};

function RecordShown({ record }: { record: Known }) {
  const { outcomes, shared_outcomes: shared, effective_voters: voices, cost_atr: cost } = record;
  return (
    <>
      <Notice tone={TONES[record.state]} title={stateSentence(record)}>
        <StateDetails record={record} />
      </Notice>
      <FactList
        facts={[
          { label: t`Outcomes known`, value: formatCount(outcomes) },
          { label: t`Of all accounts together`, value: formatCount(shared) },
          {
            label: t`Independent voices`,
            value: t`${voices} of ${plural(record.voters.length, { one: '# voter', other: '# voters' })}`,
          },
          {
            label: t`Costs of a round trip`,
            value: cost === null ? '–' : t`${cost.toFixed(3)} ATR`,
          },
        ]}
      />
      <div className="grid gap-x-10 gap-y-6 xl:grid-cols-[1fr_25rem]">
        <div className="min-w-0">
          <PanelVoters record={record} />
        </div>
        <div className="min-w-0">
          <PanelRules rules={record.rules} />
        </div>
      </div>
    </>
  );
}

/** What follows from the state, and what the owner can do. */
function StateDetails({ record }: { record: Known }) {
  const { state, proven_from: from } = record;
  if (state === 'edge') return <p>{edgeSentence(record)}</p>;
  if (state === 'measuring')
    return (
      <>
        <p>{t`Until ${formatCount(from)} are known, accounts in the mode proven open no trade. Real accounts start in that mode. One H1 pair takes about half a year; outcomes of all accounts together count, too.`}</p>
        <LearningWords />
      </>
    );
  return (
    <>
      <LearningWords />
      <p className="mt-2">{t`What you can do:`}</p>
      <ul className="mt-0.5 list-disc space-y-0.5 ps-5">
        <li>
          <Trans>
            Let other models vote. <TextLink to="/pricing">{t`Compare the plans`}</TextLink>
          </Trans>
        </li>
        <li>{t`Trade another symbol: each market has a record of its own.`}</li>
        <li>
          <Trans>
            Go on on paper, with no money at risk.{' '}
            <TextLink to="/guide#bot">{t`How to set it up`}</TextLink>
          </Trans>
        </li>
      </ul>
    </>
  );
}

function LearningWords() {
  return (
    <p>{t`A paper account in learning mode goes on trading on what they state; so does a demo account.`}</p>
  );
}
