import { DAY_MS } from '@quorate/values/instant';

export type ViewerDay = { day: string; from: number; to: number };

/** The days of a time zone that hold the moments from `from` until before `to`, in milliseconds. */
export function viewerDays(timeZone: string, from: number, to: number): ViewerDay[] {
  const starts: number[] = [];
  const first = Temporal.Instant.fromEpochMilliseconds(from)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  let date = first;
  while (starts.length === 0 || (starts.at(-1) as number) < to) {
    const midnight = date.toZonedDateTime({ timeZone });
    const start = midnight.epochMilliseconds;
    const change = midnight.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity;
    // A look into the time zone costs microseconds: between two changes of the clock days are added up.
    const isMidnight = midnight.hour === 0 && midnight.minute === 0 && midnight.second === 0;
    const until = isMidnight ? Math.min(change, to + DAY_MS) : start + 1;
    const count = Math.max(1, Math.ceil((until - start) / DAY_MS));
    for (let index = 0; index < count; index++) starts.push(start + index * DAY_MS);
    date = date.add({ days: count });
  }
  const firstDay = first.since(EPOCH).days;
  return starts.slice(0, -1).flatMap((start, index) => {
    const end = starts[index + 1] as number;
    if (start >= to || end <= from) return [];
    return [{ day: nameOf(firstDay + index), from: start, to: end }];
  });
}

const EPOCH = Temporal.PlainDate.from('1970-01-01');

function nameOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
