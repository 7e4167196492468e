/** What may be looked at, the default first. */
export const SPEND_PERIODS = ['30 days', '90 days', '12 months', '24 months'] as const;
export type SpendPeriodName = (typeof SPEND_PERIODS)[number];

/** UTC days, both included. */
export type SpendDays = Readonly<{ from: string; to: string; by: 'day' | 'month' }>;

const DAY_MS = 86_400_000;

/** The days of a period that ends today, by day or by whole months. @param now milliseconds since 1970 */
export function spendDays(period: SpendPeriodName, now: number): SpendDays {
  const to = dayOf(now);
  const count = Number.parseInt(period, 10);
  if (period.endsWith('days')) return { from: dayOf(now - (count - 1) * DAY_MS), to, by: 'day' };
  const today = new Date(now);
  const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - count + 1);
  return { from: dayOf(first), to, by: 'month' };
}

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
