import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * A public key from a file: PEM, or the answer of `/api/ledger/key` as it came.
 *
 * @throws Error that names the file
 */
export function readKey(file: string): KeyObject {
  const key = parseKey(readFileSync(file, 'utf8'));
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new Error(`${file} holds no public Ed25519 key.`);
}

function parseKey(text: string): KeyObject | null {
  try {
    return createPublicKey(text.trimStart().startsWith('{') ? JSON.parse(text).public_key : text);
  } catch {
    return null;
  }
}
