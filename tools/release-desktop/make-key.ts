import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { rawPublicKey } from './release.ts';

/**
 * Makes the key that a product's updates are signed with. A file that is there stays as it is: whoever loses
 * the key can update no app that trusts it.
 *
 * @returns the public half, as base64 of 32 bytes
 * @throws Error when there is such a file
 */
export function makeUpdateKey(file: string): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
  try {
    writeFileSync(file, pem, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw exists ? new Error(`${file} is there already and stays as it is`) : error;
  }
  return rawPublicKey(privateKey);
}
