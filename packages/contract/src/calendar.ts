import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { currencyCode, isoTime } from './fields.ts';

/** The longest span of one answer, in days; later events come with a later call. */
export const CALENDAR_DAYS_MAX = 31;

/** Events of one answer, the first of the span. */
export const CALENDAR_EVENTS_MAX = 2_000;

const calendarEvent = z.object({
  at: isoTime,
  currency: currencyCode,
  importance: z.enum(['high', 'medium', 'low']),
  title: z.string(),
  /** Since when the service knows of it. */
  known_at: isoTime,
});
export type CalendarEventJson = z.output<typeof calendarEvent>;

/** For bots whose terminal has no economic calendar, such as paper runs, and for the dashboard. */
export const getCalendar = defineEndpoint({
  method: 'GET',
  path: '/api/bot/calendar',
  auth: 'user_or_device',
  summary: 'Economic events of a span, from the calendar of this service; in their order',
  query: z.object({
    /** Left out: now. */
    from: isoTime.optional(),
    days: z.coerce.number().int().min(1).max(CALENDAR_DAYS_MAX).default(7),
  }),
  reply: z.object({
    success: z.literal(true),
    events: z.array(calendarEvent),
    /** Where a moment without an event means that there is none; null: no calendar is known here. */
    covers: z.object({ from: isoTime, until: isoTime }).nullable(),
    /** When the calendar was last read. */
    read_at: isoTime.nullable(),
  }),
  errors: ['unauthorized', 'validation_failed'],
});
