import type { TradeCharts } from '@quorate/contract/trade-charts';
import { Button } from '@quorate/ui/button';
import { countOf, formatCount, formatMoney } from '@quorate/ui/format';
import { Icon } from '@quorate/ui/icon';
import { SelectField } from '@quorate/ui/select-field';
import { useMemo, useState } from 'react';
import { CalendarGrid } from './calendar-grid.tsx';
import { calendarMonth, largestDay, monthsWithTrades } from './calendar-month.ts';
import { ChartFrame } from './chart-frame.tsx';
import { CHART_NOTES } from './chart-notes.ts';
import { ChartTable } from './chart-table.tsx';
import { monthName, resultWords, shortDay } from './chart-words.ts';
import { sliceTotal } from './slice-total.ts';

type CalendarChartProps = { charts: TradeCharts; dayAddress: (day: string) => string };

/** Results of each day, a month at a time; only months with trades are turned to. */
export function CalendarChart({ charts, dayAddress }: CalendarChartProps) {
  const { currency, days } = charts;
  const months = useMemo(() => monthsWithTrades(days), [days]);
  const largest = useMemo(() => largestDay(days), [days]);
  const [chosen, setChosen] = useState<string | null>(null);
  const found = months.findIndex(({ month }) => month === chosen);
  const place = found === -1 ? months.length - 1 : found;
  const month = months[place]?.month ?? '';
  const page = useMemo(() => calendarMonth(days, month), [days, month]);
  const [byKey, setByKey] = useState(false);
  const open = (next: string | undefined, key = false) => {
    if (next === undefined) return;
    setChosen(next);
    setByKey(key);
  };
  const turn = (by: 1 | -1, key = false) => open(months[place + by]?.month, key);
  return (
    <ChartFrame
      {...CHART_NOTES.calendar}
      total={`${monthName(month)} ${resultWords(page.total, currency)}. Total ${resultWords(sliceTotal(days), currency)}, ${countOf(days.length, 'day')} with trades.`}
      table={() => (
        <ChartTable
          caption="Daily results"
          columns={['Day', 'Trades', 'Won', 'Lost', 'Net']}
          noun="days"
          items={days}
          row={(day) => ({
            key: day.day,
            head: shortDay(day.day),
            cells: [
              formatCount(day.trades),
              formatCount(day.wins),
              formatCount(day.losses),
              formatMoney(day.net, currency, 'always'),
            ],
          })}
        />
      )}
    >
      <div className="mb-3 flex items-end gap-2">
        <SelectField
          label="Month"
          value={month}
          options={months.toReversed().map((choice) => ({
            value: choice.month,
            label: `${monthName(choice.month)} (${formatCount(choice.trades)})`,
          }))}
          onChange={(next) => open(next)}
          className="w-52"
        />
        <Button
          variant="secondary"
          aria-label="Earlier month"
          disabled={place <= 0}
          onClick={() => turn(-1)}
        >
          <Icon name="left" className="size-4" />
        </Button>
        <Button
          variant="secondary"
          aria-label="Later month"
          disabled={place >= months.length - 1}
          onClick={() => turn(1)}
        >
          <Icon name="right" className="size-4" />
        </Button>
      </div>
      <CalendarGrid
        key={month}
        month={page}
        currency={currency}
        largest={largest}
        dayAddress={dayAddress}
        onTurn={(by) => turn(by, true)}
        takesFocus={byKey}
      />
    </ChartFrame>
  );
}
