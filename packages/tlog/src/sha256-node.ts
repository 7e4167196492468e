import { hash } from 'node:crypto';

export function digest(bytes: Uint8Array): Uint8Array {
  const { buffer, byteOffset, length } = hash('sha256', bytes, 'buffer');
  return new Uint8Array(buffer, byteOffset, length);
}
