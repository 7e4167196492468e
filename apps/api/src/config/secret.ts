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
export function decodeSecretKey(text: string): Uint8Array | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null;
  const key = Buffer.from(text, 'base64');
  return key.length === SEALING_KEY_BYTES ? key : null;
}
