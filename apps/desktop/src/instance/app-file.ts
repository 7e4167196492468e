import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '@quorate/bot/files';
import { readJsonFile } from '@quorate/bot/json-file';
import { z } from 'zod';
import { SECRET_LENGTH } from '../contract/local-endpoint.ts';

/** How a second launch reaches the running app. Its owner alone may read it. */
const appFile = z.object({
  port: z.int().min(1).max(65_535),
  secret: z.string().length(SECRET_LENGTH),
  pid: z.int().min(1),
  version: z.string(),
});
type AppFile = z.output<typeof appFile>;

/** @returns null where there is none that can be read: an app that was killed may have left half a one */
export function readAppFile(dataDir: string): AppFile | null {
  return readJsonFile(placeOf(dataDir), appFile);
}

/** @throws Error of the file system */
export function writeAppFile(dataDir: string, file: AppFile): void {
  writeWhole(placeOf(dataDir), `${JSON.stringify(file)}\n`, 0o600);
}

/** What cannot be removed misleads nobody: its secret died with its app. */
export function removeAppFile(dataDir: string): void {
  try {
    rmSync(placeOf(dataDir), { force: true });
  } catch {
    // The folder is gone, or belongs to somebody else.
  }
}

function placeOf(dataDir: string): string {
  return join(dataDir, 'app.json');
}
