import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { oneAtATime } from './one-at-a-time.ts';

const MODULE = pathToFileURL(join(import.meta.dirname, 'one-at-a-time.ts')).href;
const nobodyToTell = () => undefined;

describe('work that is done by one process at a time', () => {
  let folder: string;
  let lock: string;
  const children: ChildProcess[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'one at a time '));
    lock = join(folder, 'locks', 'work.lock');
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Another process that does something under the lock; `body` may use `fs`, `sleep` and `file`. */
  function another(body: string): ChildProcess {
    const script = `
      import fs from 'node:fs';
      import { setTimeout as sleep } from 'node:timers/promises';
      import { oneAtATime } from ${JSON.stringify(MODULE)};
      const file = ${JSON.stringify(join(folder, 'file'))};
      await oneAtATime(${JSON.stringify(lock)}, () => {}, async () => { ${body} });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: 'inherit',
    });
    children.push(child);
    return child;
  }

  const read = () => readFileSync(join(folder, 'file'), 'utf8');

  async function begun(): Promise<void> {
    while (!existsSync(join(folder, 'file'))) await sleep(5);
  }

  it('never overlaps, however many want it', async () => {
    writeFileSync(join(folder, 'file'), '');
    const body = `fs.appendFileSync(file, '('); await sleep(20); fs.appendFileSync(file, ')');`;
    const all = [another(body), another(body), another(body)];
    for (const [code] of await Promise.all(all.map((child) => once(child, 'exit')))) {
      assert.equal(code, 0);
    }
    assert.equal(read(), '()()()');
  });

  it('says once that another is at it', async () => {
    another(`fs.writeFileSync(file, 'begun'); await sleep(400); fs.writeFileSync(file, 'ended');`);
    await begun();
    let said = 0;
    const waits = () => {
      said += 1;
    };
    assert.equal(await oneAtATime(lock, waits, () => Promise.resolve(read())), 'ended');
    assert.equal(said, 1);
  });

  it('goes on when the one that was at it is killed', async () => {
    const child = another(`fs.writeFileSync(file, ''); await sleep(600_000);`);
    await begun();
    const result = oneAtATime(lock, nobodyToTell, () => Promise.resolve('done'));
    child.kill('SIGKILL');
    assert.equal(await result, 'done');
  });

  it('is given back when it fails, with its error', async () => {
    const fails = () => Promise.reject(new Error('no disk'));
    await assert.rejects(oneAtATime(lock, nobodyToTell, fails), { message: 'no disk' });
    assert.equal(await oneAtATime(lock, nobodyToTell, () => Promise.resolve(1)), 1);
  });
});
