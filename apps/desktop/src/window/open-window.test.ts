import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sleep, systemTimers } from '@quorate/bot/timers';
import { openWindow, removePrivatePages, systemWindowPrograms } from './open-window.ts';
import { showMessage } from './show-message.ts';

const ADDRESS = 'http://127.0.0.1:7000/#ticket=abc';
const EDGE = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
const WINDOWS = {
  'ProgramFiles(x86)': 'C:\\Program Files (x86)',
  ProgramFiles: 'C:\\Program Files',
  LOCALAPPDATA: 'C:\\Users\\Jürgen Ö\\AppData\\Local',
  SystemRoot: 'C:\\Windows',
};

type Programs = Readonly<{
  there?: readonly string[];
  /** Programs that say at once that they cannot. */
  fail?: readonly string[];
  /** Programs that end with 0, and whose window never fetches its page. */
  hide?: readonly string[];
}>;

function stage(t: TestContext, { there = [], fail = [], hide = [] }: Programs = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'window ünï '));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const started: string[][] = [];
  let fetched = 0;
  let issued = 0;
  const programs = {
    exists: (path: string) => there.includes(path),
    async start(program: string, args: readonly string[]) {
      started.push([program, ...args]);
      if (fail.includes(program)) return 'it ended with code 3';
      if (!hide.includes(program)) fetched += 1;
      return null;
    },
  };
  const over = new AbortController();
  const deps = {
    programs,
    dataDir,
    interrupted: over.signal,
    // A second of these tests is 5 ms.
    timers: {
      ...systemTimers,
      after: (ms: number, run: () => void) => systemTimers.after(ms / 200, run),
    },
    sleep: (ms: number, signal: AbortSignal) => sleep(ms / 200, signal),
  };
  const host = {
    address: async () => (issued++ === 0 ? ADDRESS : `${ADDRESS}${issued}`),
    pagesFetched: async (): Promise<number | null> => fetched,
  };
  return { dataDir, started, deps, host, over };
}

describe('the window on Windows', () => {
  for (const edge of [
    EDGE,
    'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe',
    'C:\\Users\\Jürgen Ö\\AppData\\Local\\Microsoft\\Edge\\Application\\msedge.exe',
  ]) {
    it(`is one of Edge's own, found as ${edge}`, async (t) => {
      const { started, deps, host } = stage(t, { there: [edge] });
      const dataDir = 'C:\\Users\\Jürgen Ö\\AppData\\Roaming\\Quorate';
      const windows = { ...deps, platform: 'win32', env: WINDOWS, dataDir } as const;
      assert.deepEqual(await openWindow(windows, host), { kind: 'window' });
      assert.deepEqual(started, [
        [
          edge,
          `--app=${ADDRESS}`,
          '--user-data-dir=C:\\Users\\Jürgen Ö\\AppData\\Roaming\\Quorate\\window',
          '--window-size=1180,820',
          '--no-first-run',
          '--no-default-browser-check',
        ],
      ]);
    });
  }

  it('is the next that shows one: Edge, Chrome, Brave, the default browser, each by a fresh address', async (t) => {
    const chrome = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe';
    const brave = 'C:\\Program Files\\BraveSoftware\\Brave-Browser\\Application\\brave.exe';
    const rundll = 'C:\\Windows\\System32\\rundll32.exe';
    const there = [EDGE, chrome, brave];
    for (const [fail, hide, tried, kind] of [
      [[], [EDGE], [EDGE, chrome], 'window'],
      [[EDGE], [chrome], [EDGE, chrome, brave], 'window'],
      [[], there, [...there, rundll], 'browser'],
    ] as const) {
      const { started, deps, host } = stage(t, { there, fail, hide });
      const windows = { ...deps, platform: 'win32', env: WINDOWS } as const;
      assert.deepEqual(await openWindow(windows, host), { kind });
      assert.deepEqual(
        started.map(([program]) => program),
        tried,
      );
      assert.equal(
        new Set(started.map((each) => each.find((arg) => arg.includes('#')))).size,
        tried.length,
      );
    }
  });

  it('that nothing shows is said with each reason', async (t) => {
    const rundll = 'C:\\Windows\\System32\\rundll32.exe';
    const { deps, host } = stage(t, { there: [EDGE], hide: [EDGE], fail: [rundll] });
    assert.deepEqual(await openWindow({ ...deps, platform: 'win32', env: WINDOWS }, host), {
      kind: 'none',
      why: 'Edge: no window within 10 s; the default browser: it ended with code 3',
    });
  });

  it('of an app that cannot say whether one came is taken for shown', async (t) => {
    const { deps, host, started } = stage(t, { there: [EDGE], hide: [EDGE] });
    const older = { ...host, pagesFetched: async () => null };
    const shown = await openWindow({ ...deps, platform: 'win32', env: WINDOWS }, older);
    assert.deepEqual([shown, started.length], [{ kind: 'window' }, 1]);
  });

  it('is looked for no longer once the app ends', async (t) => {
    const { deps, host, over, started } = stage(t, { there: [EDGE], hide: [EDGE] });
    const opening = openWindow({ ...deps, platform: 'win32', env: WINDOWS }, host);
    over.abort();
    assert.deepEqual(await opening, { kind: 'interrupted' });
    assert.equal(started.length, 1);
  });
});

describe('the window on Linux and macOS', () => {
  for (const [platform, opener, env] of [
    ['linux', 'xdg-open', { DISPLAY: ':0' }],
    ['linux', 'xdg-open', { WAYLAND_DISPLAY: 'wayland-0' }],
    ['darwin', 'open', {}],
  ] as const) {
    it(`passes no ticket to ${opener} in a place that other users see`, async (t) => {
      const { started, dataDir, deps, host } = stage(t);
      assert.deepEqual(await openWindow({ ...deps, platform, env }, host), { kind: 'browser' });
      const [program, page = ''] = started[0] ?? [];
      assert.equal(program, opener);
      assert.ok(!started.flat().join().includes('ticket'));
      const file = fileURLToPath(page);
      assert.equal(statSync(file).mode & 0o777, 0o600);
      assert.equal(statSync(join(dataDir, 'opening')).mode & 0o777, 0o700);
      assert.ok(readFileSync(file, 'utf8').includes(`url=${ADDRESS}`));
      removePrivatePages(dataDir);
      assert.deepEqual(readdirSync(join(dataDir, 'opening')), []);
      removePrivatePages(join(dataDir, 'nothing here'));
    });
  }

  it('is the next browser where the first one is missing', async (t) => {
    const { started, deps, host } = stage(t, { fail: ['xdg-open', 'firefox'] });
    const linux = { ...deps, platform: 'linux', env: { DISPLAY: ':0' } } as const;
    assert.deepEqual(await openWindow(linux, host), { kind: 'browser' });
    assert.equal(started.at(-1)?.[0], 'google-chrome');
  });

  it('is not tried where the session has no screen', async (t) => {
    const { started, deps, host } = stage(t);
    assert.deepEqual(await openWindow({ ...deps, platform: 'linux', env: { DISPLAY: '' } }, host), {
      kind: 'none',
      why: 'this session has no screen',
    });
    assert.deepEqual(started, []);
  });

  it('that cannot be led to is said', async (t) => {
    const { dataDir, deps, host } = stage(t);
    writeFileSync(join(dataDir, 'opening'), 'a file in the way');
    const shown = await openWindow({ ...deps, platform: 'darwin', env: {} }, host);
    assert.ok(shown.kind === 'none');
    assert.match(shown.why, /^open: .*cannot be written.*Safari: /);
  });
});

describe('a message without a window', () => {
  const own = { command: 'C:\\Quorate\\node.exe', args: ['app.js'] };

  it('is a box of this program on Windows, and elsewhere of the first program that has one', async (t) => {
    const { started, deps } = stage(t, { fail: ['zenity', 'kdialog'] });
    for (const platform of ['win32', 'darwin', 'linux'] as const)
      assert.equal(await showMessage({ ...deps, platform, own }, 'Quorate', 'It is so.'), true);
    assert.deepEqual(
      started.map((each) => [each[0], each.includes('It is so.')]),
      [own.command, 'osascript', 'zenity', 'kdialog', 'xmessage'].map((each) => [each, true]),
    );
    assert.deepEqual(started[0], [
      ...Object.values(own).flat(),
      'show-message',
      'Quorate',
      'It is so.',
    ]);
  });

  it('that nothing can show is known to be', async (t) => {
    const { deps } = stage(t, { fail: ['zenity', 'kdialog', 'xmessage', 'notify-send'] });
    assert.equal(await showMessage({ ...deps, platform: 'linux', own }, 'Quorate', 'It.'), false);
  });
});

describe('programs that open windows', () => {
  it('say why they did not start, and by their exit code that they could not', async () => {
    const { start } = systemWindowPrograms;
    assert.match((await start('/no/such/program', [])) ?? '', /ENOENT/);
    assert.equal(
      await start(process.execPath, ['--eval', 'process.exit(3)']),
      'it ended with code 3',
    );
    assert.equal(await start(process.execPath, ['--eval', '']), null);
  });
});
