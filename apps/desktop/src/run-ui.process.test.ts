import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runBot, startBot } from '@quorate/bot/testing/run-bot';
import { appState } from './contract/app-state.ts';
import type { LocalEndpoint } from './contract/local-endpoint.ts';
import { readAppFile } from './instance/app-file.ts';
import { callAsWindow } from './testing/call-host.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const ADDRESS = /^http:\/\/127\.0\.0\.1:(\d+)\/#ticket=([\w-]{43})&theme=system$/m;

function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'ui ünï '));
  t.after(() => rmSync(made, { recursive: true, force: true, maxRetries: 5 }));
  return made;
}

/** The real app in a process of its own. */
function app(t: TestContext, dataDir: string, ...args: string[]) {
  const started = startBot(['ui', '--data-dir', dataDir, ...args], { main: MAIN });
  t.after(async () => {
    started.child.kill('SIGKILL');
    await started.ended;
  });
  return started;
}

/** The app once it has printed where its window may open. */
async function printed(t: TestContext, dataDir: string) {
  const started = app(t, dataDir, '--no-window');
  const { stdout } = started.child;
  const ended = started.ended.then(() => assert.fail('the app ended before it told its address'));
  let text = '';
  while (!ADDRESS.test(text)) {
    const [chunk] = await Promise.race([
      once(stdout ?? process.stdin, 'data') as Promise<[string]>,
      ended,
    ]);
    text += chunk;
  }
  const [, port, ticket = ''] = ADDRESS.exec(text) ?? [];
  return { ...started, port: Number(port), ticket };
}

async function secretFor(port: number, ticket: string): Promise<string> {
  const call = { method: 'POST', path: '/session', body: { ticket } };
  const { status, body } = await callAsWindow(port, null, call);
  assert.equal(status, 200, body);
  return (JSON.parse(body) as { secret: string }).secret;
}

/** Every call that the contract declares, but the one that needs no secret. */
async function endpoints(): Promise<LocalEndpoint[]> {
  const contract = join(import.meta.dirname, 'contract');
  const found: LocalEndpoint[] = [];
  for (const file of readdirSync(contract)) {
    const exported = (await import(pathToFileURL(join(contract, file)).href)) as object;
    for (const value of Object.values(exported) as unknown[]) {
      if (isEndpoint(value) && value.path.startsWith('/api/')) found.push(value);
    }
  }
  return found;
}

function isEndpoint(value: unknown): value is LocalEndpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

describe('the command ui', () => {
  it('serves its window, lets another launch open one more, and quits when it is told', async (t) => {
    const dataDir = folder(t);
    const { port, ticket, ended } = await printed(t, dataDir);
    const secret = await secretFor(port, ticket);
    const { body } = await callAsWindow(port, secret, { path: '/api/state' });
    const state = appState.parse(JSON.parse(body));
    assert.equal(state.account, null);
    assert.equal(state.app.update.kind, 'off');
    assert.equal(statSync(join(dataDir, 'app.json')).mode & 0o777, 0o600);

    const second = await runBot(['ui', '--data-dir', dataDir, '--print-address'], { main: MAIN });
    assert.equal(second.exit, 0, second.stderr);
    const [, samePort, other = ''] = ADDRESS.exec(second.stdout) ?? [];
    assert.equal(Number(samePort), port);
    assert.equal(await secretFor(port, other), secret);

    const quit = await runBot(['ui', '--data-dir', dataDir, '--quit'], { main: MAIN });
    assert.equal(quit.exit, 0);
    assert.match(quit.stderr, /The app has ended/);
    assert.equal((await ended).exit, 0);
    assert.equal(existsSync(join(dataDir, 'app.json')), false);
    const log = readFileSync(join(dataDir, 'logs', 'app.log'), 'utf8');
    assert.match(log, /began.*Ended\.\n$/s);
    for (const hidden of [secret, ticket, other]) assert.ok(!log.includes(hidden));
  });

  it('knows every call of the contract, and carries none out without the secret', async (t) => {
    const { port } = await printed(t, folder(t));
    const calls = await endpoints();
    assert.ok(calls.length > 30, String(calls.length));
    for (const { method, path } of calls) {
      const asked = path.replaceAll(/:\w+/g, 'x');
      const { status } = await callAsWindow(port, 'A'.repeat(43), { method, path: asked });
      // What is not registered is not found; the secret is asked for before anything is read.
      assert.equal(status, 403, `${method} ${path}`);
    }
  });

  it('that nobody runs is quit already', async (t) => {
    const { exit, stderr } = await runBot(['ui', '--data-dir', folder(t), '--quit'], {
      main: MAIN,
    });
    assert.equal(exit, 0);
    assert.match(stderr, /No app runs in /);
  });

  it('begins again after it was killed, with another secret', async (t) => {
    const dataDir = folder(t);
    const first = await printed(t, dataDir);
    const old = await secretFor(first.port, first.ticket);
    first.child.kill('SIGKILL');
    await first.ended;
    assert.ok(readAppFile(dataDir));
    const next = await printed(t, dataDir);
    assert.notEqual(await secretFor(next.port, next.ticket), old);
    const { status } = await callAsWindow(next.port, old, { path: '/api/state' });
    assert.equal(status, 403);
  });

  it('is one app however many are started at the same moment, and each tells a window of it', async (t) => {
    const dataDir = folder(t);
    const launches = await Promise.all(Array.from({ length: 4 }, () => printed(t, dataDir)));
    assert.equal(new Set(launches.map(({ port }) => port)).size, 1);
    const secrets = launches.map(({ port, ticket }) => secretFor(port, ticket));
    assert.equal(new Set(await Promise.all(secrets)).size, 1);
    const { pid } = readAppFile(dataDir) ?? {};
    const seconds = launches.filter(({ child }) => child.pid !== pid);
    assert.equal(seconds.length, 3);
    for (const { ended } of seconds) assert.equal((await ended).exit, 0);
  });

  it('ends in order at Ctrl-C', { skip: process.platform === 'win32' }, async (t) => {
    const dataDir = folder(t);
    const { child, ended } = await printed(t, dataDir);
    child.kill('SIGINT');
    assert.equal((await ended).exit, 0);
    assert.match(readFileSync(join(dataDir, 'logs', 'app.log'), 'utf8'), /Ended\.\n$/);
  });
});
