import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  getDesktopUpdate,
  type SignedUpdate,
  type UpdateManifest,
} from '@quorate/contract/desktop-update';
import { downloadDesktopInstaller } from '@quorate/contract/downloads';
import { signManifest, writeManifest } from '../manifest.ts';

type After = { after(run: () => Promise<void> | void): void };

/** A key pair, the public half as a release carries it. */
export function updateKeyPair(): { privateKey: KeyObject; updateKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  return { privateKey, updateKey: spki.subarray(-32).toString('base64') };
}

/** What a release says of an installer, signed. */
export function signedUpdateOf(
  privateKey: KeyObject,
  installer: Uint8Array,
  change: Partial<UpdateManifest> = {},
): SignedUpdate {
  const manifest = writeManifest({
    version: '1.3.0',
    file_name: 'quorate-desktop-setup.exe',
    size: installer.length,
    sha512: createHash('sha512').update(installer).digest('hex'),
    released_at: '2026-11-20T00:00:00.000Z',
    expires_at: '2099-01-01T00:00:00.000Z',
    minimum_version: null,
    ...change,
  });
  // `writeManifest` says what it is for by itself.
  const bytes = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(manifest).toString()), ...change }),
  );
  return inBase64(bytes, signManifest(bytes, privateKey));
}

export function inBase64(manifest: Uint8Array, signature: Uint8Array): SignedUpdate {
  return {
    manifest: Buffer.from(manifest).toString('base64'),
    signature: Buffer.from(signature).toString('base64'),
  };
}

export type Seen = { path: string; range: string | undefined; token: string | undefined };

/** A service that offers one update; every field may be changed while it runs. */
export type UpdateService = {
  readonly address: string;
  readonly seen: Seen[];
  update: unknown;
  installer: Buffer;
  /** Instead of the installer. */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | null;
  stop(): Promise<void>;
};

export async function updateService(
  t: After,
  installer: Buffer,
  update: unknown,
): Promise<UpdateService> {
  const service: UpdateService = {
    get address() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    seen: [],
    update,
    installer,
    answer: null,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const server = createServer((request, response) => {
    const { url: path = '', headers } = request;
    service.seen.push({ path, range: headers.range, token: headers.authorization });
    if (path === getDesktopUpdate.path)
      response.end(JSON.stringify({ success: true, update: service.update }));
    else if (path !== downloadDesktopInstaller.path) response.writeHead(404).end();
    else if (service.answer) service.answer(request, response);
    else sendInstaller(service.installer, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => service.stop());
  return service;
}

/** As the real one answers: one range, on the condition that the file is still the same. */
function sendInstaller(
  content: Buffer,
  { headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const etag = `"${createHash('sha256').update(content).digest('hex')}"`;
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
  const from = first === undefined || !isSame ? 0 : Number(first);
  const end = last && isSame ? Number(last) + 1 : content.length;
  if (from === 0 && end === content.length) {
    response.writeHead(200, { etag, 'content-length': content.length }).end(content);
    return;
  }
  if (from >= content.length) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
    return;
  }
  const range = `bytes ${from}-${end - 1}/${content.length}`;
  response
    .writeHead(206, { etag, 'content-range': range, 'content-length': end - from })
    .end(content.subarray(from, end));
}
