import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renameOver } from '@quorate/bot/files';
import { releaseVersion } from '@quorate/contract/release-version';

/** What the launcher reads to know which version it starts. */
export type CurrentIni = Readonly<{
  current: string | null;
  previous: string | null;
  /** The version that has yet to say that it came up; null once it has. */
  trial: string | null;
  /** How often the launcher started the version on trial. */
  tries: number;
  /** The version that the launcher went back from; null: none, or the app has read it. */
  rolledBack: string | null;
}>;

const CURRENT_INI = 'current.ini';

/** What is no version in it counts as absent. */
export function parseCurrentIni(text: string): CurrentIni {
  const value = (key: string) =>
    new RegExp(`^[ \\t]*${key}[ \\t]*=[ \\t]*(.*?)[ \\t]*$`, 'im').exec(text)?.[1] ?? '';
  const version = (key: string) => releaseVersion.safeParse(value(key)).data ?? null;
  const tries = /^\d{1,4}$/.test(value('tries')) ? Number(value('tries')) : 0;
  return {
    current: version('current'),
    previous: version('previous'),
    trial: version('trial'),
    tries,
    rolledBack: version('rolled_back'),
  };
}

/** As the launcher's language reads it: ASCII, lines of Windows. */
export function currentIniText(ini: CurrentIni): string {
  const { current, previous, trial, tries, rolledBack } = ini;
  return [
    '[app]',
    `current=${current ?? ''}`,
    `previous=${previous ?? ''}`,
    `trial=${trial ?? ''}`,
    `tries=${tries}`,
    `rolled_back=${rolledBack ?? ''}`,
    '',
  ].join('\r\n');
}

/** @returns null when there is none */
export function readCurrentIni(installFolder: string): CurrentIni | null {
  try {
    return parseCurrentIni(readFileSync(join(installFolder, CURRENT_INI), 'latin1'));
  } catch {
    return null;
  }
}

/**
 * Puts another one in its place, whole: whoever starts the app meanwhile, or after the power went, reads the
 * old one or the new one.
 *
 * @throws Error of the file system; the old one is there then
 */
export function writeCurrentIni(installFolder: string, ini: CurrentIni): void {
  writeDurably(join(installFolder, CURRENT_INI), currentIniText(ini));
}

/** @throws Error of the file system; what was there before is there then */
export function writeDurably(file: string, content: string): void {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    const handle = openSync(unfinished, 'wx', 0o644);
    try {
      // Whole, or an error: a single write may take a part and say so in its result alone.
      writeFileSync(handle, content);
      // Without this the new name may outlive a power cut that its content does not.
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameOver(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
