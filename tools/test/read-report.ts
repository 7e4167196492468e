import { existsSync, readFileSync } from 'node:fs';

/** What a runner wrote as JSON; null when there is no report, or half of one: its runner died. */
export function readReport<Report>(file: string): Report | null {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
