import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** The variable by which the set-up of a run says where the database of a service's first start lies. */
export const EMPTY_DATABASE = 'QUORATE_E2E_EMPTY_DATABASE';

/** A data folder as a service's first start leaves it; making the database again would take 3 s each time. */
export function makeDataDir(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const empty = process.env[EMPTY_DATABASE];
  if (empty !== undefined) cpSync(empty, join(dataDir, 'database'), { recursive: true });
  return dataDir;
}
