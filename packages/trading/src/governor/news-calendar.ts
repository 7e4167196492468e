import { type Instant, MINUTE_MS } from '@quorate/values/instant';
import type { Currency } from '@quorate/values/money';
import type { Instrument } from '../account/instrument.ts';
import type { NewsWindow } from './rule-set.ts';

export type Importance = NewsWindow['importance'];

/** A release that moves a currency. */
export type CalendarEvent = Readonly<{
  at: Instant;
  currency: Currency;
  importance: Importance;
  title: string;
  /** Since when anybody could know of it: a replay looks at nothing that was announced later. */
  knownAt: Instant;
}>;

/** Events by currency, each list in the order of their moments. */
export type NewsCalendar = Readonly<{
  events: ReadonlyMap<Currency, readonly CalendarEvent[]>;
  count: number;
  /** The span in which a moment without an event means that there is none; null where nothing is known. */
  covers: Readonly<{ from: Instant; until: Instant }> | null;
}>;

export const NO_CALENDAR: NewsCalendar = { events: new Map(), count: 0, covers: null };

/**
 * @param covers what the list claims to cover; without it, from its first event to its last
 */
export function newsCalendar(
  list: readonly CalendarEvent[],
  covers: NewsCalendar['covers'] = null,
): NewsCalendar {
  const events = new Map<Currency, CalendarEvent[]>();
  const sorted = list.toSorted((a, b) => a.at - b.at || a.knownAt - b.knownAt);
  let count = 0;
  for (const event of sorted) {
    const same = events.get(event.currency) ?? [];
    // The same event from two files is one, known since the earlier of them.
    if (holds(same, event)) continue;
    same.push(event);
    events.set(event.currency, same);
    count += 1;
  }
  const first = sorted[0];
  const last = sorted.at(-1);
  const spanned = first && last ? { from: first.at, until: last.at } : null;
  return { events, count, covers: covers ?? spanned };
}

function holds(same: readonly CalendarEvent[], { at, title }: CalendarEvent): boolean {
  for (let index = same.length - 1; same[index]?.at === at; index -= 1)
    if (same[index]?.title === title) return true;
  return false;
}

/** Whether a moment without an event is known to have none; where not, news is "not known". */
export function isCovered({ covers }: NewsCalendar, asOf: Instant): boolean {
  return covers !== null && asOf >= covers.from && asOf <= covers.until;
}

/**
 * The event that bars trading of this instrument now: of either of its currencies (gold's is the dollar), within
 * the window and as important as it asks for. Of several the one that bars longest.
 */
export function newsAround(
  calendar: NewsCalendar,
  instrument: Pick<Instrument, 'baseCurrency' | 'quoteCurrency'>,
  asOf: Instant,
  window: NewsWindow,
): CalendarEvent | null {
  const from = asOf - window.minutesAfter * MINUTE_MS;
  const to = asOf + window.minutesBefore * MINUTE_MS;
  return later(
    latestWithin(calendar.events.get(instrument.baseCurrency), from, to, asOf, window.importance),
    latestWithin(calendar.events.get(instrument.quoteCurrency), from, to, asOf, window.importance),
  );
}

/** When the next window of this instrument begins that is known now; null where none is. */
export function nextNews(
  calendar: NewsCalendar,
  instrument: Pick<Instrument, 'baseCurrency' | 'quoteCurrency'>,
  asOf: Instant,
  window: NewsWindow,
): CalendarEvent | null {
  const from = asOf + window.minutesBefore * MINUTE_MS + 1;
  const find = (currency: Currency) => {
    const events = calendar.events.get(currency);
    if (!events) return null;
    for (let at = firstFrom(events, from); at < events.length; at += 1) {
      const event = events[at];
      if (event && concerns(event, asOf, window.importance)) return event;
    }
    return null;
  };
  const base = find(instrument.baseCurrency);
  const quote = find(instrument.quoteCurrency);
  if (base === null || quote === null) return base ?? quote;
  return base.at <= quote.at ? base : quote;
}

/** Events of these currencies in a span, ends included, in order. @param currencies null for all */
export function eventsBetween(
  calendar: NewsCalendar,
  from: Instant,
  until: Instant,
  currencies: readonly Currency[] | null = null,
): CalendarEvent[] {
  const found: CalendarEvent[] = [];
  for (const [currency, events] of calendar.events) {
    if (currencies !== null && !currencies.includes(currency)) continue;
    for (let at = firstFrom(events, from); at < events.length; at += 1) {
      const event = events[at];
      if (!event || event.at > until) break;
      found.push(event);
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

function latestWithin(
  events: readonly CalendarEvent[] | undefined,
  from: number,
  to: number,
  asOf: Instant,
  importance: Importance,
): CalendarEvent | null {
  if (events === undefined) return null;
  for (let at = firstFrom(events, to + 1) - 1; at >= 0; at -= 1) {
    const event = events[at];
    if (!event || event.at < from) return null;
    if (concerns(event, asOf, importance)) return event;
  }
  return null;
}

/** The place of the first event at this moment or later. */
function firstFrom(events: readonly CalendarEvent[], from: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((events[middle]?.at ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function concerns(
  { knownAt, importance }: CalendarEvent,
  asOf: Instant,
  least: Importance,
): boolean {
  return knownAt <= asOf && RANKS[importance] >= RANKS[least];
}

const RANKS: Readonly<Record<Importance, number>> = { low: 0, medium: 1, high: 2 };

function later(a: CalendarEvent | null, b: CalendarEvent | null): CalendarEvent | null {
  if (a === null || b === null) return a ?? b;
  return b.at > a.at ? b : a;
}
