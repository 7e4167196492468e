import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { CalendarCell } from './calendar-cell.tsx';
import type { CalendarMonth } from './calendar-month.ts';
import { monthName, resultWords, WEEKDAYS } from './chart-words.ts';
import { compactAmount } from './compact-money.ts';

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
export function CalendarGrid(props: CalendarGridProps) {
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
