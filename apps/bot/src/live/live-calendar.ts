import type { Instrument } from '@quorate/trading/account/instrument';
import type { NewsNear } from '@quorate/trading/governor/facts';
import {
  type CalendarEvent,
  type Importance,
  isCovered,
  type NewsCalendar,
  NO_CALENDAR,
  newsAround,
  newsCalendar,
} from '@quorate/trading/governor/news-calendar';
import type { RuleSet } from '@quorate/trading/governor/rule-set';
import { DAY_MS, HOUR_MS, type Instant, instant, MINUTE_MS } from '@quorate/values/instant';
import type { Currency } from '@quorate/values/money';
import type { TerminalLink } from '../mt5/bridge/terminal-link.ts';
import type { Timers } from '../timers.ts';
import type { ServerClock } from './server-clock.ts';

/** Listed news as the terminal's economic calendar has them. */
export type LiveCalendar = Readonly<{
  /** Asks the terminal for what is old; quick where nothing is. */
  refresh(instruments: readonly Instrument[]): Promise<void>;
  newsNear(symbol: string, asOf: Instant, aheadMs: number): NewsNear;
}>;

type LiveCalendarDeps = Readonly<{
  link: Pick<TerminalLink, 'request'>;
  timers: Timers;
  serverClock: Pick<ServerClock, 'toUtc' | 'toServerMs'>;
  rules(): RuleSet;
}>;

const OLD_MS = HOUR_MS;
const BEHIND_MS = DAY_MS;
const AHEAD_MS = 7 * DAY_MS;

export function createLiveCalendar(deps: LiveCalendarDeps): LiveCalendar {
  const { link, timers, serverClock } = deps;
  let calendar: NewsCalendar = NO_CALENDAR;
  let known: readonly Instrument[] = [];
  let readAt = Number.NEGATIVE_INFINITY;

  async function eventsOf(currency: Currency, from: Instant, until: Instant) {
    const outcome = await link.request('calendar', {
      from: Math.floor(serverClock.toServerMs(from) / 1_000),
      to: Math.floor(serverClock.toServerMs(until) / 1_000),
      currency,
    });
    if (outcome.kind !== 'ok') return null;
    const knownAt = timers.now();
    return outcome.answer.events.flatMap(({ at, importance, title }): CalendarEvent[] =>
      importance === 'none'
        ? []
        : [
            {
              at: serverClock.toUtc(at * 1_000),
              currency,
              importance: importance satisfies Importance,
              title,
              knownAt: instant(Math.min(knownAt, from)),
            },
          ],
    );
  }

  return {
    async refresh(instruments) {
      known = instruments;
      const now = timers.now();
      if (now - readAt < OLD_MS || deps.rules().news === null) return;
      const [from, until] = [instant(now - BEHIND_MS), instant(now + AHEAD_MS)];
      const currencies = new Set(
        instruments.flatMap(({ baseCurrency, quoteCurrency }) => [baseCurrency, quoteCurrency]),
      );
      const events: CalendarEvent[] = [];
      for (const currency of currencies) {
        const some = await eventsOf(currency, from, until);
        // Without one of them nobody knows: what was read before holds as far as it goes.
        if (some === null) return;
        events.push(...some);
      }
      calendar = newsCalendar(events, { from, until });
      readAt = now;
    },
    newsNear(symbol, asOf, aheadMs) {
      const { news } = deps.rules();
      const instrument = known.find((each) => each.symbol === symbol);
      if (news === null) return { state: 'clear' };
      if (!instrument || !isCovered(calendar, asOf)) return { state: 'not_known' };
      const minutesBefore = news.minutesBefore + Math.ceil(aheadMs / MINUTE_MS);
      const event = newsAround(calendar, instrument, asOf, { ...news, minutesBefore });
      if (event === null) return { state: 'clear' };
      const until = instant(event.at + news.minutesAfter * MINUTE_MS);
      return { state: 'near', title: event.title, at: event.at, until };
    },
  };
}
