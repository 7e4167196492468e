import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readJsonFile } from '@quorate/bot/json-file';
import { t } from '@quorate/bot/words';
import { nodeFolder } from '@quorate/contract/desktop-update';
import { releaseVersion } from '@quorate/contract/release-version';
import { z } from 'zod';

export const PROGRAM = 'quorate-app.exe';
const NODE_PROGRAM = 'node.exe';
const LIST = 'files.json';
/** A folder on its way out; a start that comes upon one finishes the work. */
const LEAVING = '.leaving-';
/** What an installer that was killed has left. */
const UNFINISHED = /\.part$/;

/** The SHA-256 of each file by its path from the folder of the version, with slashes. */
const fileList = z.record(
  z.string().regex(/^(?!.*(^|\/)\.{0,2}(\/|$))[^\\:]+$/),
  z.string().regex(/^[0-9a-f]{64}$/),
);

function versionsFolder(installFolder: string): string {
  return join(installFolder, 'versions');
}

export function versionFolder(installFolder: string, version: string): string {
  return join(versionsFolder(installFolder), version);
}

const nodeNote = z.object({ folder: nodeFolder });

/** The folder of the Node that a version runs with, by name; null where it has its own, as versions of before. */
function nodeOfVersion(installFolder: string, version: string): string | null {
  const note = join(versionFolder(installFolder, version), 'node.json');
  return readJsonFile(note, nodeNote)?.folder ?? null;
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
  const fault = await faultOfFolder(folder, PROGRAM);
  const node = fault === null ? nodeOfVersion(installFolder, version) : null;
  return node === null ? fault : faultOfNode(installFolder, node);
}

/** What is not as it should be with a Node, given the name of its folder; null when everything is. */
export async function faultOfNode(installFolder: string, node: string): Promise<string | null> {
  const fault = await faultOfFolder(join(versionsFolder(installFolder), node), NODE_PROGRAM);
  return fault === null ? null : t`of its Node (${{ node }}), ${{ fault }}`;
}

async function faultOfFolder(folder: string, program: string): Promise<string | null> {
  const files = readJsonFile(join(folder, LIST), fileList);
  if (files === null || !(program in files))
    return t`its list of files (${{ list: LIST }}) is missing or damaged`;
  for (const [name, sha256] of Object.entries(files)) {
    const actual = await fileHash(join(folder, ...name.split('/')), 'sha256').catch(() => null);
    if (actual === null) return t`its file ${{ name }} is missing or cannot be read`;
    if (actual !== sha256) return t`its file ${{ name }} is damaged`;
  }
  const more = filesIn(folder).find((name) => name !== LIST && !(name in files));
  return more === undefined ? null : t`it has a file that is not on its list: ${{ more }}`;
}

/**
 * Removes the folder of a version, or of a Node, whole or not at all: while a program in it runs, Windows does not let it be
 * renamed, and it stays as it is.
 *
 * @returns whether it is gone
 */
export function removeVersion(installFolder: string, name: string): boolean {
  const folder = join(versionsFolder(installFolder), name);
  if (!existsSync(folder)) return true;
  const leaving = join(versionsFolder(installFolder), `${LEAVING}${name}`);
  try {
    rmSync(leaving, { recursive: true, force: true });
    renameSync(folder, leaving);
    rmSync(leaving, { recursive: true, force: true });
    return true;
  } catch {
    return !existsSync(folder);
  }
}

/** Removes every version but those that are named, each Node that none of them needs, and what an earlier removal has left. */
export function removeOtherVersions(installFolder: string, kept: ReadonlySet<string>): void {
  const nodes = new Set([...kept].map((version) => nodeOfVersion(installFolder, version)));
  for (const name of namesIn(versionsFolder(installFolder))) {
    if (name.startsWith(LEAVING))
      rmSync(join(versionsFolder(installFolder), name), { recursive: true, force: true });
    else if (!isPart(name)) continue;
    else if (!kept.has(name) && !nodes.has(name) && isOurs(installFolder, name))
      removeVersion(installFolder, name);
  }
}

/** Whether a folder among the versions is of the app: where it is installed, somebody else may keep theirs. */
function isOurs(installFolder: string, name: string): boolean {
  const list = join(versionFolder(installFolder, name), LIST);
  return UNFINISHED.test(name) || hasProgram(installFolder, name) || existsSync(list);
}

/** Whether a folder has the name of a version or of a Node, or of one that is not whole. */
function isPart(name: string): boolean {
  const whole = name.replace(UNFINISHED, '');
  return releaseVersion.safeParse(whole).success || nodeFolder.safeParse(whole).success;
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

/** A version that was started. */
export type StartedVersion = Readonly<{
  /** How it ended, as the end of a sentence; never rejects. */
  ended: Promise<string>;
  /** Ends it at once. */
  kill(): void;
}>;

/** The programs that an update starts. */
export type UpdatePrograms = Readonly<{
  /**
   * Has an installer put its version beside the others, and do nothing else.
   *
   * @returns why it did not, as the end of a sentence; null when it did
   */
  extract(installer: string, installFolder: string): Promise<string | null>;
  /** Starts the app of a version, which goes on without this process. */
  start(installFolder: string, version: string, args: readonly string[]): StartedVersion;
}>;

const EXTRACT_WITHIN_MS = 300_000;

/**
 * What an installer is started with: its own path quoted, as it has to be in a command line that is passed on
 * as it is, and the folder last and without quotes, as NSIS wants it whatever is in it.
 */
export function extractCommand(
  installer: string,
  installFolder: string,
): Readonly<{ argv0: string; args: readonly string[] }> {
  return { argv0: `"${installer}"`, args: ['/S', '/UPDATE', `/D=${installFolder}`] };
}

export const SYSTEM_UPDATE_PROGRAMS: UpdatePrograms = {
  extract(installer, installFolder) {
    const { argv0, args } = extractCommand(installer, installFolder);
    const child = spawn(installer, args, {
      argv0,
      windowsVerbatimArguments: true,
      windowsHide: true,
      stdio: 'ignore',
    });
    const timeout = AbortSignal.timeout(EXTRACT_WITHIN_MS);
    timeout.addEventListener('abort', () => child.kill('SIGKILL'));
    return endOf(child).then(({ text, exitCode }) => {
      if (timeout.aborted)
        return t`it took longer than ${{ minutes: EXTRACT_WITHIN_MS / 60_000 }} minutes`;
      return exitCode === 0 ? null : text;
    });
  },
  start(installFolder, version, args) {
    const child = spawn(join(versionFolder(installFolder, version), PROGRAM), args, {
      // Not the folder of a version: Windows removes none that a program works in.
      cwd: installFolder,
      detached: true,
      stdio: 'ignore',
    });
    child.unref();
    return {
      ended: endOf(child).then(({ text }) => text),
      kill: () => void child.kill('SIGKILL'),
    };
  },
};

function endOf(child: ChildProcess): Promise<{ text: string; exitCode: number | null }> {
  return new Promise((resolve) => {
    child.on('error', (error) =>
      resolve({ text: t`it could not be started (${{ message: error.message }})`, exitCode: null }),
    );
    child.on('exit', (exitCode, signal) =>
      resolve({
        text:
          signal === null
            ? t`it ended with code ${{ code: exitCode }}`
            : t`it ended with ${{ signal }}`,
        exitCode,
      }),
    );
  });
}

const CHUNK_BYTES = 1024 * 1024;

/** The hash of a file in hexadecimal, read in pieces. @throws Error of the file system */
export async function fileHash(file: string, algorithm: 'sha256' | 'sha512'): Promise<string> {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(file, { highWaterMark: CHUNK_BYTES }), hash);
  return hash.digest('hex');
}
