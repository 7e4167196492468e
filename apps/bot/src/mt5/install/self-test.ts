import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Where the expert leaves what came of its self-test, part by part from the data folder. */
export const SELF_TEST_FILE = ['MQL5', 'Files', 'Quorate', 'self-test.txt'] as const;

const selfTest = z.object({
  version: z.string().min(1).max(32),
  build: z.coerce.number().int(),
  checks: z.coerce.number().int().min(1),
  /** Names of the checks that failed, with commas between. */
  failed: z.string().max(400),
});
export type SelfTest = z.output<typeof selfTest>;

/** @returns null where the expert has not run, or left what nobody can read */
export function readSelfTest(dataFolder: string): SelfTest | null {
  let text: string;
  try {
    text = readFileSync(join(dataFolder, ...SELF_TEST_FILE), 'utf8');
  } catch {
    return null;
  }
  const fields = text.split('\n').map((line): [string, string] => {
    const at = line.indexOf('=');
    return [line.slice(0, at), line.slice(at + 1).trim()];
  });
  return selfTest.safeParse(Object.fromEntries(fields)).data ?? null;
}
