import { plural, t } from '@lingui/core/macro';
import type { ChartSlice, TradeCharts } from '@quorate/contract/trade-charts';
import { Button } from '@quorate/ui/button';
import { classNames } from '@quorate/ui/class-names';
import { formatCount, formatMoney } from '@quorate/ui/format';
import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { memo, useState } from 'react';
import { SESSION_NAMES } from '../../ui/session-names.ts';
import type { ChartBar } from './bar-plot.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { CHART_NOTES } from './chart-notes.ts';
import { ChartReader } from './chart-reader.tsx';
import { hourName, resultWords, rName, twoDigits, WEEKDAYS } from './chart-words.ts';
import { compactAmount } from './compact-money.ts';
import { SliceChart, SliceTable, sliceWords } from './slice-chart.tsx';
import { sliceTotal } from './slice-total.ts';
import { YearMap } from './year-map.tsx';

type ChartBoardProps = {
  charts: TradeCharts;
  /** Where the trades of a day are. */
  dayAddress: (day: string) => string;
};

/** The slices of the selected trades. Apart from the panel, so that code and data are asked for at the same time. */
export const ChartBoard = memo(function ChartBoard({ charts, dayAddress }: ChartBoardProps) {
  const { currency } = charts;
  const net = { currency, axis: compactAmount };
  return (
    <div className="space-y-8">
      <YearMap charts={charts} dayAddress={dayAddress} />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        <SliceChart
          {...net}
          {...CHART_NOTES.weekdays}
          column={t`Weekday`}
          bars={weekdayBars(charts)}
        />
        <SliceChart {...net} {...CHART_NOTES.hours} column={t`Hour`} bars={hourBars(charts)} />
        <SliceChart
          {...net}
          {...CHART_NOTES.sessions}
          column={t`Session`}
          bars={sessionBars(charts)}
        />
        <SliceChart
          {...CHART_NOTES.r}
          column="R"
          bars={rBars(charts)}
          apart={{
            name: t`Without a stop`,
            slice: charts.without_r,
            words: (amount, trades) =>
              t`${amount} of it from ${plural(trades, { one: '# trade without a stop', other: '# trades without a stop' })}`,
          }}
          currency={currency}
          axis={formatCount}
          ticksBetween
        />
      </div>
      <SymbolChart charts={charts} />
    </div>
  );
});

/** So many hours apart stand the names under the bars: 24 do not fit on a phone. */
const HOURS_APART = 4;

export function weekdayBars(charts: TradeCharts): ChartBar[] {
  return charts.weekdays.map(({ weekday, ...slice }) => {
    const name = WEEKDAYS[weekday - 1] ?? String(weekday);
    return netBar(name, name.slice(0, 3), slice);
  });
}

export function hourBars(charts: TradeCharts): ChartBar[] {
  return charts.hours.map(({ hour, ...slice }) =>
    netBar(hourName(hour), hour % HOURS_APART === 0 ? twoDigits(hour) : '', slice),
  );
}

export function sessionBars(charts: TradeCharts): ChartBar[] {
  return charts.sessions.map(({ session, ...slice }) =>
    netBar(SESSION_NAMES[session], SESSION_NAMES[session], slice),
  );
}

/** As high as the number of trades: how results are spread, not what they come to. */
export function rBars(charts: TradeCharts): ChartBar[] {
  return charts.r_classes.map(({ from, to, ...slice }) => ({
    key: rName({ from, to }),
    name: rName({ from, to }),
    tick: from === null ? '' : String(from).replace('-', '−'),
    value: slice.trades,
    tone: from !== null && from >= 0 ? 'gain' : 'loss',
    slice,
  }));
}

function netBar(name: string, tick: string, slice: ChartSlice): ChartBar {
  return {
    key: name,
    name,
    tick,
    value: slice.net,
    tone: slice.net < 0 ? 'loss' : 'gain',
    slice,
  };
}

/** More rows than these are shown when they are asked for. */
const SYMBOLS_AT_FIRST = 10;

type SymbolChartProps = { charts: TradeCharts };

/** Results by symbol, most trades first: a row each, its bar left or right of zero. */
export function SymbolChart({ charts }: SymbolChartProps) {
  const { currency, symbols, other_symbols: others } = charts;
  const [at, setAt] = useState<number | null>(null);
  const [all, setAll] = useState(false);
  const rows = [
    ...symbols.map(({ symbol, ...slice }) => ({ name: symbol, slice })),
    ...(others ? [{ name: t`All others`, slice: others }] : []),
  ];
  const shown = all || rows.length <= SYMBOLS_AT_FIRST + 1 ? rows : rows.slice(0, SYMBOLS_AT_FIRST);
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
      total={t`Total ${resultWords(sliceTotal(rows.map(({ slice }) => slice)), currency)}`}
      table={() => (
        <SliceTable
          caption={t`Results by symbol`}
          column={t`Symbol`}
          currency={currency}
          rows={rows}
        />
      )}
    >
      <ChartReader
        label={t`Results by symbol`}
        count={shown.length}
        at={at}
        onMove={setAt}
        words={words}
        rows
      >
        <div className="grid grid-cols-[auto_1fr_auto] gap-x-3 text-tiny" data-plot="">
          {shown.map(({ name, slice: { net } }, index) => (
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
              <span className="figures text-end">{formatMoney(net, currency, 'always')}</span>
            </div>
          ))}
        </div>
      </ChartReader>
      {shown.length < rows.length && (
        <Button
          variant="quiet"
          size="small"
          className="max-sm:min-h-11"
          onClick={() => setAll(true)}
        >{t`Show all ${plural(rows.length, { one: '# symbol', other: '# symbols' })}`}</Button>
      )}
    </ChartFrame>
  );
}
