import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { seeCertificate } from './place-metrics.ts';

const hasOpenssl = spawnSync('openssl', ['version']).error === undefined;

/** A server with a certificate of its own for `name`. */
async function startWithTls(t: TestContext, name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = spawnSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 5 -subj /CN=${name} -addext subjectAltName=DNS:${name} -out cert.pem -keyout key.pem`.split(
      ' ',
    ),
    { cwd: folder },
  );
  assert.equal(made.status, 0, String(made.stderr));
  const ca = readFileSync(cert, 'utf8');
  const server = createServer({ key: readFileSync(key), cert: ca }, (_, reply) => reply.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, ca };
}

describe('the certificate that visitors are shown', {
  skip: !hasOpenssl && 'openssl is not installed',
}, () => {
  it('has an end, and is trusted where its issuer and its name are right', async (t) => {
    const { port, ca } = await startWithTls(t, 'quorate.example');
    const url = `https://quorate.example:${port}`;
    const host = '127.0.0.1';
    const seen = await seeCertificate(url, { ca, host });
    assert.equal(seen?.trusted, true);
    const days = (seen.endsAt - Date.now()) / 86_400_000;
    assert.ok(days > 4.9 && days < 5.1, `${days}`);
    assert.equal((await seeCertificate(url, { host }))?.trusted, false, 'nobody knows its issuer');
    const other = `https://other.example:${port}`;
    assert.equal((await seeCertificate(other, { ca, host }))?.trusted, false, 'of another name');
  });
});

it('a certificate is not known where nobody answers', async () => {
  assert.equal(await seeCertificate('https://quorate.example:9', { host: '127.0.0.1' }), null);
});
