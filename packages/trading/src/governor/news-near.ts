import { addMilliseconds, type Instant, MINUTE_MS } from '@quorate/values/instant';
import type { Instrument } from '../account/instrument.ts';
import type { NewsNear } from './facts.ts';
import { isCovered, type NewsCalendar, newsAround } from './news-calendar.ts';
import type { NewsWindow } from './rule-set.ts';

const CLEAR: NewsNear = { state: 'clear' };
const NOT_KNOWN: NewsNear = { state: 'not_known' };

/**
 * Listed news on a symbol's currencies, as a governor asks for it: whether the window of a rule set holds now, or
 * begins within a while. A moment that the calendar does not cover is not known to be clear.
 */
export function newsNearIn(
  calendar: NewsCalendar,
  window: NewsWindow,
  instruments: readonly Instrument[],
): (symbol: string, asOf: Instant, aheadMs: number) => NewsNear {
  const bySymbol = new Map(instruments.map((each) => [each.symbol, each]));
  return (symbol, asOf, aheadMs) => {
    const instrument = bySymbol.get(symbol);
    if (!instrument) return NOT_KNOWN;
    const minutesBefore = window.minutesBefore + aheadMs / MINUTE_MS;
    const event = newsAround(calendar, instrument, asOf, { ...window, minutesBefore });
    if (event) {
      const until = addMilliseconds(event.at, window.minutesAfter * MINUTE_MS);
      return { state: 'near', title: event.title, at: event.at, until };
    }
    return isCovered(calendar, asOf) ? CLEAR : NOT_KNOWN;
  };
}
