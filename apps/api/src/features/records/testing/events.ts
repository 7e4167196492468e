import type { RecordEvent } from '../append-events.ts';

/** A made-up event, unlike others by its number; with text that has to be escaped. */
export function eventOf(
  owner: Pick<RecordEvent, 'userId' | 'subjectId'>,
  number: number,
): RecordEvent {
  return {
    ...owner,
    kind: number % 2 === 0 ? 'closed' : 'decision',
    at: new Date(Date.UTC(2026, 2, 2) + number * 60_000),
    terminalAt: number % 3 === 0 ? null : new Date(Date.UTC(2026, 2, 2) + number * 60_000 - 5_000),
    body: {
      reason: `Nº ${number}: “up”, 'down' \\ \u0001 {not, an, "array"} %s $1 ✓`,
      votes: [{ analyst: 'trend', share: 1 / 3 }, null],
    },
    private: number % 2 === 0 ? { profit: number } : null,
  };
}
