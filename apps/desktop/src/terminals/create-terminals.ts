import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { access, opendir, readdir, stat } from 'node:fs/promises';
import { join, posix, win32 } from 'node:path';
import { decodeText } from '@quorate/bot/mt5/install/files';
import { findTerminals } from '@quorate/bot/mt5/install/find-terminals';
import { profile } from '@quorate/bot/profiles/profile';
import { t } from '@quorate/bot/words';
import type { z } from 'zod';
import type { FoundTerminal, listFolder as listFolderCall } from '../contract/terminals.ts';
import { LocalFault } from '../local-fault.ts';
import type { DesktopDeps } from '../parts.ts';

/** What there is on this computer to choose from. */
export type Terminals = Readonly<{
  list(): Readonly<{ terminals: FoundTerminal[]; broker_servers: string[] }>;
  /** @throws LocalFault with the field `path` */
  folders(path: string | undefined): Promise<FolderList>;
}>;

/** The terminals of this user, each with the account it was signed in to last. */
export function createTerminals(deps: Pick<DesktopDeps, 'roots' | 'platform' | 'env'>): Terminals {
  return {
    list() {
      const found = findTerminals(deps.roots).map(({ installFolder, dataFolder, portable }) => {
        const { accountNumber, brokerServer } = ownAccount(dataFolder);
        const terminal: FoundTerminal = {
          install_folder: installFolder,
          data_folder: dataFolder,
          portable,
          account_number: accountNumber,
          broker_server: brokerServer,
        };
        return { terminal, servers: [brokerServer ?? [], knownServers(dataFolder)].flat() };
      });
      const servers = new Set(found.flatMap((each) => each.servers));
      return {
        terminals: found.map(({ terminal }) => terminal),
        broker_servers: [...servers].toSorted(new Intl.Collator('en', { numeric: true }).compare),
      };
    },
    folders: (path) => listFolder(deps, path),
  };
}

/** What a terminal says of the account it was signed in to last; null for what it does not say. */
type OwnAccount = Readonly<{ accountNumber: string | null; brokerServer: string | null }>;

/** The file has a few kilobytes; a bigger one is not the terminal's. */
const SIZE_MAX = 256 * 1_024;
const SERVERS_MAX = 500;

/** Folders among those of the servers that are of none. */
const NO_SERVERS = new Set([
  'custom',
  'default',
  'mailbox',
  'signals',
  'subscriptions',
  'market',
  'news',
  'history',
  'symbols',
  'temp',
]);

/** Reads config/common.ini of a terminal's data folder. Whatever cannot be read counts as not said. */
function ownAccount(dataFolder: string): OwnAccount {
  const file = inFolder(dataFolder, 'config', 'common.ini');
  const lines = file === null ? [] : textOf(file).split(/\r\n|\n|\r/);
  const values = new Map<string, string>();
  let section = '';
  for (const line of lines) {
    const head = /^\s*\[([^\]]{1,64})\]\s*$/.exec(line);
    if (head) section = (head[1] ?? '').toLowerCase();
    const at = line.indexOf('=');
    if (head || at < 1 || section !== 'common') continue;
    values.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim());
  }
  const login = values.get('login') ?? '';
  const server = values.get('server') ?? '';
  return {
    accountNumber: /^[1-9]\d{0,19}$/.test(login) ? login : null,
    brokerServer: isServer(server) ? server : null,
  };
}

/** The servers a terminal has kept prices of: one folder for each. */
function knownServers(dataFolder: string): readonly string[] {
  const bases = inFolder(dataFolder, 'bases');
  if (bases === null) return [];
  try {
    return readdirSync(bases, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .filter((name) => !NO_SERVERS.has(name.toLowerCase()) && isServer(name))
      .slice(0, SERVERS_MAX);
  } catch {
    return [];
  }
}

/** A letter that could not be decoded would make a server that nobody knows. */
function isServer(name: string): boolean {
  return !name.includes('\uFFFD') && profile.shape.broker_server.safeParse(name).success;
}

/** Names differ in capitals from terminal to terminal, which Windows does not mind. */
function inFolder(folder: string, ...names: readonly string[]): string | null {
  let at = folder;
  for (const name of names) {
    try {
      const found = readdirSync(at).find((each) => each.toLowerCase() === name);
      if (found === undefined) return null;
      at = join(at, found);
    } catch {
      return null;
    }
  }
  return at;
}

function textOf(file: string): string {
  try {
    // A pipe or a device in its place would never end.
    const found = statSync(file);
    if (!found.isFile() || found.size > SIZE_MAX) return '';
    const bytes = Buffer.alloc(SIZE_MAX);
    const open = openSync(file, 'r');
    try {
      return decodeText(bytes.subarray(0, readSync(open, bytes, 0, SIZE_MAX, 0)));
    } finally {
      closeSync(open);
    }
  } catch {
    return '';
  }
}

type FolderList = z.output<(typeof listFolderCall)['reply']>;
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
async function listFolder(deps: Deps, typed = ''): Promise<FolderList> {
  if (typed.trim() === '') return beginning(deps);
  const { platform } = deps;
  const path = plainPath(platform, typed);
  if (path === null) {
    const such = platform === 'win32' ? 'C:\\Program Files' : '/home';
    throw fault(t`"${{ shown: shown(typed) }}" is no whole path of a folder, such as ${{ such }}.`);
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
    ENOENT: t`is not there`,
    ENOTDIR: t`is no folder`,
    EACCES: t`may not be read by this user`,
    EPERM: t`may not be read by this user`,
  };
  return reasons[code] ?? t`cannot be read (${{ code }})`;
}

function shown(path: string): string {
  return path.replaceAll(/\p{Cc}/gu, '?').slice(0, 120);
}

function fault(message: string): LocalFault {
  return new LocalFault('validation_failed', message, { fields: { path: message } });
}

/**
 * A path as a person may give it, without `..` and doubled separators.
 *
 * @returns null for one that is not absolute, and on Windows for one without a drive: asking after a share of
 * another computer would tell that computer who asks
 */
export function plainPath(platform: DesktopDeps['platform'], typed: string): string | null {
  const text = typed.trim();
  if (/\p{Cc}/u.test(text)) return null;
  if (platform !== 'win32') return posix.isAbsolute(text) ? posix.resolve(text) : null;
  return /^[A-Za-z]:[\\/]/.test(text) ? win32.resolve(text) : null;
}
