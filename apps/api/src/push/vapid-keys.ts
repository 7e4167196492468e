import { createECDH, hkdfSync } from 'node:crypto';

/** Names the service to push services (RFC 8292); both halves in base64url. */
export type VapidKeys = Readonly<{ publicKey: string; privateKey: string }>;

/** Keys for two purposes are two keys; this names the purpose. */
const PURPOSE = 'quorate web push v1';

/** The order of P-256 (SEC 2, section 2.4.2). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const SCALAR_BYTES = 32;
/** 128 bits more than the order has: what the remainder favours is then beyond finding (FIPS 186-5, A.2.1). */
const SEED_BYTES = 48;

/** @param secretKey the service's: every copy has the same keys, so that browsers know all of them */
export function createVapidKeys(secretKey: Uint8Array): VapidKeys {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, '', PURPOSE, SEED_BYTES));
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const privateKey = Buffer.from(scalar.toString(16).padStart(SCALAR_BYTES * 2, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  return {
    publicKey: pair.getPublicKey().toString('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}
