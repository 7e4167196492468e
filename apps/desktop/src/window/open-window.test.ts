import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openWindow, removePrivatePages, systemWindowPrograms } from './open-window.ts';

const ADDRESS = 'http://127.0.0.1:7000/#ticket=abc';
const EDGE = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
const WINDOWS = {
  'ProgramFiles(x86)': 'C:\\Program Files (x86)',
  ProgramFiles: 'C:\\Program Files',
  LOCALAPPDATA: 'C:\\Users\\Jürgen Ö\\AppData\\Local',
  SystemRoot: 'C:\\Windows',
};

function stage(t: TestContext, there: readonly string[], fails: readonly string[] = []) {
  const dataDir = mkdtempSync(join(tmpdir(), 'window ünï '));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const started: string[][] = [];
  const programs = {
    exists: (path: string) => there.includes(path),
    async start(program: string, args: readonly string[]) {
      started.push([program, ...args]);
      return fails.includes(program) ? 'it ended with code 3' : null;
    },
  };
  return { dataDir, started, programs };
}

describe('the window on Windows', () => {
  for (const edge of [
    EDGE,
    'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe',
    'C:\\Users\\Jürgen Ö\\AppData\\Local\\Microsoft\\Edge\\Application\\msedge.exe',
  ]) {
    it(`is one of Edge's own, found as ${edge}`, async (t) => {
      const { programs, started } = stage(t, [edge]);
      const dataDir = 'C:\\Users\\Jürgen Ö\\AppData\\Roaming\\Quorate';
      const deps = { programs, platform: 'win32', env: WINDOWS, dataDir } as const;
      assert.deepEqual(await openWindow(deps, ADDRESS), { kind: 'window' });
      assert.deepEqual(started, [
        [
          edge,
          `--app=${ADDRESS}`,
          '--user-data-dir=C:\\Users\\Jürgen Ö\\AppData\\Roaming\\Quorate\\window',
          '--no-first-run',
          '--no-default-browser-check',
          '--window-size=1180,820',
        ],
      ]);
    });
  }

  it('is the default browser where there is no Edge, or none that starts', async (t) => {
    for (const [there, fails] of [
      [[], []],
      [[EDGE], [EDGE]],
    ] as const) {
      const { programs, started, dataDir } = stage(t, there, fails);
      const deps = { programs, platform: 'win32', env: WINDOWS, dataDir } as const;
      assert.deepEqual(await openWindow(deps, ADDRESS), { kind: 'browser' });
      assert.deepEqual(started.at(-1), [
        'C:\\Windows\\System32\\rundll32.exe',
        'url.dll,FileProtocolHandler',
        ADDRESS,
      ]);
    }
  });

  it('that nothing opens is said with the reason', async (t) => {
    const rundll = 'C:\\Windows\\System32\\rundll32.exe';
    const { programs, dataDir } = stage(t, [], [rundll]);
    const deps = { programs, platform: 'win32', env: {}, dataDir } as const;
    const shown = await openWindow(deps, ADDRESS);
    assert.deepEqual(shown, {
      kind: 'none',
      why: 'neither Edge nor the default browser opens: it ended with code 3',
    });
  });
});

describe('the window on Linux and macOS', () => {
  for (const [platform, opener, env] of [
    ['linux', 'xdg-open', { DISPLAY: ':0' }],
    ['linux', 'xdg-open', { WAYLAND_DISPLAY: 'wayland-0' }],
    ['darwin', 'open', {}],
  ] as const) {
    it(`passes no ticket to ${opener} in a place that other users see`, async (t) => {
      const { programs, started, dataDir } = stage(t, []);
      const shown = await openWindow({ programs, platform, env, dataDir }, ADDRESS);
      assert.deepEqual(shown, { kind: 'browser' });
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

  it('is not tried where the session has no screen', async (t) => {
    const { programs, started, dataDir } = stage(t, []);
    const deps = { programs, platform: 'linux', env: { DISPLAY: '' }, dataDir } as const;
    assert.deepEqual(await openWindow(deps, ADDRESS), {
      kind: 'none',
      why: 'this session has no screen',
    });
    assert.deepEqual(started, []);
  });

  it('that cannot be led to is said', async (t) => {
    const { programs, dataDir } = stage(t, []);
    writeFileSync(join(dataDir, 'opening'), 'a file in the way');
    const deps = { programs, platform: 'darwin', env: {}, dataDir } as const;
    const shown = await openWindow(deps, ADDRESS);
    assert.ok(shown.kind === 'none');
    assert.match(shown.why, /cannot be written/);
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
