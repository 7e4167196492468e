import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { releaseVersion } from '@quorate/contract/release-version';
import { z } from 'zod';
import { fileHash } from './file-hash.ts';

export const PROGRAM = 'quorate-app.exe';
const LIST = 'files.json';
/** A folder on its way out; a start that comes upon one finishes the work. */
const LEAVING = '.leaving-';
/** What an installer that was killed has left. */
const UNFINISHED = /\.part$/;

/** The SHA-256 of each file by its path from the folder of the version, with slashes. */
const fileList = z
  .record(
    z.string().regex(/^(?!.*(^|\/)\.{0,2}(\/|$))[^\\:]+$/),
    z.string().regex(/^[0-9a-f]{64}$/),
  )
  .refine((files) => PROGRAM in files, `does not name ${PROGRAM}`);

function versionsFolder(installFolder: string): string {
  return join(installFolder, 'versions');
}

export function versionFolder(installFolder: string, version: string): string {
  return join(versionsFolder(installFolder), version);
}

/** Whether the program of a version is there, as the launcher sees it. */
export function hasProgram(installFolder: string, version: string): boolean {
  return existsSync(join(versionFolder(installFolder, version), PROGRAM));
}

/**
 * Compares what was put into the folder of a version with the list that came along.
 *
 * @returns what is not as it should be; null when everything is
 */
export async function faultOfVersion(
  installFolder: string,
  version: string,
): Promise<string | null> {
  const folder = versionFolder(installFolder, version);
  let files: Readonly<Record<string, string>>;
  try {
    files = fileList.parse(JSON.parse(readFileSync(join(folder, LIST), 'utf8')));
  } catch {
    return `its list of files (${LIST}) is missing or damaged`;
  }
  for (const [name, sha256] of Object.entries(files)) {
    const actual = await fileHash(join(folder, ...name.split('/')), 'sha256').catch(() => null);
    if (actual === null) return `its file ${name} is missing or cannot be read`;
    if (actual !== sha256) return `its file ${name} is damaged`;
  }
  const more = filesIn(folder).find((name) => name !== LIST && !(name in files));
  return more === undefined ? null : `it has a file that is not on its list: ${more}`;
}

/**
 * Removes the folder of a version, whole or not at all: while a program in it runs, Windows does not let it be
 * renamed, and it stays as it is.
 *
 * @returns whether it is gone
 */
export function removeVersion(installFolder: string, version: string): boolean {
  const folder = versionFolder(installFolder, version);
  if (!existsSync(folder)) return true;
  const leaving = join(versionsFolder(installFolder), `${LEAVING}${version}`);
  try {
    rmSync(leaving, { recursive: true, force: true });
    renameSync(folder, leaving);
    rmSync(leaving, { recursive: true, force: true });
    return true;
  } catch {
    return !existsSync(folder);
  }
}

/** Removes every version but those that are named, and what an earlier removal has left. */
export function removeOtherVersions(installFolder: string, kept: ReadonlySet<string>): void {
  for (const name of namesIn(versionsFolder(installFolder))) {
    if (name.startsWith(LEAVING))
      rmSync(join(versionsFolder(installFolder), name), { recursive: true, force: true });
    else if (
      isVersion(name.replace(UNFINISHED, '')) &&
      !kept.has(name) &&
      isOurs(installFolder, name)
    )
      removeVersion(installFolder, name);
  }
}

/** Whether a folder among the versions is of the app: where it is installed, somebody else may keep theirs. */
function isOurs(installFolder: string, name: string): boolean {
  const list = join(versionFolder(installFolder, name), LIST);
  return UNFINISHED.test(name) || hasProgram(installFolder, name) || existsSync(list);
}

function isVersion(name: string): boolean {
  return releaseVersion.safeParse(name).success;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !statSync(join(folder, name)).isDirectory())
    .map((name) => name.replaceAll('\\', '/'));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
