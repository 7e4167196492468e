import type { Period } from '@quorate/contract/trade-filter';
import type { Instant } from '@quorate/values/instant';

/** Half-open: `from` belongs to it, `to` does not. null: no bound. */
export type TimeRange = { from: Date | null; to: Date | null };

/** Times of the years that are written with four digits: databases read no others. */
const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

type PeriodQuery = {
  period: Period;
  time_zone: string;
  start_date?: string | undefined;
  end_date?: string | undefined;
};

/**
 * The range a period means to a viewer: whole days of their time zone, today being the last of them.
 * A day is 23 or 25 hours long when the clocks change.
 */
export function periodRange(query: PeriodQuery, now: Instant): TimeRange {
  const { period, time_zone } = query;
  const today = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(time_zone)
    .toPlainDate();
  switch (period) {
    case 'all':
      return { from: null, to: null };
    case 'daily':
      return days(today, today, time_zone);
    case 'weekly':
      return days(today.subtract({ days: 6 }), today, time_zone);
    case 'monthly':
      return days(today.subtract({ days: 29 }), today, time_zone);
    case 'custom': {
      const first = query.start_date ? Temporal.PlainDate.from(query.start_date) : today;
      const last = query.end_date ? Temporal.PlainDate.from(query.end_date) : today;
      return days(first, last, time_zone);
    }
  }
}

function days(first: Temporal.PlainDate, last: Temporal.PlainDate, timeZone: string): TimeRange {
  return { from: startOfDay(first, timeZone), to: startOfDay(last.add({ days: 1 }), timeZone) };
}

function startOfDay(day: Temporal.PlainDate, timeZone: string): Date {
  const start = day.toZonedDateTime({ timeZone }).epochMilliseconds;
  return new Date(Math.min(Math.max(start, FIRST), LAST));
}
