import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** Keeps secrets that have to be read again: at rest they are ciphertext, under a key of the operator's. */
export type Sealing = Readonly<{
  /**
   * @param place what the secret is and whose, such as 'totp:0199…': sealed for one place, it opens at no other
   * @example sealing.seal('JBSWY3DP', `totp:${userId}`) // 'v1.q2f…'
   */
  seal(secret: string, place: string): string;
  /** @throws SealBrokenError under another key, at another place, or when it was changed */
  open(sealed: string, place: string): string;
  /**
   * Stands for a secret that is short enough to be guessed, where it only has to be recognised: the same
   * for the same secret and place, and no help without the key. 64 hex digits.
   *
   * @example sealing.mark('F7KQ2MXD', 'device-code')
   */
  mark(secret: string, place: string): string;
}>;

/** A sealed secret cannot be read. The likeliest cause is a key that was changed. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';
}

export const SEALING_KEY_BYTES = 32;

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Names the way of sealing, so that another one can be told apart some day. */
const VERSION = 'v1.';

/** @param key 32 random bytes; the same on every service that shares a database */
export function createSealing(key: Uint8Array): Sealing {
  if (key.length !== SEALING_KEY_BYTES)
    throw new RangeError(`a sealing key has ${SEALING_KEY_BYTES} bytes, and this ${key.length}`);
  // Keys for two purposes are two keys.
  const markKey = createHmac('sha256', key).update('mark').digest();
  return {
    mark: (secret, place) =>
      createHmac('sha256', markKey).update(`${place.length}:${place}:${secret}`).digest('hex'),
    seal(secret, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return VERSION + Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url');
    },
    open(sealed, place) {
      try {
        return openV1(key, sealed, place);
      } catch (cause) {
        // The place names a user at most; the ciphertext stays out of the message.
        throw new SealBrokenError(
          `The secret sealed for ${place} cannot be opened. Was SECRET_KEY changed?`,
          { cause },
        );
      }
    },
  };
}

function openV1(key: Uint8Array, sealed: string, place: string): string {
  if (!sealed.startsWith(VERSION)) throw new RangeError('sealed in an unknown way');
  const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new RangeError('too short to be sealed');
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const body = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
