import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isoFromInstant } from '@quorate/values/instant';
import { z } from 'zod';
import { BotFault, EXIT, type ExitCode } from '../bot-fault.ts';
import { writeWhole } from '../files.ts';
import type { Profile } from '../profiles/profile.ts';
import type { Output } from '../report/output.ts';
import type { Timers } from '../timers.ts';
import { liveFolder } from './live-account.ts';

const FILE = 'ended.json';
const endNote = z.object({
  /** null where it was asked to end. */
  code: z.string().nullable(),
  message: z.string(),
});
/** How a run ended that did so by itself; a killed one leaves none. */
export type EndNote = z.output<typeof endNote>;

/**
 * Leaves behind how a run ended, for whoever started it and may not be there any more.
 *
 * @throws whatever the run throws
 */
export async function withEndNote(
  { dataDir, profile }: Readonly<{ dataDir: string; profile: Profile }>,
  run: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const folder = liveFolder(dataDir, profile);
  forgetEndNote(folder);
  try {
    const exit = await run();
    if (exit === EXIT.done) leave(folder, { code: null, message: '' });
    return exit;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof BotFault ? error.code : 'unexpected';
    leave(folder, { code, message });
    throw error;
  }
}

/** @returns null where it runs, was killed, or never began */
export function readEndNote(folder: string): EndNote | null {
  try {
    return endNote.parse(JSON.parse(readFileSync(join(folder, FILE), 'utf8')));
  } catch {
    return null;
  }
}

export function forgetEndNote(folder: string): void {
  try {
    rmSync(join(folder, FILE), { force: true });
  } catch {
    // A folder that is none; the run says so.
  }
}

/** Lines for a log that is read later: each with its time. */
export function stampedOutput(output: Output, timers: Pick<Timers, 'now'>): Output {
  return {
    ...output,
    isStamped: true,
    line: (text) =>
      output.line(`${isoFromInstant(timers.now()).slice(0, 19).replace('T', ' ')} ${text}`),
  };
}

function leave(folder: string, note: EndNote): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeWhole(join(folder, FILE), `${JSON.stringify(note)}\n`);
  } catch {
    // A full disk: it counts as killed, and is started again.
  }
}
