import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type SessionUser, sessionUser } from '@quorate/contract/session';
import { signInSecret, type Vault } from '../vault/vault.ts';
import { jsonOrNull } from './call-endpoint.ts';

/** A device's own token, and whose it is. */
export type SavedToken = Readonly<{ user: SessionUser; token: string }>;

/** Where the token of one user at one service is kept between runs. */
export type SavedSignIn = Readonly<{
  /** null when there is none, or none that can be read. */
  read(): SavedToken | null;
  /** @throws BotFault `data_folder` or `vault` */
  write(saved: SavedToken): void;
  remove(): void;
}>;

const FORMAT = 1;

/**
 * Keeps the token in the vault. A token that an earlier version left in a file of the data folder is
 * moved there when it is first read.
 */
export function savedSignInIn(
  vault: Vault,
  dataDir: string,
  who: Readonly<{ service: string; user: string }>,
): SavedSignIn {
  const name = signInSecret(who);
  const oldFile = join(dataDir, 'sign-ins', `${oldName(who)}.json`);
  const write = ({ user, token }: SavedToken) =>
    vault.set(name, JSON.stringify({ format: FORMAT, service: who.service, user, token }));
  return {
    read() {
      const kept = parse(vault.get(name));
      if (kept) return kept;
      const old = parse(readOld(oldFile));
      if (!old) return null;
      write(old);
      forget(oldFile);
      return old;
    },
    write(saved) {
      write(saved);
      forget(oldFile);
    },
    remove() {
      vault.remove(name);
      forget(oldFile);
    },
  };
}

function oldName({ service, user }: Readonly<{ service: string; user: string }>): string {
  return createHash('sha256')
    .update(JSON.stringify([service, user.toLowerCase()]))
    .digest('hex')
    .slice(0, 16);
}

function readOld(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** What cannot be removed is a token that the vault has as well, or that the service refuses. */
function forget(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The folder is none, or belongs to somebody else.
  }
}

/** Damaged counts as none: signing in again mends it. */
function parse(text: string | null): SavedToken | null {
  const document = jsonOrNull(text ?? '');
  if (typeof document !== 'object' || document === null) return null;
  if (!('format' in document) || document.format !== FORMAT) return null;
  if (!('token' in document) || typeof document.token !== 'string') return null;
  const user = sessionUser.safeParse('user' in document ? document.user : null);
  return user.success ? { user: user.data, token: document.token } : null;
}
