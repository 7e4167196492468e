import { formatTime, viewerTimeZone } from '@quorate/ui/time-format';
import { useState } from 'react';
import { PagedList } from '../../ui/paged-list.tsx';
import { ACTIVITY_WORDS } from './activity-words.ts';
import { useSecurityEvents } from './security.api.ts';

/** What happened to the account and from where. */
export function ActivitySection({ userId }: { userId: string }) {
  const [page, setPage] = useState(1);
  const events = useSecurityEvents(userId, page);
  const timeZone = viewerTimeZone();
  return (
    <PagedList query={events} noun="events" empty="Nothing happened yet." onPage={setPage}>
      {({ events: rows }) => (
        <ul aria-label={`Recent activity, times in ${timeZone}`}>
          {rows.map((event) => (
            <li
              key={event.event_id}
              className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-0.5 border-b border-line py-2.5 text-small first:pt-0 last:border-b-0 last:pb-0"
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span
                  className={
                    event.kind === 'sign_in_failed' ? 'font-medium text-loss' : 'font-medium'
                  }
                >
                  {ACTIVITY_WORDS[event.kind]}
                </span>
                {event.about !== '' && <span className="text-muted">: {event.about}</span>}
              </span>
              <span className="text-tiny text-muted">
                {event.address !== null && (
                  <span className="figures wrap-anywhere">{event.address}, </span>
                )}
                <time dateTime={event.at}>{formatTime(event.at, timeZone)}</time>
              </span>
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
