import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { decodeText } from './files.ts';

/** The terminal's own log, and that of its experts. */
export type LogKind = 'terminal' | 'experts';

const FOLDERS: Readonly<Record<LogKind, readonly string[]>> = {
  terminal: ['logs'],
  experts: ['MQL5', 'Logs'],
};
/** As much of the end as is read: some thousand lines. */
const TAIL_BYTES = 262_144;

/**
 * The last lines of the newest log; one file is written for each day.
 *
 * @returns null where the terminal has written none
 */
export function readTerminalLog(
  dataFolder: string,
  kind: LogKind,
  lines: number,
): Readonly<{ file: string; lines: readonly string[] }> | null {
  const folder = join(dataFolder, ...FOLDERS[kind]);
  const newest = namesIn(folder)
    .filter((name) => /^\d{8}\.log$/.test(name))
    .toSorted()
    .at(-1);
  if (newest === undefined) return null;
  const file = join(folder, newest);
  const whole = tailOf(file)
    .split(/\r?\n/)
    .filter((line) => line !== '');
  return { file, lines: whole.slice(-lines) };
}

function tailOf(file: string): string {
  const handle = openSync(file, 'r');
  try {
    const head = Buffer.alloc(2);
    readSync(handle, head, 0, 2, 0);
    const { size } = fstatSync(handle);
    // Letters of two bytes: the cut must not go through one.
    const from = Math.max(0, size - TAIL_BYTES) & ~1;
    const bytes = Buffer.alloc(size - from);
    readSync(handle, bytes, 0, bytes.length, from);
    const isWide = head[0] === 0xff && head[1] === 0xfe;
    const text = isWide && from > 0 ? bytes.toString('utf16le') : decodeText(bytes);
    // The first line of a cut is a part of one.
    return from > 0 ? text.slice(text.indexOf('\n') + 1) : text;
  } finally {
    closeSync(handle);
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
