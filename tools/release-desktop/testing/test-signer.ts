import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSigner, type Signer } from '../sign.ts';

const PASSWORD = "it's a $ecret";

/** Signs programs with a certificate of its own, whose files lie in the folder. */
export function makeTestSigner(folder: string, timestampUrl: string | null = null): Signer {
  const at = (name: string) => join(folder, name);
  writeFileSync(at('password'), PASSWORD);
  const openssl = (command: string, files: Readonly<Record<string, string>>) => {
    const named = Object.entries(files).flat();
    const args = [...command.split(' '), ...named];
    const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  };
  openssl(
    'req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=Tests -addext extendedKeyUsage=codeSigning',
    { '-keyout': at('key'), '-out': at('crt') },
  );
  openssl('pkcs12 -export', {
    '-inkey': at('key'),
    '-in': at('crt'),
    '-out': at("it's.p12"),
    '-passout': `file:${at('password')}`,
  });
  return createSigner({
    signing: {
      key: { kind: 'file', certificateFile: at("it's.p12"), passwordFile: at('password') },
      timestampUrl,
    },
    brand: 'Küçük & Sons',
    url: 'https://quorate.example',
    signedAt: 1_790_000_000,
    work: folder,
  });
}
