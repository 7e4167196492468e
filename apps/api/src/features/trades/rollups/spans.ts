import { DAY_MS } from '@quorate/values/instant';
import type { TimeRange } from '../../../http/period-range.ts';
import { monthOf } from './month-of.ts';

/** Days since 1970, the first within, the last not. */
type DaySpan = { from: number; to: number };

/** A range as the sums hold it: whole UTC months, whole UTC days beside them, and two ragged ends. */
export type Spans = { months: DaySpan | null; days: DaySpan[]; ragged: TimeRange[] };

/** Before and after everything that a database can hold. */
const FIRST_DAY = -3_000_000;
const END_DAY = 100_000_000;

export function spansOf({ from, to }: TimeRange): Spans {
  const first = from ? Math.ceil(from.getTime() / DAY_MS) : FIRST_DAY;
  const end = to ? Math.floor(to.getTime() / DAY_MS) : END_DAY;
  if (first >= end) return { months: null, days: [], ragged: [...inTwo(from, to, first)] };
  const ragged = [
    { from, to: new Date(first * DAY_MS) },
    { from: new Date(end * DAY_MS), to },
  ].filter((span) => span.from !== null && span.to !== null && span.from < span.to);
  const monthsFrom = from ? nextMonth(first) : FIRST_DAY;
  const monthsTo = to ? monthOf(end).from : END_DAY;
  if (monthsFrom >= monthsTo) return { months: null, days: [{ from: first, to: end }], ragged };
  const days = [
    { from: first, to: monthsFrom },
    { from: monthsTo, to: end },
  ].filter((span) => span.from < span.to);
  return { months: { from: monthsFrom, to: monthsTo }, days, ragged };
}

/** A range without a whole day may still lie in two: pieces never cross a midnight. */
function inTwo(from: Date | null, to: Date | null, middle: number): TimeRange[] {
  const midnight = new Date(middle * DAY_MS);
  if (!from || !to || from >= to) return [];
  if (midnight <= from || midnight >= to) return [{ from, to }];
  return [
    { from, to: midnight },
    { from: midnight, to },
  ];
}

function nextMonth(day: number): number {
  const month = monthOf(day);
  return month.from === day ? day : month.to;
}
