import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as callOn, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getDesktopUpdate } from '@quorate/contract/desktop-update';
import { downloadDesktopInstaller } from '@quorate/contract/downloads';
import { startStandIn } from '../../../apps/bot/src/testing/stand-in-service.ts';
import { signManifest, writeManifest } from '../../../apps/desktop/src/updates/manifest.ts';
import type { BuiltInstaller } from '../release.ts';
import { TEST_UPDATE_KEY } from './wine-release.ts';

/** A service that people sign in at and that offers one installer as a signed update. */
export type UpdateFront = Readonly<{
  address: string;
  offer(version: string, built: BuiltInstaller): void;
  /** How many bytes each answer with an installer had. */
  sent(): readonly number[];
  close(): Promise<void>;
}>;

export async function startUpdateFront(): Promise<UpdateFront> {
  const standIn = await startStandIn();
  let update: Readonly<{ manifest: string; signature: string }> | null = null;
  let installer = Buffer.alloc(0);
  const sent: number[] = [];
  const server = createServer((request, response) => {
    if (request.url === getDesktopUpdate.path) {
      response.end(JSON.stringify({ success: true, update }));
    } else if (request.url === downloadDesktopInstaller.path) {
      const etag = `"${createHash('sha256').update(installer).digest('hex')}"`;
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      const part = first ? installer.subarray(Number(first), Number(last) + 1) : installer;
      if (first) {
        const range = `bytes ${first}-${last}/${installer.length}`;
        response.writeHead(206, { etag, 'content-range': range, 'content-length': part.length });
      } else response.writeHead(200, { etag, 'content-length': part.length });
      sent.push(part.length);
      response.end(part);
    } else {
      const { method, headers } = request;
      const passed = callOn(
        new URL(request.url ?? '/', standIn.url),
        { method, headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
        },
      );
      passed.on('error', () => response.destroy());
      request.pipe(passed);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => sent,
    offer(version, { installer: file, withoutNode }) {
      installer = readFileSync(file);
      const manifest = writeManifest({
        version,
        file_name: 'quorate-desktop-setup.exe',
        size: installer.length,
        sha512: createHash('sha512').update(installer).digest('hex'),
        released_at: '2026-11-20T00:00:00.000Z',
        expires_at: '2099-01-01T00:00:00.000Z',
        minimum_version: null,
        without_node: withoutNode,
      });
      const signature = signManifest(manifest, TEST_UPDATE_KEY);
      const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
      update = { manifest: base64(manifest), signature: base64(signature) };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await standIn.kill();
    },
  };
}
