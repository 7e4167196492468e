import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** A browser's half of RFC 8291, written from the RFC: it opens what was sealed for it, and nothing else. */
export type SealedReader = Readonly<{
  keys: { p256dh: string; auth: string };
  open(body: Buffer): string;
}>;

export function createSealedReader(): SealedReader {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return sealedReader(pair, randomBytes(16));
}

/** @param pair with its private key */
export function sealedReader(pair: ECDH, auth: Buffer): SealedReader {
  const own = pair.getPublicKey();
  return {
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    open(body) {
      // RFC 8188, section 2.1: salt, record size, length of the key's name, and the key itself.
      const salt = body.subarray(0, 16);
      const recordSize = body.readUInt32BE(16);
      const nameLength = body.readUInt8(20);
      const sender = body.subarray(21, 21 + nameLength);
      const sealed = body.subarray(21 + nameLength);
      if (sealed.length > recordSize) throw new Error('more than one record');
      const secret = pair.computeSecret(sender);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]);
      const inputKey = Buffer.from(hkdfSync('sha256', secret, auth, info, 32));
      const derived = (label: string, length: number) =>
        Buffer.from(hkdfSync('sha256', inputKey, salt, `Content-Encoding: ${label}\0`, length));
      const opener = createDecipheriv(
        'aes-128-gcm',
        derived('aes128gcm', 16),
        derived('nonce', 12),
      );
      opener.setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()]);
      // The last record ends with a 2 and as many zeros as were wanted.
      return padded.subarray(0, padded.lastIndexOf(2)).toString();
    },
  };
}
