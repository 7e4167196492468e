import type { JournalLine } from '@quorate/bot/live/shown-journal';
import { formatDay } from '@quorate/ui/time-format';

export type JournalDay = Readonly<{
  /** As it is read. @example '20 May 2026' */
  day: string;
  lines: readonly JournalLine[];
}>;

/** Lines under the days of the reader's zone, in the order in which they come. */
export function journalDays(lines: readonly JournalLine[], timeZone: string): JournalDay[] {
  const days: { day: string; lines: JournalLine[] }[] = [];
  for (const line of lines) {
    const day = formatDay(line.at, timeZone);
    const last = days.at(-1);
    if (last?.day === day) last.lines.push(line);
    else days.push({ day, lines: [line] });
  }
  return days;
}

/** Kinds that there are, in the order of their names. */
export function kindsOf(lines: readonly JournalLine[]): string[] {
  return [...new Set(lines.map(({ kind }) => kind))].sort();
}
