import { t } from '@lingui/core/macro';
import type { Calibration, IntervalFigure, VoterRecord } from '@quorate/contract/calibration';
import { EmptyState } from '@quorate/ui/empty-state';
import { formatCount, formatShare } from '@quorate/ui/format';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { SelectField } from '@quorate/ui/select-field';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { useMediaQuery } from '@quorate/ui/use-media-query';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import {
  brierInterval,
  brierWords,
  shareInterval,
  shareWords,
  shownWords,
} from './record-words.ts';
import { ReliabilityCharts } from './reliability-charts.tsx';
import { VoterName } from './voter-name.tsx';

const ALL = t`all symbols`;

type CalibrationViewProps = {
  query: {
    data: Calibration | undefined;
    error: unknown;
    isError: boolean;
    isFetching: boolean;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  symbol: string | null;
  onSymbol: (symbol: string | null) => void;
  /** Shares are of one user's pool. */
  withShares: boolean;
  /** What is said where no outcome is known. */
  empty: string;
};

/** The voters' records as a table and as curves, of one symbol or of all. */
export function CalibrationView(props: CalibrationViewProps) {
  const { query, symbol, onSymbol, withShares, empty } = props;
  const { data } = query;
  const known = data?.records.some(({ outcomes }) => outcomes > 0) ?? false;
  return (
    <>
      {query.isError && (
        <RetryNotice
          title={t`Failed to load how the voters have done`}
          error={query.error}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
      {data ? (
        <div
          aria-busy={query.isPlaceholderData}
          className={query.isPlaceholderData ? 'space-y-6 opacity-60' : 'space-y-6'}
        >
          {data.symbols.length > 0 && (
            <SelectField
              label={t`Symbol`}
              value={symbol ?? ALL}
              options={[
                { value: ALL, label: t({ message: 'All', context: 'symbols' }) },
                ...symbolsOf(data, symbol).map((name) => ({ value: name, label: name })),
              ]}
              onChange={(name) => onSymbol(name === ALL ? null : name)}
              className="w-40"
            />
          )}
          {known ? (
            <>
              <Records records={data.records} from={data.proven_from} withShares={withShares} />
              <ReliabilityCharts records={data.records} />
            </>
          ) : (
            <EmptyState
              title={
                symbol === null
                  ? t`No outcome is known yet`
                  : t`No outcome of ${symbol} is known yet`
              }
            >
              {empty}
            </EmptyState>
          )}
        </div>
      ) : (
        !query.isError && <RowsSkeleton loading={t`Loading how the voters have done`} />
      )}
    </>
  );
}

/** The chosen symbol stays in the list, whatever a later answer says. */
function symbolsOf({ symbols }: Calibration, chosen: string | null): readonly string[] {
  return chosen === null || symbols.includes(chosen) ? symbols : [...symbols, chosen];
}

/** Every voter with its sample, its figures and what they prove, and what the figures mean. */
function Records(view: RecordsView) {
  const wide = useMediaQuery('(min-width: 60rem)');
  return (
    <div className="space-y-3">
      {wide ? <RecordTable {...view} /> : <RecordLines {...view} />}
      <details className="text-tiny text-muted">
        <summary className="flex min-h-11 items-center underline underline-offset-4 sm:min-h-6">{t`How to read these figures`}</summary>
        <p className="mt-1 max-w-prose">
          {t`Below each figure its 95% interval: the wider that is, the less the figure proves. Right side: how often price went the way the vote leaned. Brier score: the mean squared distance between what was said and what came; lower is better, and 0.25 is a coin. Language models are judged on fresh bars alone: of older ones they may have read how they went on.`}
          {view.withShares &&
            ` ${t`Share: its mean part of the pool in your newest 200 decisions, 0 where it did not vote. From ${formatCount(view.from)} outcomes on a record proves something.`}`}
        </p>
      </details>
    </div>
  );
}

/** The table's figures for narrow screens, one voter below the other. */
function RecordLines({ records, from, withShares }: RecordsView) {
  return (
    <ul aria-label={t`Records of the voters`} className="border-t border-line">
      {records.map((record) => (
        <li
          key={`${record.analyst} ${record.model}`}
          className="space-y-2 border-b border-line py-3 text-small"
        >
          <p>
            <VoterName voter={record} />
          </p>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-tiny xs:grid-cols-4">
            <div>
              <dt className="text-muted">{t`Outcomes`}</dt>
              <dd className="figures text-tiny">{formatCount(record.outcomes)}</dd>
            </div>
            {withShares && (
              <div>
                <dt className="text-muted">
                  {t({ message: 'Share', context: 'the part of an analyst in the pool' })}
                </dt>
                <dd className="figures text-tiny">{shareWords(record)}</dd>
              </div>
            )}
            <div>
              <dt className="text-muted">{t`Right side`}</dt>
              <dd>
                <Accuracy record={record} />
              </dd>
            </div>
            <div>
              <dt className="text-muted">{t`Brier score`}</dt>
              <dd>
                <Brier record={record} />
              </dd>
            </div>
          </dl>
          {withShares && <p className="text-tiny text-muted">{shownWords(record, from)}</p>}
        </li>
      ))}
    </ul>
  );
}

type RecordsView = {
  records: readonly VoterRecord[];
  /** Outcomes from which on a record proves something. */
  from: number;
  withShares: boolean;
};

/** The voters' records as a table, for wide screens. */
function RecordTable({ records, from, withShares }: RecordsView) {
  return (
    <Table
      caption={t`Records of the voters`}
      captionHidden
      head={
        <>
          <HeadCell className="ps-0">{t`Voter`}</HeadCell>
          <HeadCell end>{t`Outcomes`}</HeadCell>
          <HeadCell end>{t`Right side`}</HeadCell>
          <HeadCell end>{t`Brier score`}</HeadCell>
          {withShares && (
            <>
              <HeadCell end>
                {t({ message: 'Share', context: 'the part of an analyst in the pool' })}
              </HeadCell>
              <HeadCell className="ps-6">{t`What it shows`}</HeadCell>
            </>
          )}
        </>
      }
    >
      {records.map((record) => (
        <tr key={`${record.analyst} ${record.model}`} className="border-b border-line">
          <th scope="row" className="py-2.5 pe-3 text-start align-top font-normal">
            <VoterName voter={record} />
          </th>
          <Cell end figures className="py-2.5 align-top">
            {formatCount(record.outcomes)}
          </Cell>
          <Cell end className="py-2.5 align-top whitespace-nowrap">
            <Accuracy record={record} />
          </Cell>
          <Cell end className="py-2.5 align-top whitespace-nowrap">
            <Brier record={record} />
          </Cell>
          {withShares && (
            <>
              <Cell end figures className="py-2.5 align-top">
                {shareWords(record)}
              </Cell>
              <Cell className="max-w-80 py-2.5 pe-0 ps-6 align-top text-tiny text-muted">
                {shownWords(record, from)}
              </Cell>
            </>
          )}
        </tr>
      ))}
    </Table>
  );
}

/** How often price went the way a voter leaned, with its interval. */
function Accuracy({ record: { accuracy } }: { record: VoterRecord }) {
  return <Figure figure={accuracy} value={formatShare} interval={shareInterval} />;
}

/** A voter's Brier score with its interval and what that proves. */
function Brier({ record: { brier } }: { record: VoterRecord }) {
  return (
    <Figure
      figure={brier}
      value={(value) => value.toFixed(3)}
      interval={brierInterval}
      words={brierWords}
    />
  );
}

type FigureProps = {
  figure: IntervalFigure | null;
  value: (value: number) => string;
  interval: (figure: IntervalFigure) => string;
  words?: (figure: IntervalFigure) => string;
};

function Figure({ figure, value, interval, words }: FigureProps) {
  if (figure === null) return <span className="text-tiny text-muted">{t`none yet`}</span>;
  return (
    <>
      <span className="figures text-tiny">{value(figure.value)}</span>
      <span className="block text-tiny text-muted tabular-nums">{interval(figure)}</span>
      {words && <span className="block text-tiny text-muted">{words(figure)}</span>}
    </>
  );
}
