import type { LedgerEntry } from '../ledger-entry.ts';

/** A made-up record, unlike others by its number; with text that has to be escaped. */
export function entryOf(number: number): LedgerEntry {
  return {
    kind: number % 2 === 0 ? 'outcome' : 'decision',
    at: new Date(Date.UTC(2026, 2, 2) + number * 60_000),
    body: {
      reason: reasonOf(number),
      p_up: 0.61,
      votes: [{ analyst: 'trend', share: 1 / 3 }, null],
    },
  };
}

export function reasonOf(number: number): string {
  return `Nº ${number}: “up”, 'down' \\ \u0000 {not, an, "array"} %s $1 ✓`;
}
