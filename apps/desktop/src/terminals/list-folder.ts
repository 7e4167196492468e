import { access, opendir, readdir, stat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import type { z } from 'zod';
import type { listFolder as listFolderCall } from '../contract/terminals.ts';
import { LocalFault } from '../local-fault.ts';
import type { DesktopDeps } from '../parts.ts';
import { plainPath } from './plain-path.ts';

export type FolderList = z.output<(typeof listFolderCall)['reply']>;
type Folder = FolderList['folders'][number];
type Deps = Pick<DesktopDeps, 'platform' | 'env'>;

const FOLDERS_MAX = 500;
const PROGRAM = 'terminal64.exe';
/** From C: on: asking after a floppy disk takes seconds. */
const DRIVES = 'CDEFGHIJKLMNOPQRSTUVWXYZ'.split('').map((letter) => `${letter}:\\`);

/**
 * The folders in a folder, by their names; never a file. Those that are hidden, or that this user may not
 * read, are left out. Without a path, or with an empty one: where a search begins.
 *
 * @throws LocalFault with the field `path` for one that is no folder, or that cannot be read
 */
export async function listFolder(deps: Deps, typed = ''): Promise<FolderList> {
  if (typed.trim() === '') return beginning(deps);
  const { platform } = deps;
  const path = plainPath(platform, typed);
  if (path === null) {
    const such = platform === 'win32' ? 'C:\\Program Files' : '/home';
    throw fault(`"${shown(typed)}" is no whole path of a folder, such as ${such}.`);
  }
  const { join, dirname } = platform === 'win32' ? win32 : posix;
  const names = await folderNames(path, join);
  const folders: Folder[] = [];
  let truncated = false;
  for (const name of names) {
    const at = join(path, name);
    if (!(await isReadable(at))) continue;
    truncated = folders.length === FOLDERS_MAX;
    if (truncated) break;
    folders.push({ name, path: at, is_terminal: await isThere(join(at, PROGRAM)) });
  }
  const above = dirname(path);
  return {
    path,
    // Above a drive is the beginning, which an empty path asks for.
    parent: above === path ? '' : above,
    is_terminal: await isThere(join(path, PROGRAM)),
    folders,
    truncated,
  };
}

async function beginning({ platform, env }: Deps): Promise<FolderList> {
  const usual =
    platform === 'win32'
      ? [...DRIVES, env.USERPROFILE, env.ProgramFiles, env['ProgramFiles(x86)']]
      : [env.HOME, '/'];
  const paths = [...new Set(usual)].flatMap((path) => path || []);
  const { join } = platform === 'win32' ? win32 : posix;
  const found = await Promise.all(
    paths.map(async (path) => ({
      folder: { name: path, path, is_terminal: await isThere(join(path, PROGRAM)) },
      there: await isReadable(path),
    })),
  );
  const folders = found.filter(({ there }) => there).map(({ folder }) => folder);
  return { path: null, parent: null, is_terminal: false, folders, truncated: false };
}

async function folderNames(
  path: string,
  join: (...parts: string[]) => string,
): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    throw fault(`${path} ${reasonOf(error)}.`);
  });
  const names: string[] = [];
  for (const entry of entries) {
    if (isHidden(entry.name)) continue;
    if (entry.isDirectory()) names.push(entry.name);
    else if (entry.isSymbolicLink() && (await isFolder(join(path, entry.name))))
      names.push(entry.name);
  }
  const { compare } = new Intl.Collator('en', { numeric: true });
  return names.toSorted(compare);
}

/** Windows marks such folders in a way that Node does not tell; their names do. */
function isHidden(name: string): boolean {
  return name.startsWith('.') || name.startsWith('$') || name === 'System Volume Information';
}

/** Rights on Windows show only when a folder is opened. */
async function isReadable(path: string): Promise<boolean> {
  try {
    await (await opendir(path)).close();
    return true;
  } catch {
    return false;
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'is not there',
    ENOTDIR: 'is no folder',
    EACCES: 'may not be read by this user',
    EPERM: 'may not be read by this user',
  };
  return reasons[code] ?? `cannot be read (${code})`;
}

function shown(path: string): string {
  return path.replaceAll(/\p{Cc}/gu, '?').slice(0, 120);
}

function fault(message: string): LocalFault {
  return new LocalFault('validation_failed', message, { fields: { path: message } });
}
