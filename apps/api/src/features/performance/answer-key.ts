import type { Instant } from '@quorate/values/instant';
import { periodRange } from '../../http/period-range.ts';

type Asked = Parameters<typeof periodRange>[0] & Readonly<Record<string, unknown>>;

/**
 * A text that is the same for the same question about the same record. The period is told by its ends:
 * "today" is another question tomorrow.
 *
 * @param version another one after each change of what the answer is made of
 */
export function answerKey(
  about: { what: string; userId: string; version: string },
  query: Asked,
  now: Instant,
): string {
  const { from, to } = periodRange(query, now);
  const { period: _period, start_date: _start, end_date: _end, ...rest } = query;
  const asked = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([about.what, about.userId, about.version, from, to, asked]);
}
