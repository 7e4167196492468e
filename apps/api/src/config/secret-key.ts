import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { SEALING_KEY_BYTES } from '../db/sealing.ts';

/** Random bytes hardly ever repeat so much; a typed or copied placeholder does. */
const DISTINCT_MIN = 8;

/** The key that secrets are sealed under: 32 random bytes as Base64 or hex. No message repeats it. */
export const secretKey = z.string().transform((text, context) => {
  const key = decodeSecretKey(text.trim());
  if (key && new Set(key).size >= DISTINCT_MIN) return key;
  context.addIssue({
    code: 'custom',
    message: key
      ? 'must be random, and repeats itself: make one with "openssl rand -base64 32"'
      : 'must be 32 bytes as Base64 or hex: make one with "openssl rand -base64 32"',
  });
  return z.NEVER;
});

/** @returns null unless the text is 32 bytes written as Base64 (either alphabet) or hex */
function decodeSecretKey(text: string): Uint8Array | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null;
  const key = Buffer.from(text, 'base64');
  return key.length === SEALING_KEY_BYTES ? key : null;
}

const FILE = 'secret.key';

/** The key file cannot be used as it is; the message says what to do about it. */
export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError';
}

/**
 * The key of a service that was given none: kept in a file of its data folder, and made at the first
 * start.
 *
 * @throws SecretKeyError when others may read the file, or it holds no key
 */
export async function secretKeyFromFile(dataDir: string): Promise<Uint8Array> {
  const file = join(dataDir, FILE);
  try {
    return (await readKey(file)) ?? (await makeKey(dataDir, file));
  } catch (cause) {
    if (cause instanceof SecretKeyError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new SecretKeyError(
      `The key file ${file} cannot be read or made${code}. Give it to the user who runs the service, or set SECRET_KEY.`,
      { cause },
    );
  }
}

async function readKey(file: string): Promise<Uint8Array | null> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!found) return null;
  // Windows has no such bits; there the folder's rights protect the file.
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
    throw new SecretKeyError(
      `The key file ${file} may be read by other users (mode ${mode}). Run: chmod 600 ${file}`,
    );
  }
  const key = decodeSecretKey((await readFile(file, 'utf8')).trim());
  if (key) return key;
  throw new SecretKeyError(
    `The key file ${file} holds no key of ${SEALING_KEY_BYTES} bytes. Restore it from a backup; without it the authenticator apps of all users have to be set up again.`,
  );
}

/**
 * The file appears whole or not at all, and of several services that start at once on one folder the
 * first one's stays.
 */
async function makeKey(dataDir: string, file: string): Promise<Uint8Array> {
  await mkdir(dataDir, { recursive: true });
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(SEALING_KEY_BYTES).toString('base64')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(unfinished, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(unfinished, { force: true });
  }
  const key = await readKey(file);
  if (key) return key;
  throw new SecretKeyError(`The key file ${file} was removed while the service started.`);
}
