import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createEmulatorControl } from '@quorate/paddle-emulator/control';
import { freePort } from '../../../../test/helpers/server-process.ts';
import { FolderInUseError } from '../../../db/folder-lock.ts';
import { emulatorCatalogue } from './catalogue.ts';
import { type EmbeddedOptions, startEmbedded } from './embedded-emulator.ts';

const PRO = emulatorCatalogue().ids.Pro?.monthly[0] ?? '';

/** A data folder of this test, and providers in it as a service on port 3000 of this machine would start them. */
function stage(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'quorate-embedded-'));
  const running = new Set<() => Promise<void>>();
  t.after(async () => {
    for (const stop of running) await stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return async (changes: Partial<EmbeddedOptions> = {}) => {
    const embedded = await startEmbedded({
      host: 'localhost',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      emulatorPort: 0,
      dataDir,
      self: { pid: 1, started_at: '2026-03-02T10:00:00Z', address: 'http://localhost:3000' },
      listening: new Promise(() => {}),
      ...changes,
    });
    running.add(embedded.stop);
    const stop = async () => {
      running.delete(embedded.stop);
      await embedded.stop();
    };
    return { ...embedded, stop, control: createEmulatorControl(embedded.emulator.url) };
  };
}

/** A service as far as the provider sees one: it takes webhooks once it listens. */
function receiver(t: TestContext) {
  const received: { url: string | undefined; type: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(async (request, response) => {
    const body = await request.toArray();
    const { event_type: type } = JSON.parse(Buffer.concat(body).toString());
    received.push({ url: request.url, type, headers: request.headers });
    response.end();
  });
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const listen = async (port: number) => {
    server.listen(port, 'localhost');
    await once(server, 'listening');
  };
  return { received, listen };
}

async function framers(url: string): Promise<string> {
  const { headers } = await fetch(`${url}/checkout/frame`);
  return /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '';
}

describe('the embedded provider', () => {
  it('keeps what was sold, its keys and its secret across a restart', async (t) => {
    const start = stage(t);
    const first = await start();
    const { transaction } = await first.control.buy({ items: [{ price_id: PRO }] });
    await first.stop();
    const second = await start();
    const { apiKey, clientToken, webhookSecret } = second.emulator;
    assert.ok(webhookSecret);
    assert.deepEqual(
      [apiKey, clientToken, webhookSecret],
      [first.emulator.apiKey, first.emulator.clientToken, first.emulator.webhookSecret],
    );
    const reply = await fetch(`${second.apiUrl}/transactions/${transaction.id}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    assert.equal(reply.status, 200);
  });

  it('spends no try of a webhook on a service that does not listen yet', async (t) => {
    const port = Number(await freePort());
    const { received, listen } = receiver(t);
    const listening = Promise.withResolvers<void>();
    const { control } = await stage(t)({ port, listening: listening.promise });
    await control.buy({ items: [{ price_id: PRO }] });
    const settled = control.settle();
    await control.clock();
    await listen(port);
    listening.resolve();
    await settled;
    const [first] = received;
    assert.equal(first?.url, '/api/paddle/webhook');
    assert.match(String(first?.headers['paddle-signature']), /^ts=\d+;h1=[0-9a-f]{64}$/);
    assert.ok(received.some(({ type }) => type === 'transaction.paid'));
  });

  it('stops while webhooks wait for a service that never listens', async (t) => {
    const { control, stop } = await stage(t)();
    await control.buy({ items: [{ price_id: PRO }] });
    await stop();
  });

  it('takes another port where its own is taken, and says which was', async (t) => {
    const first = await stage(t)();
    const port = Number(new URL(first.apiUrl).port);
    const second = await stage(t)({ emulatorPort: port });
    assert.equal(first.takenPort, null);
    assert.equal(second.takenPort, port);
    assert.notEqual(second.apiUrl, first.apiUrl);
    assert.equal((await fetch(second.emulator.script)).status, 200);
  });

  it('is one to a folder', async (t) => {
    const start = stage(t);
    const first = await start();
    await assert.rejects(start(), FolderInUseError);
    await first.stop();
    await start();
  });

  it('leaves its folder free when it cannot start', async (t) => {
    const start = stage(t);
    await assert.rejects(start({ host: '203.0.113.1' }), { code: 'EADDRNOTAVAIL' });
    await start();
  });

  it('lets pages of this machine frame it, and those of the site’s own address', async (t) => {
    const local = await stage(t)();
    assert.match(await framers(local.emulator.url), /http:\/\/localhost:\*/);
    const publicUrl = 'https://try.quorate.example';
    const elsewhere = await stage(t)({ publicUrl });
    assert.match(await framers(elsewhere.emulator.url), / https:\/\/try\.quorate\.example /);
    const sixth = await stage(t)({ publicUrl: 'http://[::1]:3000' });
    assert.doesNotMatch(await framers(sixth.emulator.url), /\[/, 'browsers complain about those');
  });

  it('goes by the site’s name where the service listens on every address', async (t) => {
    const local = await stage(t)();
    assert.match(local.emulator.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    const changes = { host: '0.0.0.0', publicUrl: 'http://quorate.test:3000' };
    const open = await stage(t)(changes);
    assert.match(open.emulator.url, /^http:\/\/quorate\.test:\d+$/);
    assert.match(open.apiUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal((await fetch(`${open.apiUrl}/paddle/v2/paddle.js`)).status, 200);
  });
});
