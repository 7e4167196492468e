import { fromBase64 } from '@quorate/tlog/bytes';

/**
 * Certificates as people hand them on.
 *
 * @param pem one or several, with words around them
 * @returns each in DER; none for what holds no certificate
 */
export function readCertificates(pem: string): Uint8Array[] {
  const blocks = pem.matchAll(/-----BEGIN CERTIFICATE-----([\s\S]+?)-----END CERTIFICATE-----/g);
  return [...blocks].flatMap(([, inside = '']) => fromBase64(inside.replaceAll(/\s+/g, '')) ?? []);
}
