import { X509Certificate } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run.ts';

/** Who signs a program of Windows, and whom that is believed of. */
export type Publisher = Readonly<{
  /** The organisation of the certificate. */
  organisation: string;
  /** SHA-256 of the roots that its certificates may lead to, as `openssl x509 -fingerprint` writes them. */
  roots: readonly string[];
}>;

/** Node's releases for Windows, signed by way of Microsoft's own authority. */
export const NODE_PUBLISHER: Publisher = {
  organisation: 'OpenJS Foundation',
  roots: [
    // Microsoft Identity Verification Root Certificate Authority 2020, which Debian's list does not hold.
    '53:67:F2:0C:7A:DE:0E:2B:CA:79:09:15:05:6D:08:6B:72:0C:33:C1:FA:2A:26:61:AC:F7:87:E3:29:2E:12:70',
  ],
};

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * That a program is signed by its publisher (Authenticode): its bytes fit the signature, its certificate and that
 * of its time stamp lead to a root that is believed, and were valid when it was stamped. Whether a certificate
 * was withdrawn since is not asked: that takes a network.
 *
 * @param work a folder for what lies between
 * @throws Error that says what is wrong with it
 */
export async function expectPublisher(
  file: string,
  { organisation, roots }: Publisher,
  work: string,
): Promise<void> {
  const certificates = await certificatesOf(file, work);
  const root = certificates.find(({ fingerprint256 }) => roots.includes(fingerprint256));
  if (!root) throw unfit(file, 'no certificate of its signature is a root that is believed');
  const trusted = join(work, 'trusted.pem');
  writeFileSync(trusted, root.toString());
  const { output: help } = await run('osslsigncode', ['verify', '--help'], { output: 'keep' });
  // Older versions know no such word, and ask for no list of withdrawn certificates either.
  const offline = help.includes('-ignore-crl') ? ['-ignore-crl'] : [];
  const terms = ['verify', '-in', file, '-CAfile', trusted, '-TSA-CAfile', trusted, ...offline];
  const { code, output } = await run('osslsigncode', terms, { output: 'keep' });
  const isStamped = /^Timestamp Server Signature verification: ok/m.test(output);
  if (code !== 0 || !isStamped || !/^Signature verification: ok/m.test(output))
    throw unfit(file, output.trim());
  const serial = /Signer's certificate:[\s\S]*?Serial\s*:\s*([0-9A-F]+)/.exec(output)?.[1];
  const signer = certificates.find(({ serialNumber }) => serialNumber === serial);
  if (!signer?.subject.split('\n').includes(`O=${organisation}`))
    throw unfit(file, `it is signed by ${signer?.subject ?? 'nobody known'}`);
}

async function certificatesOf(file: string, work: string): Promise<X509Certificate[]> {
  const signature = join(work, 'signature.pem');
  // It writes over no file.
  rmSync(signature, { force: true });
  const extract = ['extract-signature', '-pem', '-in', file, '-out', signature];
  const { code, output } = await run('osslsigncode', extract, { output: 'keep' });
  if (code !== 0) throw unfit(file, output.trim());
  const print = ['pkcs7', '-in', signature, '-print_certs'];
  const printed = await run('openssl', print, { output: 'keep' });
  if (printed.code !== 0) throw unfit(file, printed.output.trim());
  return (printed.output.match(CERTIFICATE) ?? []).map((pem) => new X509Certificate(pem));
}

function unfit(file: string, why: string): Error {
  return new Error(`${file} is not as its publisher signed it: ${why}`);
}
