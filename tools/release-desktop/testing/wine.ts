import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { killOnExit, run } from '../../run.ts';
import { findProgram, MAKENSIS, missingPrograms, OSSLSIGNCODE, WINE } from '../programs.ts';

/** Why the release cannot be tried under Wine here, for a test to skip itself with; false where it can. */
export const withoutWine: string | false =
  missingPrograms([WINE, MAKENSIS, OSSLSIGNCODE]).join('; ') || false;

export type Ended = Readonly<{ code: number; output: string }>;

/** A Windows of its own, in a folder. */
export type Wine = Readonly<{
  /** Folder of the person: C:\users\NAME. */
  home: string;
  /** Runs a program of Windows to its end. What it starts and does not wait for goes on. */
  run(program: string, args?: readonly string[]): Promise<Ended>;
  /** Starts one beside what comes next. */
  start(
    program: string,
    args: readonly string[],
  ): Readonly<{
    /** What it has said so far. */
    output(): string;
    /** Ends it by force. */
    kill(): Promise<Ended>;
  }>;
  /** The same, ended by force after a while. */
  runFor(ms: number, program: string, args?: readonly string[]): Promise<void>;
  /** Reads a value of the registry; null where there is none. */
  registry(key: string, value: string): Promise<string | null>;
  /** Says which Windows programs take it for: win10, win7. */
  setWindows(version: 'win10' | 'win7'): Promise<void>;
  /** Ends every program in it. */
  end(): Promise<void>;
}>;

/**
 * Makes a fresh Windows.
 *
 * @param more of the environment of its programs
 * @throws Error with the output of Wine
 */
export async function createWine(
  folder: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Wine> {
  const wine64 = findProgram(WINE.name);
  if (wine64 === null) throw new Error('wine64 is not installed');
  const prefix = join(folder, 'prefix');
  rmSync(prefix, { recursive: true, force: true });
  mkdirSync(prefix, { recursive: true });
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: folder,
    LANG: 'C.UTF-8',
    WINEPREFIX: prefix,
    WINEDEBUG: '-all',
    // Node takes the Windows of Wine for too old.
    NODE_SKIP_PLATFORM_CHECK: '1',
    // Neither menus of this desktop nor the parts that Wine would fetch from the network.
    WINEDLLOVERRIDES: 'winemenubuilder.exe=d;mscoree=d;mshtml=d',
    ...more,
  };
  let count = 0;
  const begin = (args: readonly string[]) => {
    // Files, not pipes: Node under Wine takes a pipe that nobody writes to for broken.
    count += 1;
    const file = join(folder, `output-${count}.txt`);
    const output = openSync(file, 'w');
    const child = spawn(wine64, args, { env, stdio: ['ignore', output, output] });
    closeSync(output);
    const spare = killOnExit(child);
    const ended = new Promise<Ended>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) =>
        resolve({ code: code ?? 128, output: readFileSync(file, 'utf8') }),
      );
    }).finally(spare);
    return { child, ended, output: () => readFileSync(file, 'utf8') };
  };
  const must = async (args: readonly string[]) => {
    const { code, output } = await begin(args).ended;
    if (code !== 0) throw new Error(`Wine cannot ${args.join(' ')}:\n${output.trim()}`);
  };
  const setWindows = (version: 'win10' | 'win7') =>
    must(['reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', version, '/f']);
  await must(['wineboot', '-i']);
  await setWindows('win10');
  return {
    home: join(prefix, 'drive_c', 'users', userInfo().username),
    run: (program, args = []) => begin([program, ...args]).ended,
    start(program, args) {
      const { child, ended, output } = begin([program, ...args]);
      return {
        output,
        kill() {
          child.kill('SIGKILL');
          return ended;
        },
      };
    },
    async runFor(ms, program, args = []) {
      const { child, ended } = begin([program, ...args]);
      const timer = setTimeout(() => child.kill('SIGKILL'), ms);
      await ended;
      clearTimeout(timer);
    },
    async registry(key, value) {
      const { code, output } = await begin(['reg', 'query', key, '/v', value]).ended;
      if (code !== 0) return null;
      return /\bREG_[A-Z]+[ \t]+(.*?)\r?\n/.exec(output)?.[1]?.trim() ?? null;
    },
    setWindows,
    async end() {
      await run(findProgram('wineserver') ?? 'wineserver', ['-k'], { output: 'keep', env });
    },
  };
}
