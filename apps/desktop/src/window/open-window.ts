import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, posix, win32 } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '@quorate/bot/error-text';
import { writeWhole } from '@quorate/bot/files';
import type { Timers } from '@quorate/bot/timers';
import { t } from '@quorate/bot/words';
import { within } from '../instance/claim-instance.ts';

type Deps = Readonly<{
  programs: WindowPrograms;
  platform: 'win32' | 'darwin' | 'linux';
  env: Readonly<Record<string, string | undefined>>;
  dataDir: string;
  timers: Pick<Timers, 'after' | 'now'>;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Nobody waits for a window any longer. */
  interrupted: AbortSignal;
}>;

/** The app that a window is opened of: this process, or the one that a second launch has found. */
export type WindowHost = Readonly<{
  /** A fresh address, which counts once for a minute. */
  address(): Promise<string>;
  /** How often a page was fetched so far; null where it cannot say. */
  pagesFetched(): Promise<number | null>;
}>;

/** How an address was shown; `none`: nothing showed it, and `why` says what was tried. */
type Shown =
  | Readonly<{ kind: 'window' | 'browser' | 'interrupted' }>
  | Readonly<{ kind: 'none'; why: string }>;

/** One program that may show an address, and how. */
type Way = Readonly<{
  kind: 'window' | 'browser';
  name: string;
  program: string;
  args(address: string): readonly string[];
}>;

/** A starter that ends with 0 has shown nothing yet: a window has, once it fetches its page. */
const FETCHED_WITHIN_MS = 10_000;

/**
 * Shows the app in a window of its own where a browser can, else in the default browser: the first of them whose
 * window fetches its page.
 */
export async function openWindow(deps: Deps, host: WindowHost): Promise<Shown> {
  const { DISPLAY, WAYLAND_DISPLAY } = deps.env;
  if (deps.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY)
    return { kind: 'none', why: t`this session has no screen` };
  const tried: string[] = [];
  for (const way of waysOf(deps)) {
    const failed = await tryWay(deps, way, host);
    if (deps.interrupted.aborted) return { kind: 'interrupted' };
    if (failed === null) return { kind: way.kind };
    tried.push(`${way.name}: ${failed}`);
  }
  return { kind: 'none', why: tried.join('; ') };
}

/** @returns why it shows no window; null where it does */
async function tryWay(deps: Deps, way: Way, host: WindowHost): Promise<string | null> {
  const before = await host.pagesFetched();
  let args: readonly string[];
  try {
    args = way.args(await host.address());
  } catch (error) {
    const reason = messageOf(error);
    return t`the page that leads to it cannot be written: ${{ reason }}`;
  }
  const failed = await deps.programs.start(way.program, args);
  if (failed !== null || before === null) return failed;
  const isFetched = await within(deps, FETCHED_WITHIN_MS, async () => {
    const now = await host.pagesFetched();
    return now === null || now > before || null;
  });
  return isFetched ? null : t`no window within ${{ seconds: FETCHED_WITHIN_MS / 1_000 }} s`;
}

/** Browsers that give a page a window without tabs, in a profile of its own. */
const WINDOWED = [
  { name: 'Edge', path: ['Microsoft', 'Edge', 'Application', 'msedge.exe'], profile: 'window' },
  {
    name: 'Chrome',
    path: ['Google', 'Chrome', 'Application', 'chrome.exe'],
    profile: 'window-chrome',
  },
  {
    name: 'Brave',
    path: ['BraveSoftware', 'Brave-Browser', 'Application', 'brave.exe'],
    profile: 'window-brave',
  },
] as const;
const SIZE = '1180,820';

function waysOf(deps: Deps): readonly Way[] {
  const { programs, platform, env, dataDir } = deps;
  if (platform !== 'win32') return OPENERS[platform].map((opener) => privately(dataDir, ...opener));
  const roots = [env['ProgramFiles(x86)'], env.ProgramFiles, env.LOCALAPPDATA];
  const windowed = WINDOWED.flatMap(({ name, path, profile }) =>
    roots
      .flatMap((root) => (root ? [win32.join(root, ...path)] : []))
      .filter((program) => programs.exists(program))
      .map((program): Way => {
        const kept = [`--user-data-dir=${win32.join(dataDir, profile)}`, `--window-size=${SIZE}`];
        const args = (address: string) => [`--app=${address}`, ...kept, ...NO_QUESTIONS];
        return { kind: 'window', name, program, args };
      }),
  );
  const system = env.SystemRoot ?? env.SYSTEMROOT ?? 'C:\\Windows';
  const handler: Way = {
    kind: 'browser',
    name: t`the default browser`,
    program: win32.join(system, 'System32', 'rundll32.exe'),
    args: (address) => ['url.dll,FileProtocolHandler', address],
  };
  return [...windowed, handler];
}

const NO_QUESTIONS = ['--no-first-run', '--no-default-browser-check'];

/** What opens a file in a browser, the default one first. */
const OPENERS: Readonly<Record<'darwin' | 'linux', readonly (readonly [string, ...string[]])[]>> = {
  darwin: [['open'], ['open', '-a', 'Safari'], ['open', '-a', 'Google Chrome']],
  linux: [['xdg-open'], ['firefox'], ['google-chrome'], ['chromium']],
};

function privately(dataDir: string, program: string, ...before: string[]): Way {
  return {
    kind: 'browser',
    name: before.at(-1) ?? program,
    program,
    args: (address) => {
      const page = writePrivatePage(posix.resolve(dataDir), address);
      return [...before, pathToFileURL(page).href];
    },
  };
}

const NAME = /^open-[0-9a-f]+\.html$/;

/**
 * Writes a page that leads to an address, for its owner's eyes alone: on Linux and macOS every user of the
 * computer sees the arguments of programs, and the address has a ticket in it.
 *
 * @returns the file
 * @throws Error of the file system
 */
function writePrivatePage(dataDir: string, address: string): string {
  const folder = folderOf(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `open-${randomBytes(8).toString('hex')}.html`);
  const page = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>Opening</title>
<meta http-equiv="refresh" content="0; url=${address}">
<p><a href="${address}">Open the app</a></p>
`;
  writeWhole(file, page, 0o600);
  return file;
}

/** Takes such pages away. The tickets in them count for a minute at most. */
export function removePrivatePages(dataDir: string): void {
  const folder = folderOf(dataDir);
  try {
    for (const name of readdirSync(folder)) {
      if (NAME.test(name)) rmSync(join(folder, name), { force: true });
    }
  } catch {
    // There are none, or they cannot be reached: no ticket in them counts any longer.
  }
}

function folderOf(dataDir: string): string {
  return join(dataDir, 'opening');
}

/** What opens windows: programs of this computer. */
export type WindowPrograms = Readonly<{
  exists(path: string): boolean;
  /** Starts one that goes on without the app. @returns why it did not start, or null */
  start(program: string, args: readonly string[]): Promise<string | null>;
}>;

/** A program that only hands an address on ends soon, and says by its exit code whether it could. */
const ENDS_WITHIN_MS = 2_000;

export const systemWindowPrograms: WindowPrograms = {
  exists: existsSync,
  start: (program, args) =>
    new Promise((resolve) => {
      const child = spawn(program, args, { detached: true, stdio: 'ignore' });
      const settle = (reason: string | null) => {
        child.unref();
        resolve(reason);
      };
      const stillRuns = AbortSignal.timeout(ENDS_WITHIN_MS);
      child.once('error', (error) => settle(error.message));
      child.once('exit', (code) => settle(code === 0 ? null : t`it ended with code ${{ code }}`));
      child.once('spawn', () => stillRuns.addEventListener('abort', () => settle(null)));
    }),
};
