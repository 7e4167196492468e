import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { decodeText } from '@quorate/bot/mt5/install/files';
import { NOTHING_KNOWN, type RunState } from '../contract/runs.ts';
import { LocalFault } from '../local-fault.ts';
import { handTimers } from '../testing/hand-timers.ts';
import { createReboot } from './after-reboot.ts';
import { inShell, openBeforeSignIn } from './before-sign-in.ts';

function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'reboot ünï '));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function stage(t: TestContext, phases: Record<string, RunState['phase']> = {}) {
  const dataDir = folder(t);
  const timers = handTimers();
  const log: string[] = [];
  const started: string[] = [];
  let starts: boolean | null = false;
  let isFixed = false;
  const create = () =>
    createReboot({
      dataDir,
      timers,
      notify: (line) => void log.push(line),
      autostart: {
        enabled: () => starts,
        async set(wanted) {
          if (isFixed) throw new LocalFault('unavailable', 'A policy forbids it.');
          starts = wanted;
        },
      },
      task: { enabled: () => false, set: async () => {} },
      runs: {
        atWork: () => Object.keys(phases),
        state: (name) => ({
          phase: phases[name] ?? 'stopped',
          message: null,
          since: '2026-11-22T08:00:00Z',
          ...NOTHING_KNOWN,
        }),
      },
      setup: {
        async startTerminalAgain(name) {
          if (name === 'Lost') throw new Error('There is no terminal.');
          started.push(name);
        },
      },
    });
  return {
    create,
    timers,
    log,
    started,
    phases,
    starts: () => starts,
    fix: () => {
      isFixed = true;
    },
  };
}

describe('what happens after a restart of the computer', () => {
  it('is asked once, when a bot runs that nothing starts again', async (t) => {
    const { create, phases, starts } = stage(t);
    const reboot = create();
    assert.equal(reboot.state()?.is_offered, false, 'no bot runs');
    phases.Main = 'running';
    assert.equal(reboot.state()?.is_offered, true);
    await reboot.answer({ autostart: false, terminal: false });
    assert.deepEqual([create().state()?.is_offered, starts()], [false, false]);
    await create().answer({ autostart: true, terminal: true });
    await create().answer({ autostart: true, terminal: true });
    assert.deepEqual([create().state()?.terminal, starts()], [true, true]);
  });

  it('is asked again where Windows did not keep the answer', async (t) => {
    const { create, fix } = stage(t, { Main: 'running' });
    fix();
    const reboot = create();
    await assert.rejects(reboot.answer({ autostart: true, terminal: true }), /policy/);
    assert.equal(reboot.state()?.is_offered, true);
  });

  it('starts the terminals of bots that wait for one, and says what it could not', async (t) => {
    const { create, timers, started, log, phases } = stage(t, {
      Main: 'waiting',
      Here: 'running',
      Lost: 'waiting',
      Late: 'waiting',
    });
    const reboot = create();
    reboot.startTerminals();
    timers.pass(60_000);
    assert.deepEqual(started, [], 'nobody has agreed to it');
    await reboot.answer({ autostart: true, terminal: true });
    reboot.startTerminals();
    timers.pass(44_000);
    assert.deepEqual(started, []);
    phases.Late = 'running';
    timers.pass(1_000);
    assert.deepEqual(started, ['Main']);
    await new Promise((resolve) => setImmediate(resolve));
    assert.match(log.join(), /of Lost was not started: There is no terminal/);
  });
});

describe('a start before anybody signs in', () => {
  function tasks(takes = true) {
    const ran: string[][] = [];
    let xml: string | null = null;
    return {
      ran,
      xml: () => xml,
      query: async () => (xml === null ? 1 : 0),
      async elevated(args: readonly string[]) {
        ran.push([...args]);
        const file = args[args.indexOf('/XML') + 1];
        if (!takes) return;
        xml = args[0] === '/Delete' ? null : decodeText(readFileSync(file ?? ''));
      },
    };
  }
  const windows = (own: ReturnType<typeof tasks>, dataDir: string) =>
    openBeforeSignIn({
      tasks: own,
      launcher: 'C:\\Users\\Jürgen & Co\\Quorate.exe',
      entry: 'Quorate 2',
      dataDir,
      user: 'OFFICE\\Jürgen',
    });

  it('is a task of the person without limits of time and power, and can be undone', async (t) => {
    const own = tasks();
    const dataDir = folder(t);
    const task = await windows(own, dataDir);
    assert.equal(task.enabled(), false);
    await task.set(true);
    assert.equal(task.enabled(), true);
    const [create] = own.ran;
    assert.deepEqual(create?.slice(0, 3), ['/Create', '/TN', 'Quorate 2 before sign-in']);
    assert.deepEqual(create?.slice(-5), ['/RU', 'OFFICE\\Jürgen', '/RP', '*', '/F']);
    const xml = own.xml() ?? '';
    assert.match(xml, /<ExecutionTimeLimit>PT0S</);
    assert.match(xml, /<Command>C:\\Users\\Jürgen &amp; Co\\Quorate\.exe</);
    assert.ok(xml.includes(`ui --background --data-dir "${dataDir}"`));
    await task.set(false);
    assert.deepEqual([task.enabled(), own.ran[1]?.[0]], [false, '/Delete']);
  });

  it('that Windows does not take is a failure that says what it needs', async (t) => {
    const task = await windows(tasks(false), folder(t));
    await assert.rejects(task.set(true), /needs an administrator, and the password of OFFICE/);
    assert.equal(task.enabled(), false);
  });

  it('passes no text to PowerShell that it could take for its own', () => {
    assert.equal(inShell("O'Neil $env:X `n ’x"), "'O''Neil $env:X `n ’’x'");
  });
});
