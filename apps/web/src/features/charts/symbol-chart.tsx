import type { TradeCharts } from '@quorate/contract/trade-charts';
import { classNames } from '@quorate/ui/class-names';
import { formatMoney } from '@quorate/ui/format';
import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useState } from 'react';
import { ChartFrame } from './chart-frame.tsx';
import { CHART_NOTES } from './chart-notes.ts';
import { ChartReader } from './chart-reader.tsx';
import { resultWords } from './chart-words.ts';
import { SliceTable, sliceWords } from './slice-chart.tsx';
import { sliceTotal } from './slice-total.ts';

type SymbolChartProps = { charts: TradeCharts };

/** Results by symbol, most trades first: a row each, its bar left or right of zero. */
export function SymbolChart({ charts }: SymbolChartProps) {
  const { currency, symbols, other_symbols: others } = charts;
  const [at, setAt] = useState<number | null>(null);
  const rows = [
    ...symbols.map(({ symbol, ...slice }) => ({ name: symbol, slice })),
    ...(others ? [{ name: 'All others', slice: others }] : []),
  ];
  const nets = rows.map(({ slice }) => slice.net);
  const low = Math.min(0, ...nets);
  const high = Math.max(0, ...nets);
  const across = scaleLinear({ domain: low === high ? [0, 1] : [low, high], range: [0, 100] });
  const words = (index: number) => {
    const row = rows[index];
    return row ? `${row.name}: ${sliceWords(row.slice, currency)}` : '';
  };
  return (
    <ChartFrame
      {...CHART_NOTES.symbols}
      total={`Total ${resultWords(sliceTotal(rows.map(({ slice }) => slice)), currency)}`}
      table={() => (
        <SliceTable caption="Results by symbol" column="Symbol" currency={currency} rows={rows} />
      )}
    >
      <ChartReader
        label="Results by symbol"
        count={rows.length}
        at={at}
        onMove={setAt}
        words={words}
        rows
      >
        <div className="grid grid-cols-[auto_1fr_auto] gap-x-3 text-tiny" data-plot="">
          {rows.map(({ name, slice: { net } }, index) => (
            <div
              key={name}
              onPointerMove={() => setAt(index)}
              className={classNames(
                'col-span-3 grid h-7 grid-cols-subgrid items-center',
                at === index && 'bg-ink/8',
              )}
            >
              <span className="max-w-32 truncate">{name}</span>
              <svg width="100%" height="16" aria-hidden="true">
                <Bar
                  x={`${across(Math.min(0, net))}%`}
                  width={`${across(Math.abs(net)) - across(0)}%`}
                  y={2}
                  height={12}
                  className={net < 0 ? 'fill-loss' : 'fill-gain'}
                />
                <line
                  x1={`${across(0)}%`}
                  x2={`${across(0)}%`}
                  y2="16"
                  className="stroke-line-strong"
                />
              </svg>
              <span className="figures text-right">{formatMoney(net, currency, 'always')}</span>
            </div>
          ))}
        </div>
      </ChartReader>
    </ChartFrame>
  );
}
