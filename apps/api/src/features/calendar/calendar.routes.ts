import { CALENDAR_EVENTS_MAX, getCalendar } from '@quorate/contract/calendar';
import type { HandlerInput, Reply } from '@quorate/contract/endpoint';
import { DAY_MS } from '@quorate/values/instant';
import type { Db } from '../../db/tables.ts';
import type { Route } from '../../http/endpoint.ts';
import { isoTimes } from '../../http/iso-times.ts';
import type { Clock } from '../../process/clock.ts';

type CalendarDeps = Readonly<{ db: Db; clock: Clock }>;

export function registerCalendar(route: Route, deps: CalendarDeps): void {
  route(getCalendar, async ({ query }) => ({
    success: true,
    ...(await readCalendar(deps, query)),
  }));
}

async function readCalendar(
  { db, clock }: CalendarDeps,
  { from, days }: HandlerInput<typeof getCalendar>['query'],
): Promise<Omit<Reply<typeof getCalendar>, 'success'>> {
  const first = from === undefined ? clock.now() : Date.parse(from);
  const rows = await db
    .selectFrom('calendar_events')
    .selectAll()
    .where('at', '>=', new Date(first))
    .where('at', '<', new Date(first + days * DAY_MS))
    .orderBy('at')
    .orderBy('currency')
    .orderBy('title')
    .limit(CALENDAR_EVENTS_MAX)
    .execute();
  const cover = await db.selectFrom('calendar_cover').selectAll().executeTakeFirst();
  const [start, end] = [cover?.covers_from, cover?.covers_until];
  // Of a span with more events than one answer has, only what is in it is known.
  const last = rows.length === CALENDAR_EVENTS_MAX ? rows.at(-1)?.at : undefined;
  const until = last && end && last < end ? last : end;
  return {
    events: rows.map((row) => isoTimes(row)),
    covers: start && until ? isoTimes({ from: start, until }) : null,
    read_at: cover?.read_at.toISOString() ?? null,
  };
}
