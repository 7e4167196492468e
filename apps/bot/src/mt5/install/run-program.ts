import { spawn } from 'node:child_process';

/** A switch of a Windows program: `/compile:"C:\some folder\a.mq5"`, or `/portable` with no value. */
export type ProgramSwitch = Readonly<{ name: string; value?: string }>;

/** How a program that was started ended; `started: false` when it never ran. */
export type ProgramEnd =
  | Readonly<{ started: true; exitCode: number | null; timedOut: boolean }>
  | Readonly<{ started: false; reason: string }>;

/** Starts programs of the terminal. */
export type Programs = Readonly<{
  /** Runs one to its end. */
  run(
    program: string,
    switches: readonly ProgramSwitch[],
    options: Readonly<{ timeoutMs: number }>,
  ): Promise<ProgramEnd>;
  /**
   * Starts one that goes on without the bot.
   *
   * @param onEnd told when it has ended while the bot still runs
   * @returns why it did not start, or null
   */
  start(
    program: string,
    switches: readonly ProgramSwitch[],
    onEnd?: () => void,
  ): Promise<string | null>;
}>;

/**
 * A switch as one argument. On Windows the programs read their own command line and want the quotes
 * around the value alone; Node must not add its own.
 */
export function switchText({ name, value }: ProgramSwitch, platform: string): string {
  if (value === undefined) return `/${name}`;
  return platform === 'win32' ? `/${name}:"${value}"` : `/${name}:${value}`;
}

/** Programs of this system. */
export function systemPrograms(platform: string): Programs {
  const spawned = (program: string, switches: readonly ProgramSwitch[], detached: boolean) =>
    spawn(
      program,
      switches.map((each) => switchText(each, platform)),
      // A compiler may stay out of sight; a terminal that is hidden would never be seen.
      { windowsVerbatimArguments: true, windowsHide: !detached, stdio: 'ignore', detached },
    );
  return {
    run: (program, switches, { timeoutMs }) =>
      new Promise((resolve) => {
        const child = spawned(program, switches, false);
        const timeout = AbortSignal.timeout(timeoutMs);
        // One that hangs may not hear a request to end.
        timeout.addEventListener('abort', () => child.kill('SIGKILL'));
        child.on('error', (error) => resolve({ started: false, reason: error.message }));
        child.on('exit', (exitCode) =>
          resolve({ started: true, exitCode, timedOut: timeout.aborted }),
        );
      }),
    start: (program, switches, onEnd) =>
      new Promise((resolve) => {
        const child = spawned(program, switches, true);
        child.on('error', (error) => resolve(error.message));
        child.on('spawn', () => {
          child.on('exit', () => onEnd?.());
          child.unref();
          resolve(null);
        });
      }),
  };
}
