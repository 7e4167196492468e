import { plural, t } from '@lingui/core/macro';
import type { TradeCharts } from '@quorate/contract/trade-charts';
import { Button } from '@quorate/ui/button';
import { classNames } from '@quorate/ui/class-names';
import { formatCount, formatMoney } from '@quorate/ui/format';
import { Icon } from '@quorate/ui/icon';
import { SelectField } from '@quorate/ui/select-field';
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ChartFrame } from './chart-frame.tsx';
import { CHART_NOTES } from './chart-notes.ts';
import { ChartTable } from './chart-table.tsx';
import { dayWords, monthName, resultWords, shortDay, WEEKDAYS } from './chart-words.ts';
import { compactAmount } from './compact-money.ts';
import { sliceTotal } from './slice-total.ts';
import { largestDay, type YearDay, type YearOfDays, yearOfDays, yearsOf } from './year-weeks.ts';

type YearMapProps = { charts: TradeCharts; dayAddress: (day: string) => string };

/** Results of each day of a year, a column for each week; only years with trades are turned to. */
export function YearMap({ charts, dayAddress }: YearMapProps) {
  const { currency, days } = charts;
  const years = useMemo(() => yearsOf(days), [days]);
  const largest = useMemo(() => largestDay(days), [days]);
  const [chosen, setChosen] = useState<string | null>(null);
  const found = chosen === null ? -1 : years.indexOf(chosen);
  const place = found === -1 ? years.length - 1 : found;
  const year = years[place] ?? '';
  const page = useMemo(() => yearOfDays(days, year), [days, year]);
  const [byKey, setByKey] = useState(false);
  const open = (next: string | undefined, key = false) => {
    if (next === undefined) return;
    setChosen(next);
    setByKey(key);
  };
  const turn = (by: 1 | -1, key = false) => open(years[place + by], key);
  const up = page.results.filter(({ net }) => net > 0).length;
  const down = page.results.filter(({ net }) => net < 0).length;
  return (
    <ChartFrame
      {...CHART_NOTES.calendar}
      total={t`${year}: ${resultWords(sliceTotal(page.results), currency)}; ${plural(up, { one: '# day', other: '# days' })} up, ${formatCount(down)} down. Total ${resultWords(sliceTotal(days), currency)}, ${plural(days.length, { one: '# day', other: '# days' })} with trades.`}
      table={() => (
        <ChartTable
          caption={t`Daily results`}
          columns={[t`Day`, t`Trades`, t`Won`, t`Lost`, t`Net`]}
          noun={t`days`}
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
          label={t`Year`}
          value={year}
          options={years.toReversed().map((choice) => ({ value: choice, label: choice }))}
          onChange={(next) => open(next)}
          className="w-28"
        />
        <Button
          variant="secondary"
          aria-label={t`Earlier year`}
          disabled={place <= 0}
          onClick={() => turn(-1)}
        >
          <Icon name="left" className="size-4" />
        </Button>
        <Button
          variant="secondary"
          aria-label={t`Later year`}
          disabled={place >= years.length - 1}
          onClick={() => turn(1)}
        >
          <Icon name="right" className="size-4" />
        </Button>
        <Legend />
      </div>
      <YearGrid
        key={year}
        year={year}
        page={page}
        currency={currency}
        largest={largest}
        dayAddress={dayAddress}
        onTurn={(by) => turn(by, true)}
        takesFocus={byKey}
      />
    </ChartFrame>
  );
}

function Legend() {
  return (
    <p
      aria-hidden="true"
      className="ms-auto hidden items-center gap-1 self-center text-tiny text-muted sm:flex"
    >
      {t`Loss`}
      {[-1, -0.4, 0.4, 1].map((share) => (
        <span
          key={share}
          className="figures grid size-[1.125rem] place-items-center rounded-[3px] text-tiny leading-none text-ink"
          style={{ backgroundColor: shadeOf(share, Math.abs(share)) }}
        >
          {share > 0 ? '+' : '−'}
        </span>
      ))}
      {t`Gain`}
    </p>
  );
}

type YearGridProps = {
  year: string;
  page: YearOfDays;
  currency: string;
  /** The largest absolute day, which has the full shade. */
  largest: number;
  dayAddress: (day: string) => string;
  /** Turns to the year before or after, if there is one. */
  onTurn: (by: 1 | -1) => void;
  /** The year was turned from within: the keyboard stays in the grid. */
  takesFocus: boolean;
};

/** One year. The grid is one stop of the Tab key; arrows walk over its days and weeks. */
function YearGrid(props: YearGridProps) {
  const { year, page, currency, largest, dayAddress, onTurn, takesFocus } = props;
  const box = useRef<HTMLDivElement>(null);
  const days = page.weeks.flatMap((week) => week.days.filter((day) => day !== null));
  const newest = page.results.at(-1)?.day;
  const [current, setCurrent] = useState(newest ?? days[0]?.day);
  const focusOn = (day: string | undefined) =>
    box.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  const arrive = useEffectEvent(() => {
    const cell = box.current?.querySelector<HTMLElement>(`[data-day="${newest}"]`);
    // The newest day is in sight where the year is wider than its box.
    if (box.current && cell)
      box.current.scrollLeft = cell.offsetLeft + 2 * cell.offsetWidth - box.current.clientWidth;
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
    const next = placeOf(event.key, at, { count: days.length, rows: page.rows });
    if (next === null) return;
    event.preventDefault();
    focusOn(days[next]?.day);
  };
  return (
    <div ref={box} className="relative -mx-1 overflow-x-auto px-1 pb-1">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose days one walks over
        role="grid"
        aria-label={t`Results of ${year}`}
        onKeyDown={onKeyDown}
        className="w-full border-separate border-spacing-[2px] max-sm:border-spacing-1"
      >
        <thead className="text-tiny leading-4 text-muted">
          <tr>
            <th scope="col" className="sticky start-0 z-1 bg-paper pe-1">
              <span className="sr-only">{t`Weekday`}</span>
            </th>
            {page.months.map(({ month, weeks }) => (
              <th
                key={month}
                scope="colgroup"
                colSpan={weeks}
                abbr={monthName(month)}
                className="overflow-visible text-start font-normal whitespace-nowrap"
              >
                {weeks > 1 && monthName(month).slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKDAYS.slice(0, page.rows).map((name, weekday) => (
            <tr key={name}>
              <th
                scope="row"
                abbr={name}
                className="sticky start-0 z-1 bg-paper pe-1 text-start text-tiny leading-4 font-normal text-muted"
              >
                {name.slice(0, 3)}
              </th>
              {page.weeks.map(({ monday, days: cells }) => {
                const cell = cells[weekday];
                return cell ? (
                  <YearCell
                    key={cell.day}
                    cell={cell}
                    currency={currency}
                    share={largest === 0 ? 0 : Math.abs(cell.result?.net ?? 0) / largest}
                    focusable={cell.day === current}
                    onFocus={() => setCurrent(cell.day)}
                    address={dayAddress(cell.day)}
                  />
                ) : (
                  <td key={monday} />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Walk = { count: number; rows: number };

function placeOf(key: string, at: number, { count, rows }: Walk): number | null {
  const steps: Record<string, number> = {
    ArrowUp: -1,
    ArrowDown: 1,
    ArrowLeft: -rows,
    ArrowRight: rows,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  if (step === undefined || count === 0) return null;
  return Math.min(count - 1, Math.max(0, at + step));
}

type YearCellProps = {
  cell: YearDay;
  currency: string;
  /** Of the largest day, 0 to 1. */
  share: number;
  focusable: boolean;
  onFocus: () => void;
  address: string;
};

const CELL =
  'relative block h-[1.125rem] min-w-[1.125rem] rounded-[3px] lg:h-5 max-sm:h-11 max-sm:min-w-11 max-sm:rounded-md';

/** One day: the shade says how much, the sign which way; on a phone the amount itself. */
function YearCell({ cell, currency, share, focusable, onFocus, address }: YearCellProps) {
  const { day, result } = cell;
  const words = dayWords(day, result, currency);
  const common = { 'data-day': day, tabIndex: focusable ? 0 : -1, onFocus, title: words };
  if (!result)
    return (
      <td className="p-0">
        <span {...common} className={classNames(CELL, 'bg-sunk ring-1 ring-line ring-inset')}>
          <span className="sr-only">{words}</span>
        </span>
      </td>
    );
  return (
    <td className="p-0">
      <Link
        {...common}
        to={address}
        style={{ backgroundColor: shadeOf(result.net, share) }}
        className={classNames(
          CELL,
          'figures grid place-items-center text-tiny leading-none text-ink outline-offset-1 hover:outline-2 hover:outline-line-strong',
        )}
      >
        <span className="sr-only">{words}</span>
        <span aria-hidden="true" className="max-sm:hidden">
          {result.net > 0 ? '+' : result.net < 0 ? '−' : '0'}
        </span>
        <span aria-hidden="true" className="whitespace-nowrap sm:hidden">
          {compactAmount(result.net)}
        </span>
      </Link>
    </td>
  );
}

const LEAST_SHADE_PERCENT = 12;
const FULL_SHADE_PERCENT = 62;

function shadeOf(net: number, share: number): string {
  if (net === 0) return 'color-mix(in srgb, var(--hold) 22%, transparent)';
  const percent = LEAST_SHADE_PERCENT + (FULL_SHADE_PERCENT - LEAST_SHADE_PERCENT) * share;
  return `color-mix(in srgb, var(--${net > 0 ? 'gain' : 'loss'}) ${percent.toFixed(1)}%, transparent)`;
}
