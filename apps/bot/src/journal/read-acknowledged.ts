import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Which trades the service has, read from a run's journal for a moment.
 *
 * @returns the newest acknowledged revision by ticket, 0 for none; where the journal is not there, in use
 *   or damaged, nothing is known to be synced
 */
export function readAcknowledged(folder: string): (ticket: string) => number {
  const file = join(folder, 'journal.sqlite');
  const revisions = new Map<string, number>();
  if (existsSync(file)) {
    let database: DatabaseSync | null = null;
    try {
      database = new DatabaseSync(file, { timeout: 0 });
      for (const row of database.prepare('SELECT ticket, revision FROM acknowledged').iterate())
        revisions.set(String(row.ticket), Number(row.revision));
    } catch {
      // Shown as not synced until somebody knows better.
    } finally {
      database?.close();
    }
  }
  return (ticket) => revisions.get(ticket) ?? 0;
}
