/** A week of a viewer: from its Monday, as their zone has it. */
export type Week = Readonly<{
  /** Its Monday, 2026-03-02, and its Sunday. */
  monday: string;
  sunday: string;
  /** Half-open, as moments. */
  from: Date;
  to: Date;
  /** The Monday before. */
  before: Date;
}>;

/** Hour of the viewer's Monday from which the review of the week before is sent. */
const SENT_FROM_HOUR = 7;
const DAY_MS = 86_400_000;
/** A service that was away longer sends no review any more. */
const SENT_WITHIN_MS = 2 * DAY_MS;

/** The week of a moment. */
export function weekOf(now: number, timeZone: string): Week {
  const day = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  return weekFrom(day.subtract({ days: day.dayOfWeek - 1 }), timeZone);
}

/** @param count how many weeks earlier; 0: the same */
export function weeksBefore(week: Week, count: number, timeZone: string): Week {
  return weekFrom(Temporal.PlainDate.from(week.monday).subtract({ weeks: count }), timeZone);
}

/** Whole weeks from one to another. @example weeksBetween('2026-03-02', '2026-03-16') // 2 */
export function weeksBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / (7 * DAY_MS));
}

/** The week whose review is to be sent now; null at any other time than in the two days from Monday morning. */
export function weekToSend(now: number, timeZone: string): Week | null {
  const current = weekOf(now, timeZone);
  const due = Temporal.PlainDate.from(current.monday).toZonedDateTime({
    timeZone,
    plainTime: { hour: SENT_FROM_HOUR },
  }).epochMilliseconds;
  return now >= due && now < due + SENT_WITHIN_MS ? weeksBefore(current, 1, timeZone) : null;
}

function weekFrom(monday: Temporal.PlainDate, timeZone: string): Week {
  const startOf = (day: Temporal.PlainDate) =>
    new Date(day.toZonedDateTime({ timeZone }).epochMilliseconds);
  return {
    monday: monday.toString(),
    sunday: monday.add({ days: 6 }).toString(),
    from: startOf(monday),
    to: startOf(monday.add({ weeks: 1 })),
    before: startOf(monday.subtract({ weeks: 1 })),
  };
}
