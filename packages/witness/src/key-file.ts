import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fromBase64 } from '@quorate/tlog/bytes';
import { SIGNATURE_TYPES, verifierKey } from '@quorate/tlog/note';
import type { WitnessSigner } from './witness.ts';

/**
 * The key of a witness, which is made at its first start and stays.
 *
 * @param name what the witness is called: an address without its scheme
 * @throws Error for a file that holds no Ed25519 key
 */
export function signerFromFile(file: string, name: string): WitnessSigner {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
    writeFileSync(file, pem, { mode: 0o600, flag: 'wx' });
  }
  const privateKey = createPrivateKey(readFileSync(file, 'utf8'));
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const raw = fromBase64(`${x.replaceAll('-', '+').replaceAll('_', '/')}=`);
  if (privateKey.asymmetricKeyType !== 'ed25519' || !raw)
    throw new Error(`${file} holds no Ed25519 key`);
  return {
    key: verifierKey(name, raw, SIGNATURE_TYPES.cosignature),
    sign: (text) => sign(null, Buffer.from(text), privateKey),
  };
}
