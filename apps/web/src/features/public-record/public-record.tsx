import { plural, t } from '@lingui/core/macro';
import type { PublicEvidence, PublishedMeasures } from '@quorate/contract/public-records';
import { headlineOf } from '@quorate/record/measures';
import { EVIDENCE, type Evidence } from '@quorate/record/standing';
import { Badge } from '@quorate/ui/badge';
import { classNames } from '@quorate/ui/class-names';
import { formatCount } from '@quorate/ui/format';
import { Spinner } from '@quorate/ui/spinner';
import { formatDay, formatTime, viewerTimeZone } from '@quorate/ui/time-format';
import { type ReactNode, useCallback, useState } from 'react';
import { Navigate } from 'react-router';
import { ApiError } from '../../lib/api-error.ts';
import { SITE } from '../../lib/site.ts';
import { useLoad } from '../../lib/use-load.ts';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { accountWords, EVIDENCE_WORDS } from './evidence-words.ts';
import { loadRecord } from './public-record.api.ts';
import { RecordCalibration } from './record-calibration.tsx';
import { RecordCurve } from './record-curve.tsx';
import { RecordFigures } from './record-figures.tsx';
import { RecordTrades } from './record-trades.tsx';

type PublicRecordProps = {
  name: string;
  /** The part that verifies what is shown. */
  verification: (
    shown: PublishedMeasures,
    reload: Readonly<{ onReload: () => void; reloading: boolean }>,
  ) => ReactNode;
};

/** What the owner of an account has published of its record; a name that shows nothing leads home. */
export function PublicRecord({ name, verification }: PublicRecordProps) {
  const load = useCallback((signal: AbortSignal) => loadRecord(name, signal), [name]);
  const { data, error, busy, again } = useLoad(load);
  if (error instanceof ApiError && error.status === 404) return <Navigate to="/" replace />;
  return (
    <div className="wrap min-h-dvh pt-8 pb-16 md:pt-12">
      {error !== null && (
        <RetryNotice
          title={t`Failed to load the record`}
          error={error}
          onRetry={again}
          busy={busy}
        />
      )}
      {data ? (
        <Shown record={data}>{verification(data, { onReload: again, reloading: busy })}</Shown>
      ) : (
        error === null && (
          <div className="grid min-h-[40dvh] place-items-center">
            <Spinner label={t`Loading the record`} />
          </div>
        )
      )}
    </div>
  );
}

function Shown({ record, children }: { record: PublishedMeasures; children: ReactNode }) {
  const [timeZone] = useState(viewerTimeZone);
  const [chosen, setChosen] = useState<Evidence | null>(null);
  const headline = headlineOf(record.groups);
  const evidence = chosen ?? headline;
  const group = record.groups[evidence];
  const offered = EVIDENCE.filter(
    (each) => each === headline || each === evidence || (record.groups[each]?.trades ?? 0) > 0,
  );
  if (!group) return null;
  return (
    <div className="space-y-10">
      <Head record={record} timeZone={timeZone} />
      <div className="space-y-6">
        <EvidenceChoice {...{ record, offered, evidence }} onChange={setChosen} />
        <RecordFigures group={group} start={record.start} />
      </div>
      {children}
      <RecordCurve key={`curve ${evidence}`} group={group} timeZone={timeZone} />
      <InPlainSight record={record} group={group} />
      <RecordCalibration key={`calibration ${evidence}`} calibration={group.calibration} />
      <RecordTrades
        key={`trades ${evidence} ${record.at}`}
        record={record}
        evidence={evidence}
        timeZone={timeZone}
      />
      <HowToRead />
    </div>
  );
}

function Head({ record, timeZone }: { record: PublishedMeasures; timeZone: string }) {
  const { facts, owner } = record;
  const accounts = plural(owner.accounts, {
    one: 'The only account of its owner',
    other: 'One of # accounts of its owner',
  });
  const deleted =
    owner.deleted > 0 && plural(owner.deleted, { one: '# deleted', other: '# deleted' });
  const resets = plural(owner.resets, { one: '# reset', other: '# resets' });
  return (
    <header>
      <div className="flex flex-wrap gap-2">
        <Badge tone="brand">{accountWords(record)}</Badge>
        {facts.since !== null && (
          <Badge>{t`On record since ${formatDay(facts.since, timeZone)}`}</Badge>
        )}
      </div>
      <h1 className="mt-3 font-serif text-display font-medium wrap-anywhere">{record.name}</h1>
      <p className="mt-3 max-w-[36em] text-body text-muted">
        {t`The record that ${SITE.name} keeps of one trading account, from its first entry on. The owner can show it or hide it, but not change it.`}
      </p>
      <p className="mt-3 text-small">
        {[accounts, deleted, resets].filter(Boolean).join('; ')}.{' '}
        <span className="text-muted">{t`As of ${formatTime(record.at, timeZone)} (${timeZone}).`}</span>
      </p>
    </header>
  );
}

type EvidenceChoiceProps = {
  record: PublishedMeasures;
  offered: readonly Evidence[];
  evidence: Evidence;
  onChange: (evidence: PublicEvidence) => void;
};

/** Which trades the figures are of: those with other evidence are never added to them. */
function EvidenceChoice({ record, offered, evidence, onChange }: EvidenceChoiceProps) {
  return (
    <div>
      <fieldset className="flex flex-wrap gap-1">
        <legend className="mb-1.5 text-tiny text-muted">{t`Trades by what speaks for their prices. Each kind is counted on its own.`}</legend>
        {offered.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === evidence}
            onClick={() => onChange(each)}
            className={classNames(
              'min-h-11 rounded-control px-3 text-small',
              each === evidence ? 'bg-sunk font-semibold text-ink' : 'text-muted hover:text-ink',
            )}
          >
            {EVIDENCE_WORDS[each].short}{' '}
            <span className="figures text-tiny">
              {formatCount(record.groups[each]?.trades ?? 0)}
            </span>
          </button>
        ))}
      </fieldset>
      <p className="mt-2 max-w-prose text-small text-muted">{EVIDENCE_WORDS[evidence].long}</p>
    </div>
  );
}

type InPlainSightProps = {
  record: PublishedMeasures;
  group: PublishedMeasures['groups']['agreed'];
};

/** What an owner would rather leave out. */
function InPlainSight({ record, group }: InPlainSightProps) {
  const { facts, groups, shows } = record;
  const rows: [string, string, string][] = [
    [
      t`Corrections`,
      formatCount(facts.corrections),
      t`reported again with other figures; both versions stay on record`,
    ],
    [t`Deletions`, formatCount(facts.deletions), t`the entries stay, their text is erased`],
    [
      t`Gaps`,
      formatCount(facts.gaps),
      facts.gaps === 0
        ? t`no time of more than 5 days without an entry`
        : t`without an entry for more than 5 days, the longest ${formatCount(facts.longest_gap_days)} days`,
    ],
    [
      t`Imported trades`,
      formatCount(groups.imported?.trades ?? 0),
      t`uploaded by the owner, in no other figure`,
    ],
    [
      t`Contradicted trades`,
      formatCount(groups.contradicted?.trades ?? 0),
      t`other market data disagrees, in no other figure`,
    ],
    [
      t`Reported late`,
      formatCount(group?.late ?? 0),
      t`of the trades above, more than a day after they were closed`,
    ],
    [
      t`With a decision`,
      formatCount(group?.decided ?? 0),
      t`of the trades above, with a decision of the analysts on record`,
    ],
    [
      t`Open trades`,
      shows.open ? t`shown` : t`hidden`,
      shows.open ? t`the file has them as they happen` : t`they appear once they are closed`,
    ],
  ];
  return (
    <section aria-label={t`In plain sight`}>
      <h2 className="text-body font-semibold">{t`In plain sight`}</h2>
      <dl className="mt-3 grid gap-x-10 md:grid-cols-2">
        {rows.map(([term, value, note]) => (
          <div
            key={term}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-line py-2.5 text-small"
          >
            <dt>
              {term} <span className="block text-tiny text-muted">{note}</span>
            </dt>
            <dd className="figures font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function HowToRead() {
  return (
    <section aria-label={t`How to read this`} className="max-w-prose text-small">
      <h2 className="text-body font-semibold">{t`How to read this`}</h2>
      <ul className="mt-3 list-disc space-y-2 ps-5 text-muted">
        <li>{t`R is the result of a trade over what its stop loss risked: +2 R won twice the risk, −1 R lost it.`}</li>
        <li>{t`An interval says where the true figure lies, in 95 of 100 such records. A wide one means that the trades are too few to tell skill from luck.`}</li>
        <li>{t`Results are after commission, swap and fees. Percent is of the balance before the first trade; later deposits do not change it.`}</li>
        <li>{t`The record shows one account. An owner with many accounts can publish the luckiest one: look at how many there are.`}</li>
        <li>{t`A true record can still be a losing one, and says nothing of the future.`}</li>
      </ul>
      <p className="mt-3">
        <TextLink to="/verify">{t`Verify a file that you were given`}</TextLink>
      </p>
    </section>
  );
}
