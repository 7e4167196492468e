import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { sleep, systemTimers } from '@quorate/bot/timers';
import { readAppFile, writeAppFile } from './app-file.ts';
import { claimInstance, quitInstance, takeAppLock } from './claim-instance.ts';

const SECRET = 'A'.repeat(43);
const LOCK = new URL('claim-instance.ts', import.meta.url).href;

function stage(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'one app ünï '));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const stop = new AbortController();
  t.after(() => stop.abort());
  const deps = {
    fetch,
    // A second of these tests is 50 ms.
    timers: {
      ...systemTimers,
      after: (ms: number, run: () => void) => systemTimers.after(ms / 20, run),
    },
    sleep: (ms: number, signal: AbortSignal) => sleep(ms / 20, signal),
    dataDir,
    interrupted: stop.signal,
    waitForEnd: false,
  };
  return { dataDir, deps, stop, claim: (changes = {}) => claimInstance({ ...deps, ...changes }) };
}

/** Another process that holds the folder until it is killed. */
async function holder(t: TestContext, dataDir: string) {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { takeAppLock } from ${JSON.stringify(LOCK)};
       globalThis.lock = takeAppLock(process.argv[1]);
       console.log(globalThis.lock ? 'taken' : 'refused');
       setInterval(() => {}, 1_000);`,
      dataDir,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  t.after(() => child.kill('SIGKILL'));
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, said: said.toString().trim() };
}

/** What answers at the port of a running app, and what it was asked. */
async function answering(
  t: TestContext,
  answer: (path: string, port: number) => [number, unknown],
) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    const [status, body] = answer(request.url ?? '', request.socket.localPort ?? 0);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked };
}

const file = (port: number) => ({ port, secret: SECRET, pid: 1, version: '1.2.3' });
const windowAt = (port: number) => ({
  address: `http://127.0.0.1:${port}/#ticket=x-Y_1&theme=dark`,
  version: '1.2.3',
});

describe('the app of a data folder', () => {
  it('is the first that claims it, and of eight at the same moment exactly one', async (t) => {
    const { dataDir } = stage(t);
    const holders = await Promise.all(Array.from({ length: 8 }, () => holder(t, dataDir)));
    const said = holders.map((each) => each.said).toSorted();
    assert.deepEqual(said, [...Array.from({ length: 7 }, () => 'refused'), 'taken']);
  });

  it('holds the folder no longer once it is killed, whatever it left behind', async (t) => {
    const { dataDir, claim } = stage(t);
    const { child } = await holder(t, dataDir);
    writeAppFile(dataDir, file(9));
    assert.equal(takeAppLock(dataDir), null);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const claimed = await claim();
    assert.ok(claimed?.kind === 'first');
    assert.equal(
      readAppFile(dataDir),
      null,
      'nobody is sent to the port of the one that was killed',
    );
    claimed.lock.release();
  });

  it('is opened at its own address alone, whatever answers in its place', async (t) => {
    const { dataDir, claim, stop } = stage(t);
    await holder(t, dataDir);
    const addresses = (port: number) => [
      'file:///C:/evil.exe',
      'https://evil.example/#ticket=x',
      `http://127.0.0.1:${port - 1}/#ticket=x`,
      `http://127.0.0.1:${port}@evil.example/#ticket=x`,
      `http://127.0.0.1:${port}/#ticket=x" --evil`,
    ];
    const asked: string[] = [];
    const { port } = await answering(t, (_path, own) => {
      const address = addresses(own)[asked.length % 5] ?? '';
      asked.push(address);
      if (asked.length === 6) stop.abort();
      return [200, { address, version: '1.2.3' }];
    });
    writeAppFile(dataDir, file(port));
    assert.equal(await claim({ timers: systemTimers }), null, 'none of them is where it opens');
  });

  it('lets a second one open a window of it', async (t) => {
    const { dataDir, claim } = stage(t);
    await holder(t, dataDir);
    const { port, asked } = await answering(t, (_path, port) => [200, windowAt(port)]);
    writeAppFile(dataDir, file(port));
    assert.deepEqual(await claim(), { kind: 'second', address: windowAt(port).address });
    assert.deepEqual(asked, [`POST /api/window-address Bearer ${SECRET}`]);
  });

  it('is waited for while it begins, past a file that a killed one left', async (t) => {
    const { dataDir, claim } = stage(t);
    await holder(t, dataDir);
    const other = await answering(t, () => [200, { hello: 'another program' }]);
    writeAppFile(dataDir, file(other.port));
    const claiming = claim();
    while (other.asked.length < 3) await sleep(1, new AbortController().signal);
    const { port } = await answering(t, (_path, port) => [200, windowAt(port)]);
    writeAppFile(dataDir, file(port));
    assert.equal((await claiming)?.kind, 'second');
  });

  it('becomes the second one where the first ends meanwhile', async (t) => {
    const { dataDir, claim } = stage(t);
    const { child } = await holder(t, dataDir);
    const ending = await answering(t, () => [409, { code: 'conflict', message: 'ending' }]);
    writeAppFile(dataDir, file(ending.port));
    const claiming = claim();
    while (ending.asked.length < 2) await sleep(1, new AbortController().signal);
    child.kill('SIGKILL');
    const claimed = await claiming;
    assert.ok(claimed?.kind === 'first');
    claimed.lock.release();
  });

  it('that neither answers nor ends is a fault that says what to do', async (t) => {
    const { dataDir, claim } = stage(t);
    await holder(t, dataDir);
    await assert.rejects(claim(), { code: 'not_running', message: /within 20 s.*Task Manager/ });
    writeAppFile(dataDir, { ...file(1), pid: 4_711 });
    await assert.rejects(claim(), { message: /Another app \(process 4711\) has the data folder/ });
  });

  it('of the version before an update is waited for and asked for no window', async (t) => {
    const { dataDir, claim } = stage(t);
    const { child } = await holder(t, dataDir);
    const { port, asked } = await answering(t, (_path, port) => [200, windowAt(port)]);
    writeAppFile(dataDir, file(port));
    const claiming = claim({ waitForEnd: true });
    await sleep(50, new AbortController().signal);
    child.kill('SIGKILL');
    const claimed = await claiming;
    assert.ok(claimed?.kind === 'first');
    claimed.lock.release();
    assert.deepEqual(asked, []);
  });

  it('is waited for no longer than the person does', async (t) => {
    const { dataDir, claim, stop } = stage(t);
    await holder(t, dataDir);
    const claiming = claim();
    stop.abort();
    assert.equal(await claiming, null);
  });

  it('comes up where its lock is no database any more, and holds the folder as ever', async (t) => {
    const { dataDir, claim } = stage(t);
    for (const damage of ['garbage'.repeat(1_000), 'x', 'SQLite format 3\0garbage'.repeat(100)]) {
      writeFileSync(join(dataDir, 'app-lock.sqlite'), damage);
      const claimed = await claim();
      assert.ok(claimed?.kind === 'first');
      assert.equal((await holder(t, dataDir)).said, 'refused');
      claimed.lock.release();
    }
  });

  it('that cannot use its folder says so', async (t) => {
    const { dataDir, claim } = stage(t);
    writeFileSync(join(dataDir, 'file'), '');
    await assert.rejects(claim({ dataDir: join(dataDir, 'file', 'data') }), {
      code: 'data_folder',
    });
  });
});

describe('quitting from elsewhere', () => {
  it('is done where no app runs', async (t) => {
    const { deps, dataDir } = stage(t);
    const nowhere = join(dataDir, 'never made');
    assert.equal(await quitInstance({ ...deps, dataDir: nowhere }), false);
    assert.equal(existsSync(nowhere), false);
    assert.equal(await quitInstance(deps), false);
  });

  it('asks the app and waits until it is gone', async (t) => {
    const { dataDir, deps } = stage(t);
    const { child } = await holder(t, dataDir);
    const { port, asked } = await answering(t, () => {
      systemTimers.after(30, () => child.kill('SIGKILL'));
      return [200, { done: true }];
    });
    writeAppFile(dataDir, file(port));
    assert.equal(await quitInstance(deps), true);
    assert.deepEqual(asked, [`POST /api/quit Bearer ${SECRET}`]);
  });

  it('gives up on one that does not end', async (t) => {
    const { dataDir, deps } = stage(t);
    await holder(t, dataDir);
    await assert.rejects(quitInstance(deps), {
      code: 'not_running',
      message: /does not answer and has not ended within 60 s/,
    });
    writeAppFile(dataDir, { ...file(1), pid: 4_711 });
    await assert.rejects(quitInstance(deps), {
      message: /\(process 4711\).*Task Manager.*ask once more: bots that it leaves/,
    });
  });
});

describe('the file of a running app', () => {
  it('is read by its owner alone, and is there whole or not at all', (t) => {
    const { dataDir } = stage(t);
    const place = join(dataDir, 'app.json');
    writeAppFile(dataDir, file(7_000));
    assert.equal(statSync(place).mode & 0o777, 0o600);
    assert.deepEqual(readAppFile(dataDir), file(7_000));
    const whole = readFileSync(place, 'utf8');
    for (const text of ['', '{', 'null', whole.slice(0, 30), whole.replace(SECRET, 'short')]) {
      writeFileSync(place, text);
      assert.equal(readAppFile(dataDir), null, text);
    }
  });
});
