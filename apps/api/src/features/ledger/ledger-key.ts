import { createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto';
import type { SignedHead } from '@quorate/contract/ledger';
import { headStatement, keyIdOf } from '@quorate/ledger/format';
import type { ChainEnd } from './ledger.queries.ts';

/** What heads of ledgers are signed with. */
export type LedgerKey = Readonly<{
  /** First 16 hex digits of the SHA-256 of the public key. */
  id: string;
  /** SubjectPublicKeyInfo as DER, in base64. */
  publicKey: string;
  /** The same in PEM. */
  publicKeyPem: string;
  /** Ed25519 over the text's bytes, in base64. */
  sign(text: string): string;
}>;

/** @param secretKey the service's: every service that shares a database signs with the same key */
export function createLedgerKey(secretKey: Uint8Array): LedgerKey {
  const { publicKey, sign: signed } = createSigner(secretKey, 'quorate ledger heads v1');
  const der = publicKey.export({ format: 'der', type: 'spki' });
  return {
    id: keyIdOf(der),
    publicKey: der.toString('base64'),
    publicKeyPem: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    sign: (text) => signed(text).toString('base64'),
  };
}

/** Says where a chain ends, and signs it. @param signedAt ISO 8601, UTC */
export function signHead(
  key: LedgerKey,
  userId: string,
  { records, hash }: ChainEnd,
  signedAt: string,
): SignedHead {
  const head = { user: userId, records, hash, signedAt, keyId: key.id };
  const signature = key.sign(headStatement(head));
  return { records, hash, signed_at: signedAt, key_id: key.id, signature };
}

const SEED_BYTES = 32;
/** PKCS #8 around the seed of an Ed25519 key (RFC 8410, section 7). */
const SEED_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * An Ed25519 key that is made of the service's secret.
 *
 * @param purpose keys for two purposes are two keys
 */
export function createSigner(secretKey: Uint8Array, purpose: string) {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, '', purpose, SEED_BYTES));
  const privateKey = createPrivateKey({
    key: Buffer.concat([SEED_HEADER, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  return {
    publicKey: createPublicKey(privateKey),
    sign: (text: string): Buffer => sign(null, Buffer.from(text), privateKey),
  };
}
