import type { TradeCharts } from '@quorate/contract/trade-charts';
import { formatCount } from '@quorate/ui/format';
import { memo } from 'react';
import { CalendarChart } from './calendar-chart.tsx';
import { CHART_NOTES } from './chart-notes.ts';
import { compactAmount } from './compact-money.ts';
import { EquityChart } from './equity-chart.tsx';
import { LibraryNotice } from './library-notice.tsx';
import { hourBars, rBars, sessionBars, weekdayBars } from './slice-bars.ts';
import { SliceChart } from './slice-chart.tsx';
import { SymbolChart } from './symbol-chart.tsx';

type ChartBoardProps = {
  charts: TradeCharts;
  /** Where the trades of a day are. */
  dayAddress: (day: string) => string;
};

/** All charts. Apart from the panel, so that its code and its data are asked for at the same time. */
export const ChartBoard = memo(function ChartBoard({ charts, dayAddress }: ChartBoardProps) {
  const { currency } = charts;
  const net = { currency, axis: compactAmount };
  return (
    <div className="space-y-8">
      <EquityChart charts={charts} />
      <CalendarChart charts={charts} dayAddress={dayAddress} />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
        <SliceChart
          {...net}
          {...CHART_NOTES.weekdays}
          column="Weekday"
          bars={weekdayBars(charts)}
        />
        <SliceChart {...net} {...CHART_NOTES.hours} column="Hour" bars={hourBars(charts)} />
        <SliceChart
          {...net}
          {...CHART_NOTES.sessions}
          column="Session"
          bars={sessionBars(charts)}
        />
        <SliceChart
          {...CHART_NOTES.r}
          column="R"
          bars={rBars(charts)}
          apart={{ name: 'Without a stop', slice: charts.without_r }}
          currency={currency}
          axis={formatCount}
          ticksBetween
        />
      </div>
      <SymbolChart charts={charts} />
      <p className="text-tiny text-muted">
        <LibraryNotice />
      </p>
    </div>
  );
});
