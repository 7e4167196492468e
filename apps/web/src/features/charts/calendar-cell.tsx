import { formatMoney } from '@quorate/ui/format';
import { Link } from 'react-router';
import type { CalendarDay } from './calendar-month.ts';
import { dayWords } from './chart-words.ts';
import { compactAmount } from './compact-money.ts';

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
export function CalendarCell(props: CalendarCellProps) {
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
