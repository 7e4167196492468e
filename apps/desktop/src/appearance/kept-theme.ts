import { join } from 'node:path';
import { writeWhole } from '@quorate/bot/files';
import { readJsonFile } from '@quorate/bot/json-file';
import { z } from 'zod';
import { type Theme, themes } from '../contract/app-state.ts';

const themeFile = z.object({ format: z.literal(1), theme: themes });

/** The theme of the windows of this data folder; absent and damaged count as the system's. */
export function readTheme(dataDir: string): Theme {
  return readJsonFile(placeOf(dataDir), themeFile)?.theme ?? 'system';
}

/** @throws Error of the file system */
export function writeTheme(dataDir: string, theme: Theme): void {
  writeWhole(placeOf(dataDir), `${JSON.stringify({ format: 1, theme })}\n`);
}

function placeOf(dataDir: string): string {
  return join(dataDir, 'theme.json');
}
