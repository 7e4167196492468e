import { toHex } from '@quorate/tlog/bytes';
import { sha256 } from '@quorate/tlog/sha256';

/** What a leaf says of a body: SHA-256 over its salt and its canonical JSON, in hex. */
export function saltedHash(salt: Uint8Array, body: string): string {
  const most = salt.length + UTF8_BYTES_MAX * body.length;
  if (room.length < most) room = new Uint8Array(most);
  room.set(salt);
  const { written } = encoder.encodeInto(body, room.subarray(salt.length));
  return toHex(sha256(room.subarray(0, salt.length + written)));
}

const encoder = new TextEncoder();
/** Of one UTF-16 unit. */
const UTF8_BYTES_MAX = 3;
/** Used again and again: a browser spends more on clearing away such bytes than on hashing them. */
let room = new Uint8Array(65_536);

/** What a file's heads say of its other notes: nobody can take a cosignature away, or a key. */
export function notesHash(notes: readonly string[]): string {
  return toHex(sha256(new TextEncoder().encode(notes.join('\n'))));
}

/** Whether a leaf speaks of this body. */
export function hasBody(hash: string, salt: Uint8Array, body: string): boolean {
  return saltedHash(salt, body) === hash;
}
