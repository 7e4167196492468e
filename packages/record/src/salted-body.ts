import { toHex } from '@quorate/tlog/bytes';
import { sha256 } from '@quorate/tlog/sha256';

/** What a leaf says of a body: SHA-256 over its salt and its canonical JSON, in hex. */
export function saltedHash(salt: Uint8Array, body: string): string {
  const text = new TextEncoder().encode(body);
  const bytes = new Uint8Array(salt.length + text.length);
  bytes.set(salt);
  bytes.set(text, salt.length);
  return toHex(sha256(bytes));
}

/** What a file's heads say of its other notes: nobody can take a cosignature away, or a key. */
export function notesHash(notes: readonly string[]): string {
  return toHex(sha256(new TextEncoder().encode(notes.join('\n'))));
}

/** Whether a leaf speaks of this body. */
export function hasBody(hash: string, salt: Uint8Array, body: string): boolean {
  return saltedHash(salt, body) === hash;
}
