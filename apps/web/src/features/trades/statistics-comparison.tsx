import { t } from '@lingui/core/macro';
import type { TradeStatistics } from '@quorate/contract/trades';
import { formatCount, formatMoney, formatNumber, formatPercent, SIGNED } from '@quorate/ui/format';
import { Skeleton } from '@quorate/ui/skeleton';
import { NOTHING_YET, TONE_TEXT, toneOf } from '@quorate/ui/stat';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import type { useStatistics } from './trades.api.ts';

type Unit = 'count' | 'percent' | 'money' | 'ratio';
type Row = Readonly<{
  label: string;
  unit: Unit;
  /** null where there is no figure. */
  of: (statistics: TradeStatistics) => number | null;
}>;

const counted =
  (of: (statistics: TradeStatistics) => number, sample: (s: TradeStatistics) => number) =>
  (statistics: TradeStatistics) =>
    sample(statistics) === 0 ? null : of(statistics);
const trades = (s: TradeStatistics) => s.total_trades;
const wins = (s: TradeStatistics) => s.winning_trades;
const losses = (s: TradeStatistics) => s.losing_trades;

const ROWS: readonly Row[] = [
  { label: t`Total trades`, unit: 'count', of: trades },
  { label: t`Win rate`, unit: 'percent', of: counted((s) => s.win_rate, trades) },
  { label: t`Net profit`, unit: 'money', of: counted((s) => s.net_profit, trades) },
  { label: t`Profit factor`, unit: 'ratio', of: (s) => s.profit_factor },
  { label: t`Expectancy`, unit: 'money', of: counted((s) => s.expectancy, trades) },
  { label: t`Winning trades`, unit: 'count', of: wins },
  { label: t`Losing trades`, unit: 'count', of: losses },
  { label: t`Total profit`, unit: 'money', of: counted((s) => s.total_profit, wins) },
  { label: t`Total loss`, unit: 'money', of: counted((s) => s.total_loss, losses) },
  { label: t`Average win`, unit: 'money', of: counted((s) => s.average_win, wins) },
  { label: t`Average loss`, unit: 'money', of: counted((s) => s.average_loss, losses) },
  { label: t`Largest win`, unit: 'money', of: counted((s) => s.largest_win, wins) },
  { label: t`Largest loss`, unit: 'money', of: counted((s) => s.largest_loss, losses) },
];

type Query = ReturnType<typeof useStatistics>;

type StatisticsComparisonProps = { first: Query; second: Query };

/** The figures of two selections side by side, with what the second has more or less. */
export function StatisticsComparison({ first, second }: StatisticsComparisonProps) {
  const failed = [first, second].find(({ isError }) => isError);
  const [one, other] = [first.data?.statistics, second.data?.statistics];
  return (
    <>
      {failed && (
        <RetryNotice
          title={t`Failed to load the comparison`}
          error={failed.error}
          onRetry={() => void failed.refetch()}
          busy={failed.isFetching}
        />
      )}
      {one && other ? (
        <div aria-busy={first.isPlaceholderData || second.isPlaceholderData}>
          <Table
            caption={t`Figures of A and B`}
            captionHidden
            head={
              <>
                <HeadCell className="ps-0">{t`Figure`}</HeadCell>
                <HeadCell end className="px-2">
                  A
                </HeadCell>
                <HeadCell end className="px-2">
                  B
                </HeadCell>
                <HeadCell end className="pe-0 ps-2">{t`B less A`}</HeadCell>
              </>
            }
          >
            {ROWS.map((row) => (
              <ComparedRow key={row.label} row={row} one={one} other={other} />
            ))}
          </Table>
          {one.currency !== other.currency && (
            <p className="mt-2 text-tiny text-muted">{t`A is in ${one.currency}, B in ${other.currency}: amounts of two currencies have no difference.`}</p>
          )}
        </div>
      ) : (
        !failed && <Skeleton className="h-[29rem] w-full" />
      )}
    </>
  );
}

type ComparedRowProps = { row: Row; one: TradeStatistics; other: TradeStatistics };

function ComparedRow({ row: { label, unit, of }, one, other }: ComparedRowProps) {
  const [a, b] = [of(one), of(other)];
  const comparable = unit !== 'money' || one.currency === other.currency;
  const difference = a === null || b === null || !comparable ? null : b - a;
  return (
    <tr className="h-9 border-b border-line/60">
      <th scope="row" className="text-start font-normal">
        {label}
      </th>
      <Cell end figures className="px-2 whitespace-nowrap max-xs:text-tiny">
        {valueText(a, unit, one.currency)}
      </Cell>
      <Cell end figures className="px-2 whitespace-nowrap max-xs:text-tiny">
        {valueText(b, unit, other.currency)}
      </Cell>
      <Cell
        end
        figures
        className={`pe-0 ps-2 whitespace-nowrap max-xs:text-tiny ${unit === 'count' || difference === null ? '' : TONE_TEXT[toneOf(roundedTo(difference, 2))]}`}
      >
        {differenceText(difference, unit, one.currency)}
      </Cell>
    </tr>
  );
}

function valueText(value: number | null, unit: Unit, currency: string): string {
  if (value === null) return NOTHING_YET;
  switch (unit) {
    case 'count':
      return formatCount(value);
    case 'percent':
      return formatPercent(value);
    case 'money':
      return formatMoney(value, currency, 'always');
    case 'ratio':
      return value.toFixed(2);
  }
}

function differenceText(difference: number | null, unit: Unit, currency: string): string {
  if (difference === null) return NOTHING_YET;
  switch (unit) {
    case 'count':
      return formatNumber(difference, { maximumFractionDigits: 0, signDisplay: 'exceptZero' });
    case 'percent':
      return t`${formatNumber(difference, SIGNED)} pts`;
    case 'money':
      return formatMoney(roundedTo(difference, 3), currency, 'always');
    case 'ratio':
      return formatNumber(difference, SIGNED);
  }
}

/** Binary fractions leave crumbs. */
function roundedTo(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
