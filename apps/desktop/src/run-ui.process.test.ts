import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runBot, startBot } from '@quorate/bot/testing/run-bot';
import { sleep } from '@quorate/bot/timers';
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
function app(
  t: TestContext,
  dataDir: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> },
) {
  const started = startBot(['ui', '--data-dir', dataDir, ...args], { main: MAIN, env });
  t.after(async () => {
    started.child.kill('SIGKILL');
    await started.ended;
  });
  return started;
}

/** The app once it has printed where its window may open. */
async function printed(t: TestContext, dataDir: string) {
  const started = app(t, dataDir, { args: ['--no-window'] });
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

/** Programs of a computer with a screen, which has no others: each is a script that may `say` something once. */
function fakePrograms(t: TestContext, scripts: Readonly<Record<string, string>>) {
  const bin = folder(t);
  for (const [name, script] of Object.entries(scripts)) {
    const head = `#!${process.execPath}
      const fs = require('node:fs');
      const say = (text) => {
        fs.writeFileSync(__filename + '.part', text);
        fs.renameSync(__filename + '.part', __filename + '.said');
      };`;
    writeFileSync(join(bin, name), `${head}\n${script}\n`, { mode: 0o755 });
  }
  return {
    env: { PATH: bin, DISPLAY: ':0' },
    async said(name: string): Promise<string> {
      const file = join(bin, `${name}.said`);
      while (!existsSync(file)) await sleep(20, AbortSignal.timeout(20));
      return readFileSync(file, 'utf8');
    },
  };
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

  const noScreen =
    process.platform !== 'linux' && 'the programs that open windows differ by system';

  it('opens one window, by the first program whose window fetches its page', {
    skip: noScreen,
  }, async (t) => {
    const programs = fakePrograms(t, {
      'xdg-open': 'process.exit(3);',
      firefox: `
        const page = fs.readFileSync(new URL(process.argv[2]), 'utf8');
        const address = /url=([^"]+)/.exec(page)[1];
        fetch(address.split('#')[0]).then((answer) => answer.text()).then((text) => say(text));`,
    });
    const dataDir = folder(t);
    const { child, ended } = app(t, dataDir, { env: programs.env });
    assert.match(await programs.said('firefox'), /\S/, 'its window has fetched a page');
    // What the page says where its script does not run; React takes its place.
    const page = readFileSync(new URL('interface/index.html', import.meta.url), 'utf8');
    assert.match(page, /class="too-old">/);
    child.kill('SIGINT');
    const { exit, stdout } = await ended;
    assert.deepEqual([exit, stdout], [0, '']);
  });

  it('says in a box what keeps its window, or itself, from being shown', {
    skip: noScreen,
  }, async (t) => {
    const dataDir = folder(t);
    const programs = fakePrograms(t, { xmessage: 'say(process.argv.slice(2).join(" "));' });
    const { child, ended } = app(t, dataDir, { env: programs.env });
    const box = await programs.said('xmessage');
    assert.match(box, /Quorate runs, and no browser shows its window \(xdg-open: .*ENOENT/);
    assert.doesNotMatch(box, /ticket/, 'every user of the computer sees arguments');
    child.kill('SIGINT');
    assert.match((await ended).stdout, ADDRESS);

    const other = fakePrograms(t, { xmessage: 'say(process.argv.slice(2).join(" "));' });
    const unusable = join(dataDir, 'app-lock.sqlite', 'no folder');
    const failed = app(t, unusable, { env: other.env });
    assert.match(
      await other.said('xmessage'),
      /Quorate did not start\. The data folder .*no folder/,
    );
    assert.equal((await failed.ended).exit, 2);
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
