import { type ChildProcess, spawn } from 'node:child_process';

export type RunResult = {
  /** The exit code; a child that a signal ended counts as 128. */
  code: number;
  /** Empty where the output went straight to the terminal. */
  output: string;
};

export type RunOptions = {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** 'show' passes the output on as it comes, 'keep' returns it. */
  output: 'show' | 'keep';
};

/**
 * Runs a program to its end. Whatever ends this process ends the program, too.
 *
 * @throws Error when the program cannot be started
 */
export function run(command: string, args: string[], options: RunOptions): Promise<RunResult> {
  const stream = options.output === 'show' ? 'inherit' : 'pipe';
  const child = spawn(command, args, {
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    ...(options.env !== undefined && { env: options.env }),
    stdio: ['ignore', stream, stream],
  });
  const chunks: Buffer[] = [];
  for (const output of [child.stdout, child.stderr]) {
    output?.on('data', (chunk: Buffer) => chunks.push(chunk));
  }
  const spare = killOnExit(child);
  const forget = exitOnSignals();
  return new Promise<RunResult>((resolve, reject) => {
    child.once('error', (cause) => reject(new Error(`cannot run ${command}`, { cause })));
    child.once('close', (code) => {
      resolve({ code: code ?? 128, output: Buffer.concat(chunks).toString('utf8') });
    });
  }).finally(() => {
    spare();
    forget();
  });
}

/** Ends a child with this process. @returns a function that unties the two */
export function killOnExit(child: ChildProcess): () => void {
  const kill = () => child.kill('SIGTERM');
  process.on('exit', kill);
  return () => process.off('exit', kill);
}

const ENDINGS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * Makes the signals that end a process end it by way of its exit event, where children are killed and
 * folders removed; by default they skip it. @returns a function that puts the default back
 */
export function exitOnSignals(): () => void {
  const leavers = Object.entries(ENDINGS).map(([signal, code]) => {
    const leave = () => process.exit(code);
    process.on(signal, leave);
    return () => process.off(signal, leave);
  });
  return () => {
    for (const stay of leavers) stay();
  };
}
