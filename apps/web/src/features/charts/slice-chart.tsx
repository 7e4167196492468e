import { t } from '@lingui/core/macro';
import type { ChartSlice } from '@quorate/contract/trade-charts';
import { formatCount, formatMoney } from '@quorate/ui/format';
import { useState } from 'react';
import { BarPlot, type ChartBar } from './bar-plot.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { ChartReader } from './chart-reader.tsx';
import { ChartTable } from './chart-table.tsx';
import { resultWords } from './chart-words.ts';
import { sliceTotal } from './slice-total.ts';

type Apart = Readonly<{
  name: string;
  slice: ChartSlice;
  /** What they are of the total. @example '-$12.00 of it from 2 trades without a stop' */
  words: (amount: string, trades: number) => string;
}>;

type SliceChartProps = {
  title: string;
  note: string;
  /** The first column of the table, such as Weekday. */
  column: string;
  bars: readonly ChartBar[];
  /** Trades of no bar, which the total and the table hold all the same. */
  apart?: Apart | null;
  currency: string;
  axis: (value: number) => string;
  ticksBetween?: boolean;
};

/** Results by one kind of slice as upright bars. */
export function SliceChart(props: SliceChartProps) {
  const { title, note, column, bars, apart = null, currency, axis, ticksBetween } = props;
  const [at, setAt] = useState<number | null>(null);
  const slices = [...bars.map(({ slice }) => slice), ...(apart ? [apart.slice] : [])];
  const words = (index: number) => {
    const bar = bars[index];
    return bar ? `${bar.name}: ${sliceWords(bar.slice, currency)}` : '';
  };
  return (
    <ChartFrame
      title={title}
      note={note}
      total={totalWords(sliceTotal(slices), apart, currency)}
      table={() => (
        <SliceTable
          caption={title}
          column={column}
          currency={currency}
          rows={[...bars.map(({ name, slice }) => ({ name, slice })), ...(apart ? [apart] : [])]}
        />
      )}
    >
      <ChartReader label={title} count={bars.length} at={at} onMove={setAt} words={words}>
        <BarPlot
          bars={bars}
          axis={axis}
          at={at}
          onPoint={setAt}
          ticksBetween={ticksBetween ?? false}
        />
      </ChartReader>
    </ChartFrame>
  );
}

type SliceTableProps = {
  caption: string;
  column: string;
  currency: string;
  rows: readonly { name: string; slice: ChartSlice }[];
};

export function SliceTable({ caption, column, currency, rows }: SliceTableProps) {
  return (
    <ChartTable
      caption={caption}
      columns={[column, t`Trades`, t`Won`, t`Lost`, t`Net`]}
      noun={t`rows`}
      items={rows}
      row={({ name, slice }) => ({
        key: name,
        head: name,
        cells: [
          formatCount(slice.trades),
          formatCount(slice.wins),
          formatCount(slice.losses),
          formatMoney(slice.net, currency, 'always'),
        ],
      })}
    />
  );
}

/** @example '+$120.40, 4 trades, 3 won, 1 lost' */
export function sliceWords(slice: ChartSlice, currency: string): string {
  if (slice.trades === 0) return t`no trades`;
  return t`${resultWords(slice, currency)}, ${slice.wins} won, ${slice.losses} lost`;
}

function totalWords(total: ChartSlice, apart: Apart | null, currency: string): string {
  const words = t`Total ${resultWords(total, currency)}`;
  if (!apart || apart.slice.trades === 0) return words;
  const { trades, net } = apart.slice;
  return `${words}; ${apart.words(formatMoney(net, currency, 'always'), trades)}`;
}
