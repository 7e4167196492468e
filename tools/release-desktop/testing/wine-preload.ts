// Loaded before the program in the Node that Wine can run, which is older than the one that is shipped.
import '../../../e2e/support/moved-clock.ts';

const DAY_MS = 86_400_000;
/** Summer time changes within half a year. */
const DAYS = 400;

function offsetAt(zone: string, moment: number): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
}

/** @returns the first moment of the next span with one offset, or of the one before */
function transition(zone: string, moment: number, days: number): number | null {
  const from = offsetAt(zone, days > 0 ? moment : moment - 1);
  for (let day = 1; day <= DAYS; day += 1) {
    const there = moment + Math.sign(days) * day * DAY_MS;
    if (offsetAt(zone, there) === from) continue;
    let [before, after] = days > 0 ? [there - DAY_MS, there] : [there, there + DAY_MS];
    const first = offsetAt(zone, before);
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offsetAt(zone, middle) === first) before = middle;
      else after = middle;
    }
    return after;
  }
  return null;
}

const zoned = (zone: string, moment: number) => ({
  epochMilliseconds: moment,
  offsetNanoseconds: offsetAt(zone, moment) * 1e6,
  add: ({ milliseconds }: { milliseconds: number }) => zoned(zone, moment + milliseconds),
  getTimeZoneTransition(direction: 'next' | 'previous') {
    const found = transition(zone, moment, direction === 'next' ? 1 : -1);
    return found === null ? null : { epochMilliseconds: found };
  },
});

/** As much of it as the program uses. */
const temporal = {
  Instant: {
    fromEpochMilliseconds: (moment: number) => ({
      toZonedDateTimeISO: (zone: string) => zoned(zone, moment),
    }),
  },
};
if (!('Temporal' in globalThis)) Object.assign(globalThis, { Temporal: temporal });
