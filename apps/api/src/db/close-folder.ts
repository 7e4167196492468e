import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  lstatSync,
  openSync,
  readdirSync,
  type Stats,
} from 'node:fs';
import { homedir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const CHECKOUT = fileURLToPath(new URL('../../../..', import.meta.url));
const OTHERS = 0o077;
const STICKY = 0o1000;
/** Refused by name where it is open: who read it meanwhile has it, and that takes a person to judge. */
const KEY_FILE = 'secret.key';
const NAMED = 5;

/** Folders of a data folder: of the service, the bot beside it and its commands, and of a mounted disk. */
const OWN = new Set([
  'database',
  'database.new',
  'releases',
  'copies',
  'paddle-emulator',
  'bot',
  'demo',
  'dev',
  'lost+found',
]);

/**
 * Takes the rights of other users away from a data folder and everything in it. Where it holds folders that are
 * none of ours, as `/etc` does, only ours in it are closed. Links are not followed, and what belongs to somebody
 * else stays as it is.
 *
 * @returns sentences for the operator; none where nothing was open
 */
export function closeFolder(folder: string): string[] {
  // Windows has no such bits; there the folder's own rights protect it.
  if (process.getuid === undefined || !isFolder(folder)) return [];
  const shared = sharedBecause(folder);
  if (shared !== null)
    return [
      `The data folder ${folder} ${shared}, so that its rights are left as they are. Set DATA_DIR to a folder of its own.`,
    ];
  const strangers = foldersIn(folder).filter((name) => !OWN.has(name) && !name.startsWith('.'));
  if (strangers.length === 0) return closeAll(folder);
  const said = [...OWN]
    .filter((name) => isFolder(join(folder, name)))
    .map((name) => closeAll(join(folder, name)));
  if ((lstatSync(folder).mode & OTHERS) === 0) return said.flat();
  return [
    `The data folder ${folder} holds other folders (${strangers.slice(0, NAMED).join(', ')}), so that its rights are left as they are. Set DATA_DIR to a folder of its own.`,
    ...said.flat(),
  ];
}

/** The same for a folder that is ours with everything in it. */
export function closeAll(folder: string): string[] {
  const self = process.getuid?.();
  if (self === undefined) return [];
  let closed = 0;
  const left: string[] = [];
  const visit = (path: string) => {
    try {
      const found = lstatSync(path);
      if (found.isSymbolicLink()) left.push(`${path} is a link`);
      else if (found.uid !== self) left.push(`${path} belongs to user ${found.uid}`);
      else if (found.isDirectory() || (found.isFile() && path !== join(folder, KEY_FILE))) {
        if (closeOne(path, found)) closed += 1;
        if (found.isDirectory()) for (const name of readdirSync(path)) visit(join(path, name));
      }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : String(error);
      if (code !== 'ENOENT' && code !== 'ENOTDIR') left.push(`${path} (${String(code)})`);
    }
  };
  visit(folder);
  const more = left.length > NAMED ? `, and ${left.length - NAMED} more` : '';
  return [
    ...(closed > 0
      ? [
          `Other users could read or change ${closed} of the files and folders in ${folder}; now they cannot.`,
        ]
      : []),
    ...(left.length > 0
      ? [`Rights left as they are: ${left.slice(0, NAMED).join('; ')}${more}.`]
      : []),
  ];
}

/** By its handle: a link that took its place meanwhile is not followed. */
function closeOne(path: string, { mode }: Stats): boolean {
  if ((mode & OTHERS) === 0) return false;
  const handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    fchmodSync(handle, mode & 0o7777 & ~OTHERS);
  } finally {
    closeSync(handle);
  }
  return true;
}

function isFolder(path: string): boolean {
  return existsSync(path) && lstatSync(path).isDirectory();
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => name);
}

/** Folders that others need, or that hold a person's own files. */
function sharedBecause(folder: string): string | null {
  const found = lstatSync(folder);
  if ((found.mode & STICKY) !== 0) return 'is shared by all users';
  if (resolve(folder) === resolve(homedir())) return 'is a home folder';
  const toCheckout = relative(folder, CHECKOUT);
  return toCheckout.startsWith('..') ? null : 'holds the program itself';
}
