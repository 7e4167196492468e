import { sha256 } from '@quorate/tlog/sha256';

const BLOCK_BYTES = 64;

/** HMAC-SHA256 (RFC 2104), at once: a file names many streams, and a browser's own would have to be waited for. */
export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
  const padded = (pad: number, rest: Uint8Array) => {
    const bytes = new Uint8Array(BLOCK_BYTES + rest.length);
    for (const [at, byte] of block.entries()) bytes[at] = byte ^ pad;
    bytes.set(rest, BLOCK_BYTES);
    return sha256(bytes);
  };
  return padded(0x5c, padded(0x36, message));
}
