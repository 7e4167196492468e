import { readFile } from 'node:fs/promises';
import { isStorable } from '@quorate/contract/fields';
import { parseCalendar } from '@quorate/trading/governor/calendar-file';
import type { NewsCalendar } from '@quorate/trading/governor/news-calendar';
import { DAY_MS, type Instant, instant } from '@quorate/values/instant';
import type { CalendarSettings } from '../../config/config.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';

/** Past events are kept for so long: a replay reads its own file. */
export const EVENTS_KEPT_DAYS = 90;

const BYTES_MAX = 20 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const BATCH = 1_000;

type RefreshDeps = Readonly<{ db: Db; clock: Clock }>;

/**
 * Reads the operator's calendar and stores what is new, moved or gone in it. A calendar that cannot be read
 * leaves the one before, and the job says why.
 *
 * @throws Error for a file or an address that cannot be read, or whose rows are no events
 */
export async function refreshCalendar(
  { db, clock }: RefreshDeps,
  settings: CalendarSettings,
): Promise<void> {
  const text = await textOf(settings);
  if (text === null) return;
  const now = instant(clock.now());
  const { calendar, faults } = parseCalendar(text, now);
  if (!calendar) throw new Error(`The calendar is not usable: ${faults[0]?.message ?? 'unknown'}`);
  await inTransaction(db, (tx) => storeCalendar(tx, calendar, now));
}

async function textOf({ file, url }: CalendarSettings): Promise<string | null> {
  if (file !== undefined) return readFile(file, 'utf8');
  if (url === undefined) return null;
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`The calendar's address answered ${response.status}.`);
  const text = await response.text();
  if (text.length > BYTES_MAX)
    throw new Error(`The calendar has ${text.length} bytes; at most ${BYTES_MAX} are read.`);
  return text;
}

type EventRow = {
  at: Date;
  currency: string;
  title: string;
  importance: 'high' | 'medium' | 'low';
  known_at: Date;
};

const keyOf = ({ at, currency, title }: EventRow) => `${at.getTime()} ${currency} ${title}`;

async function storeCalendar(tx: Db, calendar: NewsCalendar, now: Instant): Promise<void> {
  const since = new Date(now - EVENTS_KEPT_DAYS * DAY_MS);
  const listed = rowsOf(calendar).filter(({ at }) => at >= since);
  const known = await tx
    .selectFrom('calendar_events')
    .selectAll()
    .where('at', '>=', since)
    .execute();
  const stored = new Map(known.map((row) => [keyOf(row), row]));
  const wanted = new Set(listed.map(keyOf));
  // What the past held stays, whatever a later file leaves out.
  const gone = known.filter((row) => row.at.getTime() > now && !wanted.has(keyOf(row)));
  for (const { at, currency, title } of gone)
    await tx
      .deleteFrom('calendar_events')
      .where('at', '=', at)
      .where('currency', '=', currency)
      .where('title', '=', title)
      .execute();
  const changed = listed.filter((row) => stored.get(keyOf(row))?.importance !== row.importance);
  for (let from = 0; from < changed.length; from += BATCH)
    await tx
      .insertInto('calendar_events')
      .values(changed.slice(from, from + BATCH))
      .onConflict((conflict) =>
        conflict
          .columns(['at', 'currency', 'title'])
          .doUpdateSet((set) => ({ importance: set.ref('excluded.importance') })),
      )
      .execute();
  const { covers } = calendar;
  const cover = {
    covers_from: covers && new Date(covers.from),
    covers_until: covers && new Date(covers.until),
    read_at: new Date(now),
  };
  await tx
    .insertInto('calendar_cover')
    .values({ one: true, ...cover })
    .onConflict((conflict) => conflict.column('one').doUpdateSet(cover))
    .execute();
}

/** @throws Error for a title that no database takes */
function rowsOf({ events }: NewsCalendar): EventRow[] {
  return [...events.values()].flat().map(({ at, currency, importance, title, knownAt }) => {
    if (!isStorable(title)) throw new Error(`The calendar names an event '${title.slice(0, 40)}'.`);
    return { at: new Date(at), currency, importance, title, known_at: new Date(knownAt) };
  });
}
