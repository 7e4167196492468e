import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Endpoint } from '@quorate/contract/endpoint';
import { ENDPOINTS } from '@quorate/contract/endpoints';
import { previewImport } from '@quorate/contract/trade-import';
import { syncTrades } from '@quorate/contract/trade-sync';
import { freePort } from '../free-port.ts';
import { fromRoot } from '../root.ts';

const PATIENCE_MS = 15_000;
const FILE = Buffer.alloc(100_000, 7);

/** What stands behind the proxy: it says what has come, streams events, and gives away pieces of a file. */
async function startUpstream(t: TestContext): Promise<number> {
  const server = createServer(async (request, response) => {
    if (request.url === '/readyz') return void response.writeHead(200).end();
    if (request.url === '/events') {
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      // One that is not read before the next would be waited for in vain: there is no next.
      return void response.write('event: changed\ndata: {}\n\n');
    }
    if (request.url === '/file') {
      const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      const range = `bytes ${from}-${to}/${FILE.length}`;
      response.writeHead(206, {
        'content-type': 'application/octet-stream',
        'content-range': range,
      });
      return void response.end(FILE.subarray(Number(from), Number(to) + 1));
    }
    let bytes = 0;
    try {
      for await (const piece of request) bytes += (piece as Buffer).length;
    } catch {
      // The proxy has stopped what is too long halfway.
      return;
    }
    const from = request.headers['x-forwarded-for'] ?? '';
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ bytes, from }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Ends with its test, and is there once it answers. */
async function running(t: TestContext, child: ChildProcess, url: string): Promise<string> {
  let said = '';
  child.stderr?.on('data', (text) => {
    said += text;
  });
  t.after(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const deadline = performance.now() + PATIENCE_MS;
  // A connection that is closed without an answer is one, too.
  while (!(await isListening(url))) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`the proxy did not come: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return url;
}

function isListening(url: string): Promise<boolean> {
  const { port } = new URL(url);
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

function tempFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function startCaddy(t: TestContext): Promise<string> {
  const upstream = await startUpstream(t);
  const folder = tempFolder(t);
  const file = join(folder, 'Caddyfile');
  const text = readFileSync(fromRoot('deploy/Caddyfile'), 'utf8')
    .replace(/service-1:3000 service-2:3000/, `127.0.0.1:${upstream}`)
    .replace(/^\{\n/m, '{\n\tadmin off\n')
    // Those of port 80 have a test of their own.
    .replace(/^http:\/\/.*\{\n\t.*\n\}\n/gm, '');
  writeFileSync(file, text);
  const url = `http://127.0.0.1:${await freePort()}`;
  const env = { ...process.env, DOMAIN: url, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { env });
  return running(t, child, url);
}

async function startNginx(t: TestContext): Promise<string> {
  const port = await freePort();
  const site = (text: string) =>
    text
      .replace(/^server \{\n\s*listen 443 ssl http2 default_server;[^}]*\}\n/m, '')
      .replace(/^\s*ssl_certificate.*\n/gm, '')
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
      .replace('listen 80;', `listen 127.0.0.1:${otherPort};`);
  const otherPort = await freePort();
  return runNginx(t, site, `http://127.0.0.1:${port}`);
}

/** @param change of what is deployed, which would need the ports and certificates of a machine */
async function runNginx(
  t: TestContext,
  change: (site: string) => string,
  url: string,
): Promise<string> {
  const upstream = await startUpstream(t);
  const folder = tempFolder(t);
  const site = readFileSync(fromRoot('deploy/nginx.conf'), 'utf8')
    .replace(/server 127\.0\.0\.1:3000/, `server 127.0.0.1:${upstream}`)
    .replace(/^\s*server 127\.0\.0\.1:3001.*\n/m, '');
  writeFileSync(join(folder, 'site.conf'), change(site));
  const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${user} daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temps} include ${folder}/site.conf; }`,
  );
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr']);
  return running(t, child, url);
}

const NAME = 'quorate.example';

/** What is deployed, on free ports and with a certificate that nobody else has signed. */
async function nginxWithTls(t: TestContext): Promise<Ports> {
  const folder = tempFolder(t);
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const made = spawnSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=${NAME} -out certificate.pem -keyout key.pem`.split(
      ' ',
    ),
    { cwd: folder },
  );
  assert.equal(made.status, 0, String(made.stderr));
  const ports = { http: await freePort(), https: await freePort() };
  const site = (text: string) =>
    text
      .replace(/(ssl_certificate) .*;/, `$1 ${certificate};`)
      .replace(/(ssl_certificate_key) .*;/, `$1 ${key};`)
      .replaceAll('listen 443', `listen 127.0.0.1:${ports.https}`)
      .replaceAll('listen 80', `listen 127.0.0.1:${ports.http}`);
  await runNginx(t, site, `http://127.0.0.1:${ports.http}`);
  return ports;
}

async function caddyWithTls(t: TestContext): Promise<Ports> {
  const upstream = await startUpstream(t);
  const folder = tempFolder(t);
  const ports = { http: await freePort(), https: await freePort() };
  const globals = ['admin off', `http_port ${ports.http}`, `https_port ${ports.https}`];
  const text = readFileSync(fromRoot('deploy/Caddyfile'), 'utf8')
    .replace(/service-1:3000 service-2:3000/, `127.0.0.1:${upstream}`)
    .replace(/^\{\n/m, `{\n\t${[...globals, 'local_certs', 'skip_install_trust'].join('\n\t')}\n`);
  writeFileSync(join(folder, 'Caddyfile'), text);
  const env = { ...process.env, DOMAIN: NAME, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn('caddy', ['run', '--config', join(folder, 'Caddyfile')], { env });
  await running(t, child, `http://127.0.0.1:${ports.http}`);
  return ports;
}

type Ports = Readonly<{ http: number; https: number }>;

/** The status of an answer, with where it leads; null where there is none. */
function asked(
  options: Readonly<{ port: number; host: string; servername?: string; path?: string }>,
): Promise<string | null> {
  const { port, host, servername, path = '/' } = options;
  const at = { port, path, host: '127.0.0.1', headers: { host }, agent: false } as const;
  return new Promise((resolve) => {
    const request =
      servername === undefined
        ? requestHttp(at)
        : requestHttps({ ...at, servername, rejectUnauthorized: false });
    request.on('response', (response) => {
      response.resume();
      resolve(`${response.statusCode} ${response.headers.location ?? ''}`.trim());
    });
    request.on('error', () => resolve(null));
    request.end();
  });
}

for (const [name, start, withTls, version] of [
  ['Caddy', startCaddy, caddyWithTls, ['caddy', 'version']],
  ['nginx', startNginx, nginxWithTls, ['nginx', '-v']],
] as const) {
  const [program, ...flags] = version;
  const isThere = spawnSync(program, flags).error === undefined;
  describe(`${name}, as it is set up here`, {
    skip: !isThere && `${program} is not installed`,
  }, () => {
    it('hands live events on as they come, packed or not', async (t) => {
      const url = await start(t);
      for (const encoding of ['identity', 'gzip, br, zstd']) {
        const stop = new AbortController();
        const late = setTimeout(() => stop.abort(), PATIENCE_MS);
        const headers = { accept: 'text/event-stream', 'accept-encoding': encoding };
        const response = await fetch(`${url}/events`, { headers, signal: stop.signal });
        const { value } = (await response.body?.getReader().read()) ?? {};
        clearTimeout(late);
        assert.match(Buffer.from(value ?? []).toString(), /event: changed/, encoding);
        stop.abort();
      }
    });

    it('says whence a request comes, whatever the request says', async (t) => {
      const url = await start(t);
      const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.1' };
      const reply = await fetch(`${url}/api/x`, { headers });
      assert.equal(((await reply.json()) as { from: string }).from, '127.0.0.1');
    });

    it('lets through what the service takes, and stops what nothing of it would', async (t) => {
      const url = await start(t);
      const sent = async (path: string, bytes: number) => {
        const body = Buffer.alloc(bytes, 32);
        const reply = await fetch(url + path, { method: 'POST', body }).catch(() => null);
        return reply?.ok ? ((await reply.json()) as { bytes: number }).bytes : 'stopped';
      };
      for (const { path, bodyLimit } of Object.values(ENDPOINTS) as Endpoint[])
        if (bodyLimit !== undefined) assert.equal(await sent(path, bodyLimit), bodyLimit, path);
      assert.equal(await sent(syncTrades.path, 10_000_000), 'stopped');
      assert.equal(await sent(previewImport.path, 40_000_000), 'stopped');
    });

    it('answers a foreign name with nothing, with and without TLS', async (t) => {
      const { http, https } = await withTls(t);
      const own = { port: https, host: NAME, servername: NAME };
      assert.equal(await asked(own), '200');
      assert.equal(await asked({ port: http, host: NAME }), `301 https://${NAME}/`);
      for (const host of ['evil.example', '203.0.113.7', `${NAME}.evil.example`]) {
        assert.equal(await asked({ port: http, host }), null, host);
        assert.equal(await asked({ port: https, host, servername: 'evil.example' }), null, host);
        // With a name that there is a certificate for, and another one in the request.
        const crossed = await asked({ port: https, host, servername: NAME });
        assert.ok(crossed === null || crossed === '421', `${host}: ${crossed}`);
      }
    });

    it('gives a download on where it was cut off', async (t) => {
      const url = await start(t);
      const headers = { range: 'bytes=50000-99999', 'accept-encoding': 'gzip, br, zstd' };
      const reply = await fetch(`${url}/file`, { headers });
      assert.equal(reply.status, 206);
      assert.equal(reply.headers.get('content-encoding'), null);
      assert.equal(reply.headers.get('content-range'), 'bytes 50000-99999/100000');
      assert.equal((await reply.arrayBuffer()).byteLength, 50_000);
    });
  });
}
