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

/**
 * Takes the rights of other users away from a data folder and everything in it. Links are not followed, and
 * what belongs to somebody else stays as it is.
 *
 * @returns sentences for the operator; none where nothing was open
 */
export function closeFolder(folder: string): string[] {
  const self = process.getuid?.();
  // Windows has no such bits; there the folder's own rights protect it.
  if (self === undefined) return [];
  const shared = sharedBecause(folder);
  if (shared !== null)
    return [
      `The data folder ${folder} ${shared}, so that its rights are left as they are. Set DATA_DIR to a folder of its own.`,
    ];
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

/** Folders that others need, or that hold a person's own files. */
function sharedBecause(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const found = lstatSync(folder);
  if ((found.mode & STICKY) !== 0) return 'is shared by all users';
  if (resolve(folder) === resolve(homedir())) return 'is a home folder';
  const toCheckout = relative(folder, CHECKOUT);
  return toCheckout.startsWith('..') ? null : 'holds the program itself';
}
