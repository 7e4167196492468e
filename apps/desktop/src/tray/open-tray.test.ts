import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { writeKeepAwake } from '../appearance/kept-awake.ts';
import { createChanges } from '../changes.ts';
import { NOTHING_KNOWN, type RunState } from '../contract/runs.ts';
import { buildLocked } from '../interface/testing/run-builders.ts';
import { fakeWindowsNative } from '../native/testing/fake-windows-native.ts';
import { openTray } from './open-tray.ts';

const run = (changes: Partial<RunState> = {}): RunState => ({
  phase: 'running',
  message: null,
  since: '2026-11-22T08:00:00Z',
  ...NOTHING_KNOWN,
  open_positions: 0,
  ...changes,
});

function stage(t: TestContext, first: Record<string, RunState>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tray ünï '));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const native = fakeWindowsNative();
  const changes = createChanges();
  const asked: string[] = [];
  const log: string[] = [];
  let states = first;
  const become = (name: string, state: RunState) => {
    states = { ...states, [name]: state };
    changes.tell();
  };
  const stateOf = (name: string) => states[name] ?? assert.fail(name);
  const tray = openTray({
    native,
    brand: 'Quorate',
    dataDir,
    notify: (line) => void log.push(line),
    configurations: { names: () => Object.keys(states), onChange: () => () => {} },
    runs: {
      state: stateOf,
      onChange: changes.onChange,
      async halt(name) {
        asked.push(`halt ${name}`);
        if (name === 'Broken') throw new Error('The bot did not carry out halt.');
        become(name, { ...stateOf(name), halted: true });
      },
      async resume(name) {
        asked.push(`resume ${name}`);
        become(name, { ...stateOf(name), halted: false });
      },
    },
    open: () => void asked.push('open'),
    quit: async () => void asked.push('quit'),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const items = () => native.tray()?.items.map(({ id }) => id);
  return { native, tray, asked, log, dataDir, become, settle, items };
}

describe('the symbol beside the clock', () => {
  it('says how the bots are, opens a window, and quits', (t) => {
    const { native, asked, become, items } = stage(t, { Main: run({ phase: 'stopped' }) });
    assert.equal(native.tray()?.tooltip, 'Quorate: no bot runs, 0 positions open');
    assert.deepEqual(items(), ['open', 'quit']);
    become('Main', run({ open_positions: 2 }));
    become('Other', run({ halted: true }));
    assert.equal(native.tray()?.tooltip, 'Quorate: 2 bots run, 2 positions open, 1 bot paused');
    become('Other', run({ open_positions: null }));
    assert.equal(native.tray()?.tooltip, 'Quorate: 2 bots run', 'how many are open is not known');
    native.select('open');
    native.select('quit');
    assert.deepEqual(asked, ['open', 'quit']);
  });

  it('pauses every bot, and lets go on only those that it has paused', async (t) => {
    const { native, asked, items, settle, become } = stage(t, {
      Main: run(),
      Paused: run({ halted: true }),
      Off: run({ phase: 'stopped' }),
    });
    native.select('pause');
    await settle();
    assert.deepEqual([asked, items()], [['halt Main'], ['open', 'resume', 'quit']]);
    native.select('resume');
    await settle();
    assert.deepEqual([asked[1], items()], ['resume Main', ['open', 'pause', 'quit']]);
    native.select('pause');
    await settle();
    // Somebody has let it go on, and paused it again in the window.
    become('Main', run());
    become('Main', run({ halted: true }));
    assert.deepEqual(items(), ['open', 'quit']);
  });

  it('says in a notice what could not be done', async (t) => {
    const { native, settle } = stage(t, { Broken: run() });
    native.select('pause');
    await settle();
    assert.deepEqual(native.notices, [['Quorate', 'The bot did not carry out halt.']]);
  });

  it('notices that a bot stopped, is locked, or works without the service, once each', (t) => {
    const { native, become, tray } = stage(t, {
      Main: run(),
      Failed: run({ phase: 'failed', message: 'as it was before' }),
    });
    become('Main', run({ service_away_since: '2026-11-22T09:00:00Z' }));
    become('Main', run({ service_away_since: '2026-11-22T09:00:00Z', open_positions: 1 }));
    const floors = buildLocked('2026-11-22T22:00:00.000Z');
    become('Main', run({ floors }));
    become('Main', run({ floors, equity: 9_000 }));
    become('Main', run({ phase: 'restarting' }));
    become('Main', run({ phase: 'starting' }));
    become('Main', run({ phase: 'restarting' }));
    become('Main', run({ phase: 'failed', message: 'The account is real.' }));
    tray.refresh();
    assert.deepEqual(
      native.notices.map(([title]) => title),
      [
        'Main works without the service',
        'Main is locked',
        'Main stopped and starts again',
        'Main has stopped',
      ],
    );
    assert.equal(native.notices.at(-1)?.[1], 'The account is real.');
  });

  it('keeps the computer awake while a position is open, unless it is told not to', (t) => {
    const { native, become, tray, dataDir } = stage(t, { Main: run() });
    assert.equal(native.isAwake(), false);
    become('Main', run({ open_positions: 1 }));
    assert.equal(native.isAwake(), true);
    writeKeepAwake(dataDir, false);
    tray.refresh();
    assert.equal(native.isAwake(), false);
    writeKeepAwake(dataDir, true);
    tray.refresh();
    become('Main', run({ phase: 'stopped', open_positions: 1 }));
    assert.equal(native.isAwake(), false, 'nobody is at work on it');
    become('Main', run({ open_positions: 1 }));
    tray.close();
    assert.deepEqual([native.isAwake(), native.tray()], [false, null]);
  });
});
