import { posix, win32 } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writePrivatePage } from './private-page.ts';
import type { WindowPrograms } from './window-programs.ts';

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
      if (!DISPLAY && !WAYLAND_DISPLAY) return { kind: 'none', why: 'this session has no screen' };
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
  return { kind: 'none', why: `neither Edge nor the default browser opens: ${failed}` };
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
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'none', why: `the page that leads to it cannot be written: ${reason}` };
  }
  const failed = await programs.start(opener, [pathToFileURL(page).href]);
  if (failed === null) return { kind: 'browser' };
  return { kind: 'none', why: `${opener} does not open the browser: ${failed}` };
}
