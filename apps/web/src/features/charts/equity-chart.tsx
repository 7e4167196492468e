import type { TradeCharts } from '@quorate/contract/trade-charts';
import { formatCount, formatMoney } from '@quorate/ui/format';
import { useMemo, useState } from 'react';
import { latePart } from '../../lib/late-part.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { CHART_NOTES } from './chart-notes.ts';
import { ChartReader } from './chart-reader.tsx';
import { ChartTable } from './chart-table.tsx';
import { dayName, resultWords, shortDay } from './chart-words.ts';
import { type EquityPoint, equityPoints, largestDrawdown } from './equity-points.ts';
import { sliceTotal } from './slice-total.ts';

const canvas = latePart(
  async () => (await import('./equity-canvas.tsx')).EquityCanvas,
  <div className="h-80" />,
  'Failed to load the chart',
);

type EquityChartProps = { charts: TradeCharts };

/** What the trades have come to, day by day, and how far below its best. */
export function EquityChart({ charts }: EquityChartProps) {
  const { currency, days } = charts;
  const points = useMemo(() => equityPoints(days), [days]);
  const [at, setAt] = useState<number | null>(null);
  const words = (index: number) => pointWords(points[index], currency);
  return (
    <ChartFrame
      {...CHART_NOTES.equity}
      total={`Total ${resultWords(sliceTotal(days), currency)}. ${drawdownWords(points, currency)}`}
      table={() => (
        <ChartTable
          caption="Equity and drawdown"
          columns={['Day', 'Trades', 'Net', 'Added up', 'Drawdown']}
          noun="days"
          items={points}
          row={(point) => ({
            key: point.day,
            head: shortDay(point.day),
            cells: [
              formatCount(point.trades),
              ...[point.net, point.cumulative, point.drawdown].map((amount) =>
                formatMoney(amount, currency, 'always'),
              ),
            ],
          })}
        />
      )}
    >
      <ChartReader
        label="Equity and drawdown by day"
        count={points.length}
        at={at}
        onMove={setAt}
        words={words}
      >
        <canvas.Part points={points} at={at} onPoint={setAt} />
      </ChartReader>
    </ChartFrame>
  );
}

function pointWords(point: EquityPoint | undefined, currency: string): string {
  if (!point) return '';
  const amount = (value: number) => formatMoney(value, currency, 'always');
  return `${dayName(point.day)}: ${resultWords(point, currency)}; added up ${amount(point.cumulative)}, drawdown ${amount(point.drawdown)}`;
}

function drawdownWords(points: readonly EquityPoint[], currency: string): string {
  const largest = largestDrawdown(points);
  if (!largest) return 'No drawdown between days.';
  const from = largest.from === null ? 'the start' : shortDay(largest.from);
  return `Largest drawdown between days ${formatMoney(largest.amount, currency)}, from ${from} to ${shortDay(largest.low)}.`;
}
