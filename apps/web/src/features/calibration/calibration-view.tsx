import type { Calibration } from '@quorate/contract/calibration';
import { EmptyState } from '@quorate/ui/empty-state';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { SelectField } from '@quorate/ui/select-field';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { Records } from './records.tsx';
import { ReliabilityCharts } from './reliability-charts.tsx';

const ALL = 'all symbols';

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
          title="Failed to load how the voters have done"
          error={query.error}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
      {data ? (
        <div
          aria-busy={query.isPlaceholderData}
          className={query.isPlaceholderData ? 'space-y-8 opacity-60' : 'space-y-8'}
        >
          {data.symbols.length > 0 && (
            <SelectField
              label="Symbol"
              value={symbol ?? ALL}
              options={[
                { value: ALL, label: 'All' },
                ...symbolsOf(data, symbol).map((name) => ({ value: name, label: name })),
              ]}
              onChange={(name) => onSymbol(name === ALL ? null : name)}
              className="w-40"
            />
          )}
          {known ? (
            <>
              <Records
                records={data.records}
                from={data.recalibrated_from}
                withShares={withShares}
              />
              <ReliabilityCharts records={data.records} />
            </>
          ) : (
            <EmptyState
              title={
                symbol === null ? 'No outcome is known yet' : `No outcome of ${symbol} is known yet`
              }
            >
              {empty}
            </EmptyState>
          )}
        </div>
      ) : (
        !query.isError && <RowsSkeleton loading="Loading how the voters have done" />
      )}
    </>
  );
}

/** The chosen symbol stays in the list, whatever a later answer says. */
function symbolsOf({ symbols }: Calibration, chosen: string | null): readonly string[] {
  return chosen === null || symbols.includes(chosen) ? symbols : [...symbols, chosen];
}
