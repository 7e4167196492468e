import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@quorate/bot/clock';
import { RELEASE_FACTS } from '@quorate/bot/release-facts';
import { memoryVault } from '@quorate/bot/testing/memory-vault';
import { sleep, systemTimers } from '@quorate/bot/timers';
import { type HostForParts, type Parts, startApp } from './app.ts';
import { appState } from './contract/app-state.ts';
import { readAppFile } from './instance/app-file.ts';
import { LocalFault } from './local-fault.ts';
import { callAsWindow } from './testing/call-host.ts';
import { type FakeParts, fakeParts } from './testing/fake-parts.ts';

/** The world of an app that has these parts. */
function depsOf(
  dataDir: string,
  log: string[],
  openParts: (host: HostForParts) => Promise<Parts>,
): Parameters<typeof startApp>[0] {
  return {
    clock: systemClock,
    timers: systemTimers,
    sleep,
    random: Math.random,
    fetch,
    env: {},
    platform: 'linux',
    hostName: 'test',
    dataDir,
    vault: memoryVault(),
    roots: { appData: null },
    programs: { run: () => assert.fail(), start: () => assert.fail() },
    notify: (line) => log.push(line),
    facts: RELEASE_FACTS,
    interfaceFolder: dataDir,
    openParts,
  };
}

async function stage(t: TestContext, change: (parts: FakeParts) => Partial<Parts> = () => ({})) {
  const dataDir = mkdtempSync(join(tmpdir(), 'app ünï '));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const log: string[] = [];
  const fakes = fakeParts();
  const parts: Parts = { ...fakes, ...change(fakes) };
  let host: HostForParts | null = null;
  const app = await startApp(
    depsOf(dataDir, log, async (given) => {
      host = given;
      return parts;
    }),
  );
  t.after(async () => {
    app.end();
    await app.ended;
  });
  const running = readAppFile(dataDir);
  assert.ok(running && host);
  const call = (method: string, path: string, body?: unknown) =>
    callAsWindow(running.port, running.secret, { method, path, body });
  return { app, call, dataDir, log, fakes, running, host: host as HostForParts };
}

describe('the app', () => {
  it('tells its whole state in the words of the contract', async (t) => {
    const { call, dataDir } = await stage(t);
    const { status, body } = await call('GET', '/api/state');
    assert.equal(status, 200);
    const state = appState.parse(JSON.parse(body));
    assert.equal(state.app.data_folder, dataDir);
    assert.equal(state.app.autostart, null);
    assert.deepEqual(state.app.vault, {
      place: 'memory',
      why: 'nothing is to be kept',
      is_chosen: false,
    });
    assert.deepEqual(
      state.configurations.map((each) => [each.configuration_name, each.run.phase]),
      [['London', 'stopped']],
    );
  });

  it('shows what a broken part of one configuration says, and everything else as it is', async (t) => {
    const { call, fakes, log } = await stage(t, ({ runs }) => ({
      runs: {
        ...runs,
        state(name) {
          if (name === 'Broken') throw new Error('its journal is upside down');
          return runs.state(name);
        },
      },
    }));
    fakes.names.push('Broken', 'Damaged');
    const { body } = await call('GET', '/api/state');
    const [good, broken, damaged] = appState.parse(JSON.parse(body)).configurations;
    assert.equal(good?.run.phase, 'stopped');
    assert.equal(broken?.run.phase, 'failed');
    assert.equal(broken?.run.message, 'its journal is upside down');
    assert.equal(damaged?.problem, 'The file of Damaged is no profile.');
    assert.match(log.join(), /The state of Broken cannot be told: Error: its journal/);
  });

  it('shows in its windows what went wrong in it', async (t) => {
    const { app, call } = await stage(t);
    app.tellTrouble(new Error('a part fell over'));
    const state = appState.parse(JSON.parse((await call('GET', '/api/state')).body));
    assert.match(state.app.trouble ?? '', /the app goes on: a part fell over\. .*app\.log/);
  });

  it('whose server does not open ends with its reason, and leaves nothing running', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'app ünï '));
    t.after(() => rmSync(dataDir, { recursive: true, force: true }));
    const fakes = fakeParts();
    const parts: Parts = {
      ...fakes,
      register() {
        throw new Error('no port can be had');
      },
    };
    await assert.rejects(startApp(depsOf(dataDir, [], async () => parts)), /no port can be had/);
    assert.ok(fakes.done.includes('updates.close'), 'it would put a version in automatically');
    assert.ok(fakes.done.includes('runs.close'));
  });

  it('that cannot write its file says why, and leaves nothing running', async (t) => {
    const parts = fakeParts();
    const dataDir = mkdtempSync(join(tmpdir(), 'app ünï '));
    t.after(() => rmSync(dataDir, { recursive: true, force: true }));
    // A folder in the way of the file.
    mkdirSync(join(dataDir, 'app.json', 'sub'), { recursive: true });
    await assert.rejects(startApp(depsOf(dataDir, [], async () => parts)), {
      code: 'data_folder',
      message: /cannot be used: a folder has the name of one of its files/,
    });
    assert.ok(parts.done.includes('runs.close'));
  });

  it('quits in order: bots first, then everything else, and answers before it is gone', async (t) => {
    const { app, call, fakes, dataDir } = await stage(t);
    const { status, body } = await call('POST', '/api/quit');
    assert.deepEqual([status, JSON.parse(body)], [200, { done: true }]);
    await app.ended;
    assert.deepEqual(fakes.done, [
      'runs.stopAll',
      'updates.close',
      'account.close',
      'setup.close',
      'runs.close',
    ]);
    assert.equal(existsSync(join(dataDir, 'app.json')), false);
    await assert.rejects(call('GET', '/api/state'));
  });

  it('stops the bots once, however many windows press Quit', async (t) => {
    const { app, call, fakes } = await stage(t);
    const pressed = Array.from({ length: 10 }, () => call('POST', '/api/quit'));
    await Promise.all(pressed);
    await app.ended;
    assert.equal(fakes.done.filter((what) => what === 'runs.stopAll').length, 1);
  });

  it('goes on when a bot does not stop, and quits the next time', async (t) => {
    let refusals = 1;
    const { app, call } = await stage(t, ({ runs }) => ({
      runs: {
        ...runs,
        async stopAll() {
          if (refusals-- > 0) throw new LocalFault('unavailable', 'The bot of London goes on.');
          return [];
        },
      },
    }));
    const refused = await call('POST', '/api/quit');
    assert.equal(refused.status, 503);
    assert.match(refused.body, /The bot of London goes on/);
    assert.equal((await call('GET', '/api/state')).status, 200);
    assert.equal((await call('POST', '/api/quit')).status, 200);
    await app.ended;
  });

  it('ends without its bots for another version, and remembers whether a window was open', async (t) => {
    const { app, fakes, host, running } = await stage(t);
    assert.equal(host.hasWindow(), false);
    const stream = await fetch(`http://127.0.0.1:${running.port}/api/state/stream`, {
      headers: { authorization: `Bearer ${running.secret}` },
    });
    assert.equal(stream.status, 200);
    assert.equal(stream.headers.get('content-type'), 'text/event-stream');
    assert.equal(stream.headers.get('x-frame-options'), 'DENY');
    assert.equal(host.hasWindow(), true);
    host.end();
    assert.match(await stream.text(), /^event: state\ndata: \{"app":/);
    await app.ended;
    assert.equal(host.hasWindow(), true);
    assert.ok(!fakes.done.includes('runs.stopAll'));
  });

  it('ends although a part cannot be closed', async (t) => {
    const { app, log, fakes } = await stage(t, ({ updates }) => ({
      updates: { ...updates, close: () => Promise.reject(new Error('a disk is gone')) },
    }));
    app.end();
    await app.ended;
    assert.match(log.join(), /While ending: a disk is gone/);
    assert.ok(fakes.done.includes('runs.close'));
  });

  it('starts bots again once it is up: those it is told, and those a switch of versions stopped', async (t) => {
    const { app, fakes } = await stage(t, ({ updates }) => ({
      updates: { ...updates, cameUp: () => ['London', 'Tokyo'] },
    }));
    await app.cameUp(['New York', 'London']);
    assert.deepEqual(fakes.done, [
      'runs.begin',
      'runs.goOn New York',
      'runs.goOn London',
      'runs.goOn Tokyo',
    ]);
  });

  it('gives a second launch an address of its own each time, and none while it is ending', async (t) => {
    const { app, call } = await stage(t);
    const ask = async () => call('POST', '/api/window-address');
    const [one, other] = [await ask(), await ask()];
    assert.equal(one.status, 200);
    assert.notEqual(one.body, other.body);
    app.end();
    const late = await ask();
    assert.deepEqual(
      [late.status, (JSON.parse(late.body) as { code: string }).code],
      [409, 'conflict'],
    );
    await app.ended;
  });
});
