import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, win32 } from 'node:path';
import { t } from '@quorate/bot/words';
import { LocalFault } from '../local-fault.ts';

/** Whether the app starts when the person signs in to the computer. */
export type Autostart = Readonly<{
  /** null where it is not offered. */
  enabled(): boolean | null;
  /** @throws LocalFault where it is not offered, or Windows does not keep it */
  set(enabled: boolean): Promise<void>;
}>;

const RUN_KEY = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';
const FIRST_ENTRY = 'Quorate';
const ARGUMENTS = 'ui --background';
const DATA_DIR = '--data-dir';

/** Autostart where there is none to have: another system, or a copy that is not installed. */
export const NO_AUTOSTART: Autostart = {
  enabled: () => null,
  set: async () => {
    throw new LocalFault(
      'conflict',
      t`Only the installed app on Windows can start automatically when you sign in to the computer.`,
      { code: 'not_offered' },
    );
  },
};

/**
 * What an installation is called where those of one person share a place: in the list of installed apps, and in the
 * start with Windows. The installer has written it down; those of before were the only ones.
 */
export function entryName(installFolder: string): string {
  try {
    const ini = readFileSync(join(installFolder, 'install.ini'), 'latin1').replaceAll('\0', '');
    return /^name=(Quorate(?: \d)?)\s*$/m.exec(ini)?.[1] ?? FIRST_ENTRY;
  } catch {
    return FIRST_ENTRY;
  }
}

type StartEntry = Readonly<{
  /** The installed program that starts the current version. */
  launcher: string;
  /** What this installation is called. */
  entry?: string;
  /** The folder of this app where it is not the usual one: the entry starts the app on it. */
  dataDir?: string | null;
}>;

/** Autostart by the entry that Windows keeps for each user, as it is in the registry now. */
export async function openAutostart(
  registry: Registry,
  { launcher, entry = FIRST_ENTRY, dataDir = null }: StartEntry,
): Promise<Autostart> {
  const args = dataDir === null ? ARGUMENTS : `${ARGUMENTS} ${DATA_DIR} ${quoted(dataDir)}`;
  const command = `"${launcher}" ${args}`;
  const ours = dataDir === null ? null : asPrinted(args);
  // The launcher's path is in the letters of an old code page; that the entry is ours shows in the rest.
  const look = async () => {
    const { exitCode, printed } = await registry.run(['query', RUN_KEY, '/v', entry]);
    if (exitCode !== 0 || !printed.includes(ARGUMENTS)) return false;
    return ours ? ours.test(printed) : !printed.includes(DATA_DIR);
  };
  let enabled = await look();
  return {
    enabled: () => enabled,
    async set(wanted) {
      await registry.run(
        wanted
          ? ['add', RUN_KEY, '/v', entry, '/t', 'REG_SZ', '/d', command, '/f']
          : ['delete', RUN_KEY, '/v', entry, '/f'],
      );
      enabled = await look();
      if (enabled === wanted) return;
      throw new LocalFault(
        'unavailable',
        wanted
          ? t`Windows did not take the entry ${{ value: entry }} of ${{ key: RUN_KEY }}. A policy of this computer may forbid it.`
          : t`Windows did not remove the entry ${{ value: entry }} of ${{ key: RUN_KEY }}. A policy of this computer may forbid it.`,
      );
    },
  };
}

/** A backslash before the closing quote would take it for a letter. */
function quoted(path: string): string {
  return `"${path.replace(/\\+$/, (end) => end + end)}"`;
}

/** The same text, whose letters beyond ASCII are printed as others, and as one or several. */
function asPrinted(text: string): RegExp {
  return new RegExp(
    text
      .split(/[^ -~]+/)
      .map((part) => RegExp.escape(part))
      .join('[^\\r\\n]*'),
  );
}

const UNINSTALL_KEYS = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall';
const VERSION_VALUE = 'DisplayVersion';

/**
 * Has Windows' list of installed apps name the version that runs: the installer wrote the one that it
 * brought. An entry of a copy in another folder stays as it is.
 *
 * @throws Error where Windows does not keep it
 */
export async function tellInstalledVersion(
  registry: Registry,
  installFolder: string,
  version: string,
): Promise<void> {
  const uninstallKey = `${UNINSTALL_KEYS}\\${entryName(installFolder)}`;
  const query = async (value: string) => {
    const { exitCode, printed } = await registry.run(['query', uninstallKey, '/v', value]);
    const [, text] = /\bREG_SZ[ \t]+(.*?)[ \t]*\r?\n/.exec(printed) ?? [];
    return exitCode === 0 ? (text ?? null) : null;
  };
  const folder = await query('InstallLocation');
  if (folder === null || !isPrinted(installFolder, folder)) return;
  if ((await query(VERSION_VALUE)) === version) return;
  const { exitCode } = await registry.run([
    'add',
    uninstallKey,
    '/v',
    VERSION_VALUE,
    '/t',
    'REG_SZ',
    '/d',
    version,
    '/f',
  ]);
  if (exitCode !== 0) throw new Error(`Windows did not take ${VERSION_VALUE} of ${uninstallKey}`);
}

/** Paths are printed in the letters of an old code page: what is not ASCII may have become anything. */
function isPrinted(path: string, printed: string): boolean {
  const pattern = path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/[^ -~]+/g, '.+');
  return new RegExp(`^${pattern}$`, 'i').test(printed);
}

/** Runs reg.exe of Windows. */
type Registry = Readonly<{
  run(args: readonly string[]): Promise<Readonly<{ exitCode: number | null; printed: string }>>;
}>;

const ENDS_WITHIN_MS = 10_000;

export function systemRegistry(env: Readonly<Record<string, string | undefined>>): Registry {
  const program = win32.join(env.SystemRoot ?? 'C:\\Windows', 'System32', 'reg.exe');
  return {
    run: (args) =>
      new Promise((resolve) => {
        const options = { timeout: ENDS_WITHIN_MS, windowsHide: true };
        const child = execFile(program, args, options, (_error, printed) =>
          resolve({ exitCode: child.exitCode, printed }),
        );
      }),
  };
}
