import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, posix, win32 } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '@quorate/bot/error-text';
import { writeWhole } from '@quorate/bot/files';
import { t } from '@quorate/bot/words';

type Deps = Readonly<{
  programs: WindowPrograms;
  platform: 'win32' | 'darwin' | 'linux';
  env: Readonly<Record<string, string | undefined>>;
  dataDir: string;
}>;

/** How an address was shown; `none`: nothing could show it, and `why` says what was tried. */
type Shown = Readonly<{ kind: 'window' | 'browser' }> | Readonly<{ kind: 'none'; why: string }>;

const EDGE = ['Microsoft', 'Edge', 'Application', 'msedge.exe'] as const;
const SIZE = '1180,820';

/** Shows an address in a window of its own where there is Edge, else in the default browser. */
export async function openWindow(deps: Deps, address: string): Promise<Shown> {
  switch (deps.platform) {
    case 'win32':
      return openOnWindows(deps, address);
    case 'darwin':
      return openPrivately(deps, 'open', address);
    case 'linux': {
      const { DISPLAY, WAYLAND_DISPLAY } = deps.env;
      if (!DISPLAY && !WAYLAND_DISPLAY) return { kind: 'none', why: t`this session has no screen` };
      return openPrivately(deps, 'xdg-open', address);
    }
  }
}

async function openOnWindows({ programs, env, dataDir }: Deps, address: string): Promise<Shown> {
  const roots = [env['ProgramFiles(x86)'], env.ProgramFiles, env.LOCALAPPDATA];
  for (const root of roots) {
    if (!root) continue;
    const edge = win32.join(root, ...EDGE);
    if (!programs.exists(edge)) continue;
    const failed = await programs.start(edge, [
      `--app=${address}`,
      `--user-data-dir=${win32.join(dataDir, 'window')}`,
      '--no-first-run',
      '--no-default-browser-check',
      `--window-size=${SIZE}`,
    ]);
    if (failed === null) return { kind: 'window' };
  }
  const system = env.SystemRoot ?? env.SYSTEMROOT ?? 'C:\\Windows';
  const handler = win32.join(system, 'System32', 'rundll32.exe');
  const failed = await programs.start(handler, ['url.dll,FileProtocolHandler', address]);
  if (failed === null) return { kind: 'browser' };
  return { kind: 'none', why: t`neither Edge nor the default browser opens: ${{ failed }}` };
}

async function openPrivately(
  { programs, dataDir }: Deps,
  opener: string,
  address: string,
): Promise<Shown> {
  let page: string;
  try {
    page = writePrivatePage(posix.resolve(dataDir), address);
  } catch (error) {
    const reason = messageOf(error);
    return { kind: 'none', why: t`the page that leads to it cannot be written: ${{ reason }}` };
  }
  const failed = await programs.start(opener, [pathToFileURL(page).href]);
  if (failed === null) return { kind: 'browser' };
  return { kind: 'none', why: t`${{ opener }} does not open the browser: ${{ failed }}` };
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
type WindowPrograms = Readonly<{
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
