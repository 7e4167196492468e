import type { ChartSlice, TradeCharts } from '@quorate/contract/trade-charts';
import { Button } from '@quorate/ui/button';
import { countOf, formatCount, formatMoney } from '@quorate/ui/format';
import { Icon } from '@quorate/ui/icon';
import { SelectField } from '@quorate/ui/select-field';
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ChartFrame } from './chart-frame.tsx';
import { CHART_NOTES } from './chart-notes.ts';
import { ChartTable } from './chart-table.tsx';
import { dayWords, monthName, resultWords, shortDay, WEEKDAYS } from './chart-words.ts';
import { compactAmount } from './compact-money.ts';
import type { DayResult } from './equity-points.ts';
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

type CalendarGridProps = {
  month: CalendarMonth;
  currency: string;
  /** The largest absolute day, which has the full shade. */
  largest: number;
  dayAddress: (day: string) => string;
  /** Turns the page, if there is another. */
  onTurn: (by: 1 | -1) => void;
  /** The page was turned from within: the keyboard stays in the grid. */
  takesFocus: boolean;
};

const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/** One month. The grid is one stop of the Tab key; the arrow keys walk over its days. */
function CalendarGrid(props: CalendarGridProps) {
  const { month, currency, largest, dayAddress, onTurn, takesFocus } = props;
  const grid = useRef<HTMLTableElement>(null);
  const days = month.weeks.flatMap((week) => week.days.filter((day) => day !== null));
  const [current, setCurrent] = useState(
    () => days.find(({ result }) => result !== null)?.day ?? days[0]?.day,
  );
  const focusOn = (day: string | undefined) =>
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  const arrive = useEffectEvent(() => {
    if (takesFocus) focusOn(current);
  });
  useEffect(() => arrive(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'PageUp' || event.key === 'PageDown') {
      event.preventDefault();
      onTurn(event.key === 'PageUp' ? -1 : 1);
      return;
    }
    const at = days.findIndex(({ day }) => day === current);
    const next = placeOf(event.key, at, days.length);
    if (next === null) return;
    event.preventDefault();
    focusOn(days[next]?.day);
  };
  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose days one walks over
      role="grid"
      aria-label={`Results of ${monthName(month.month)}`}
      onKeyDown={onKeyDown}
      className="w-full table-fixed border-separate border-spacing-0.5 sm:border-spacing-1"
    >
      <thead className="text-tiny text-muted">
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name} className="pb-1 text-left font-normal">
              {name.slice(0, 3)}
            </th>
          ))}
          <th scope="col" className="pb-1 text-right font-normal">
            Week
          </th>
        </tr>
      </thead>
      <tbody>
        {month.weeks.map(({ monday, days: cells, total }) => (
          <tr key={monday} className="h-12 md:h-14">
            {cells.map((cell, weekday) =>
              cell ? (
                <CalendarCell
                  key={cell.day}
                  cell={cell}
                  currency={currency}
                  share={largest === 0 ? 0 : Math.abs(cell.result?.net ?? 0) / largest}
                  focusable={cell.day === current}
                  onFocus={() => setCurrent(cell.day)}
                  address={dayAddress(cell.day)}
                />
              ) : (
                <td key={WEEKDAYS[weekday]} />
              ),
            )}
            <td className="text-right align-middle text-[0.6875rem] md:text-tiny">
              {total.trades > 0 && (
                <>
                  <span className="sr-only">Week: {resultWords(total, currency)}</span>
                  <span aria-hidden="true" className="figures">
                    {compactAmount(total.net)}
                  </span>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The day a key leads to, within the month; null for other keys. */
function placeOf(key: string, at: number, count: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key];
  if (step === undefined) return null;
  const next = at + step;
  return next < 0 || next >= count ? at : next;
}

/** The largest day's shade; the words on it stay readable in both themes. */
const FULL_SHADE_PERCENT = 42;
const LEAST_SHADE_PERCENT = 8;

type CalendarCellProps = {
  cell: CalendarDay;
  currency: string;
  /** Of the largest day, 0 to 1. */
  share: number;
  focusable: boolean;
  onFocus: () => void;
  /** Where the day's trades are. */
  address: string;
};

/** One day: the shade says how much, the sign before the amount which way. */
function CalendarCell(props: CalendarCellProps) {
  const { cell, currency, share, focusable, onFocus, address } = props;
  const { day, result } = cell;
  const number = Number(day.slice(-2));
  const words = dayWords(day, result, currency);
  const common = {
    'data-day': day,
    tabIndex: focusable ? 0 : -1,
    onFocus,
  };
  if (!result) {
    return (
      <td
        {...common}
        className="relative rounded-md bg-sunk/60 px-1 pt-0.5 align-top text-[0.6875rem] text-muted tabular-nums md:px-2"
      >
        <span className="sr-only">{words}</span>
        <span aria-hidden="true">{number}</span>
      </td>
    );
  }
  return (
    <td className="p-0 align-top">
      <Link
        {...common}
        to={address}
        title={words}
        style={{ backgroundColor: shadeOf(result.net, share) }}
        className="relative block h-12 rounded-md px-1 pt-0.5 text-[0.6875rem] leading-snug outline-offset-1 hover:outline-2 hover:outline-line-strong md:h-14 md:px-2"
      >
        <span className="sr-only">{words}</span>
        <span aria-hidden="true">
          <span className="tabular-nums">{number}</span>
          <span className="figures mt-0.5 block text-[0.625rem] whitespace-nowrap lg:hidden">
            {compactAmount(result.net)}
          </span>
          <span className="figures mt-0.5 hidden truncate text-tiny lg:block">
            {formatMoney(result.net, currency, 'always')}
          </span>
        </span>
      </Link>
    </td>
  );
}

function shadeOf(net: number, share: number): string {
  if (net === 0) return 'color-mix(in srgb, var(--hold) 14%, transparent)';
  const percent = LEAST_SHADE_PERCENT + (FULL_SHADE_PERCENT - LEAST_SHADE_PERCENT) * share;
  return `color-mix(in srgb, var(--${net > 0 ? 'gain' : 'loss'}) ${percent.toFixed(1)}%, transparent)`;
}

const DAY_MS = 86_400_000;
const DAYS_A_WEEK = 7;
/** No month touches more, so that a page of the calendar always has the same height. */
const WEEKS = 6;

/** A cell of the grid. `result` is null on a day without closed trades. */
type CalendarDay = { day: string; result: DayResult | null };

/** Days outside the month are null. */
type CalendarWeek = { monday: string; days: (CalendarDay | null)[]; total: ChartSlice };

type CalendarMonth = { month: string; weeks: CalendarWeek[]; total: ChartSlice };

type MonthChoice = { month: string; trades: number };

/** The months with trades such as 2025-01, oldest first. */
export function monthsWithTrades(days: readonly DayResult[]): MonthChoice[] {
  const months = new Map<string, number>();
  for (const { day, trades } of days) {
    const month = day.slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + trades);
  }
  return [...months].map(([month, trades]) => ({ month, trades }));
}

/** One month as six weeks from Monday to Sunday. Week totals are of the month's own days alone. */
export function calendarMonth(days: readonly DayResult[], month: string): CalendarMonth {
  const results = new Map(
    days.filter(({ day }) => day.startsWith(month)).map((result) => [result.day, result]),
  );
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const beforeFirst = (new Date(first).getUTCDay() + DAYS_A_WEEK - 1) % DAYS_A_WEEK;
  const dayAt = (place: number) =>
    new Date(first + (place - beforeFirst) * DAY_MS).toISOString().slice(0, 10);
  const weeks = Array.from({ length: WEEKS }, (_, week) => {
    const start = week * DAYS_A_WEEK;
    const cells = Array.from({ length: DAYS_A_WEEK }, (_, weekday) => {
      const day = dayAt(start + weekday);
      return day.startsWith(month) ? { day, result: results.get(day) ?? null } : null;
    });
    const total = sliceTotal(cells.flatMap((cell) => cell?.result ?? []));
    return { monday: dayAt(start), days: cells, total };
  });
  return { month, weeks, total: sliceTotal([...results.values()]) };
}

/** The largest day in either direction: shades are relative to it, over all months alike. */
export function largestDay(days: readonly DayResult[]): number {
  return days.reduce((largest, { net }) => Math.max(largest, Math.abs(net)), 0);
}
