import { join } from 'node:path';
import { writeWhole } from '@quorate/bot/files';
import { readJsonFile } from '@quorate/bot/json-file';
import { t } from '@quorate/bot/words';
import { z } from 'zod';
import { LocalFault } from '../local-fault.ts';

const awakeFile = z.object({ format: z.literal(1), keep_awake: z.boolean() });

/** Whether the computer stays awake while a position is open; so where nobody has said otherwise. */
export function readKeepAwake(dataDir: string): boolean {
  return readJsonFile(placeOf(dataDir), awakeFile)?.keep_awake ?? true;
}

/** @throws Error of the file system */
export function writeKeepAwake(dataDir: string, keepAwake: boolean): void {
  writeWhole(placeOf(dataDir), `${JSON.stringify({ format: 1, keep_awake: keepAwake })}\n`);
}

/** The setting in the app; null and refused where nothing could keep the computer awake. */
export type KeepAwake = Readonly<{ enabled(): boolean | null; set(enabled: boolean): void }>;

/** @param isOffered whether this system can be kept awake @param changed told after each change */
export function openKeepAwake(
  dataDir: string,
  isOffered: boolean,
  changed: () => void = () => {},
): KeepAwake {
  return {
    enabled: () => (isOffered ? readKeepAwake(dataDir) : null),
    set(enabled) {
      if (!isOffered) throw notOffered();
      writeKeepAwake(dataDir, enabled);
      changed();
    },
  };
}

function notOffered(): LocalFault {
  const message = t`Only the installed app on Windows can keep the computer awake.`;
  return new LocalFault('conflict', message, { code: 'not_offered' });
}

function placeOf(dataDir: string): string {
  return join(dataDir, 'awake.json');
}
