import { type VerifierKey, verifierKey } from '@quorate/tlog/note';
import { createSigner } from '../../ledger/ledger-key.ts';

/** What checkpoints are signed with. */
export type LogKey = Readonly<{
  /** Ed25519, 32 bytes. */
  publicKey: Uint8Array;
  sign(text: string): Uint8Array;
}>;

/** @param secretKey the service's: every copy signs with the same key */
export function createLogKey(secretKey: Uint8Array): LogKey {
  const { publicKey, sign } = createSigner(secretKey, 'quorate log v1');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { publicKey: Uint8Array.fromBase64(x, { alphabet: 'base64url' }), sign };
}

/** The key under its name, which is that of the log. */
export function verifierKeyOf({ publicKey }: LogKey, origin: string): VerifierKey {
  return verifierKey(origin, publicKey);
}

/** What a log is called before anything is in it: its address without the scheme. @example 'example.com/log' */
export function originOf(publicUrl: string): string {
  return `${publicUrl.replace(/^[a-z]+:\/\//, '').replace(/\/+$/, '')}/log`;
}
