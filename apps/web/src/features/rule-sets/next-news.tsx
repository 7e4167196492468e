import { t } from '@lingui/core/macro';
import type { CalendarEventJson } from '@quorate/contract/calendar';
import type { RuleSetJson } from '@quorate/contract/rule-sets';
import { formatTime } from '@quorate/ui/time-format';
import { useCalendar } from './rule-sets.api.ts';

type News = NonNullable<RuleSetJson['news']>;

const RANKS = { low: 0, medium: 1, high: 2 } as const;
const SHOWN = 3;
const MINUTE_MS = 60_000;

type NextNewsProps = { news: News; now: number; timeZone: string };

/** The next events around which the rules keep trades away; nothing where the service has no calendar. */
export function NextNews({ news, now, timeZone }: NextNewsProps) {
  const calendar = useCalendar();
  if (!calendar.data || calendar.data.covers === null) return null;
  const next = calendar.data.events
    .filter(
      ({ at, importance }) => isAhead(at, news, now) && RANKS[importance] >= RANKS[news.importance],
    )
    .slice(0, SHOWN);
  if (next.length === 0) return null;
  return (
    <section aria-label={t`Next events`} className="mt-3 text-small">
      <p className="text-tiny text-muted">{t`Next events`}</p>
      <ul className="mt-1 space-y-1">
        {next.map((event) => (
          <li
            key={`${event.at} ${event.currency} ${event.title}`}
            className="flex flex-wrap justify-between gap-x-4"
          >
            <span className="wrap-anywhere">
              <time dateTime={event.at}>{formatTime(event.at, timeZone)}</time> {event.currency}{' '}
              {event.title}
            </span>
            <span className="text-muted">{windowWords(event, news, timeZone)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function isAhead(at: string, news: News, now: number): boolean {
  return Date.parse(at) + news.minutes_after * MINUTE_MS > now;
}

/** @example windowWords(event, news, 'UTC') // 'no new trades 15:15 to 15:45' */
function windowWords({ at }: CalendarEventJson, news: News, timeZone: string): string {
  const time = (ms: number) => formatTime(new Date(ms).toISOString(), timeZone).slice(-5);
  const from = time(Date.parse(at) - news.minutes_before * MINUTE_MS);
  const until = time(Date.parse(at) + news.minutes_after * MINUTE_MS);
  return news.bars === 'all'
    ? t`no trading ${from} to ${until}`
    : t`no new trades ${from} to ${until}`;
}
