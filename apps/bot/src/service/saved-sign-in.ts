import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SessionUser, sessionUser } from '@quorate/contract/session';
import { storageFault } from '../journal/storage-fault.ts';

/** A device's own token, and whose it is. */
export type SavedToken = Readonly<{ user: SessionUser; token: string }>;

/** Where the token of one user at one service is kept between runs. */
export type SavedSignIn = Readonly<{
  /** null when there is none, or none that can be read. */
  read(): SavedToken | null;
  /** @throws BotFault `data_folder` */
  write(saved: SavedToken): void;
  remove(): void;
}>;

const FORMAT = 1;
const OWNER_ALONE = { file: 0o600, folder: 0o700 } as const;

/**
 * Keeps the token in a file that its owner alone may read. The file is whole or not there: it is written
 * under another name and renamed.
 */
export function savedSignInIn(
  dataDir: string,
  who: { service: string; user: string },
): SavedSignIn {
  const folder = join(dataDir, 'sign-ins');
  const name = createHash('sha256')
    .update(JSON.stringify([who.service, who.user.toLowerCase()]))
    .digest('hex');
  const file = join(folder, `${name.slice(0, 16)}.json`);
  return {
    read() {
      try {
        return parse(JSON.parse(readFileSync(file, 'utf8')));
      } catch {
        // Absent, unreadable or damaged: signing in anew mends all of it.
        return null;
      }
    },
    write({ user, token }) {
      const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
      try {
        mkdirSync(folder, { recursive: true, mode: OWNER_ALONE.folder });
        const text = `${JSON.stringify({ format: FORMAT, service: who.service, user, token })}\n`;
        writeFileSync(unfinished, text, { mode: OWNER_ALONE.file, flag: 'wx' });
        renameSync(unfinished, file);
      } catch (error) {
        forget(unfinished);
        throw storageFault(folder, error);
      }
    },
    remove: () => forget(file),
  };
}

/** What cannot be removed is a token that the service refuses, or half a file that nobody reads. */
function forget(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The folder is none, or belongs to somebody else; whoever writes there is told.
  }
}

function parse(document: unknown): SavedToken | null {
  if (typeof document !== 'object' || document === null) return null;
  if (!('format' in document) || document.format !== FORMAT) return null;
  if (!('token' in document) || typeof document.token !== 'string') return null;
  const user = sessionUser.safeParse('user' in document ? document.user : null);
  return user.success ? { user: user.data, token: document.token } : null;
}
