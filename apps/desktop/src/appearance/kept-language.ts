import { join } from 'node:path';
import { writeWhole } from '@quorate/bot/files';
import { readJsonFile } from '@quorate/bot/json-file';
import { LANGUAGES, type Language } from '@quorate/values/languages';
import { z } from 'zod';

const languageFile = z.object({ format: z.literal(1), language: z.enum(LANGUAGES) });

/** The language chosen in this data folder; null where none was, or the file is damaged: the computer's counts. */
export function readLanguage(dataDir: string): Language | null {
  return readJsonFile(placeOf(dataDir), languageFile)?.language ?? null;
}

/** @throws Error of the file system */
export function writeLanguage(dataDir: string, language: Language): void {
  writeWhole(placeOf(dataDir), `${JSON.stringify({ format: 1, language })}\n`);
}

function placeOf(dataDir: string): string {
  return join(dataDir, 'language.json');
}
