/** How often a price is billed, such as every 1 month. */
export type Cycle = { interval: 'day' | 'week' | 'month' | 'year'; frequency: number };

/** From the first moment to the moment of the next bill, ISO 8601 in UTC. */
export type Period = { starts_at: string; ends_at: string };

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * The moment one cycle after another. Months and years keep the day of the month, or take the last one
 * where the month is shorter; `anchorDay` brings the 31st back after a February.
 *
 * @example addCycle(Date.UTC(2026, 0, 31), { interval: 'month', frequency: 1 }) // 28 February
 */
export function addCycle(momentMs: number, cycle: Cycle, anchorDay?: number): number {
  if (cycle.interval === 'day') return momentMs + cycle.frequency * DAY_MS;
  if (cycle.interval === 'week') return momentMs + cycle.frequency * 7 * DAY_MS;
  const months = cycle.frequency * (cycle.interval === 'year' ? 12 : 1);
  const start = new Date(momentMs);
  const day = anchorDay ?? start.getUTCDate();
  const year = start.getUTCFullYear();
  const month = start.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const date = Date.UTC(year, month, Math.min(day, lastDay));
  return date + (momentMs % DAY_MS);
}

/** A moment as the wire has it: ISO 8601, UTC. */
export function isoOf(momentMs: number): string {
  return new Date(momentMs).toISOString();
}

/** The part of a period that is left, between 0 and 1, by whole minutes: so the provider prorates. */
export function remainingShare(period: Period, nowMs: number): number {
  const start = Date.parse(period.starts_at);
  const end = Date.parse(period.ends_at);
  if (end <= start) return 0;
  const gone = Math.floor((nowMs - start) / MINUTE_MS) * MINUTE_MS;
  return Math.min(1, Math.max(0, 1 - gone / (end - start)));
}

/** Whether two prices can be billed together. */
export function isSameCycle(a: Cycle, b: Cycle): boolean {
  return a.interval === b.interval && a.frequency === b.frequency;
}
