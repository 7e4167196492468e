import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/**
 * Reads what was typed after a command's name, and names an option that there is not.
 *
 * @param read null for words that are no command together
 */
export function readTyped<const O extends ParseArgsOptionsConfig, T>(
  args: readonly string[],
  options: O,
  read: (
    typed: ReturnType<typeof parseArgs<{ args: string[]; options: O; allowPositionals: true }>>,
  ) => T | null,
  say: (line: string) => void = (line) => void process.stderr.write(`${line}\n`),
): T | null {
  if (wantsHelp(args)) return null;
  let typed: Parameters<typeof read>[0];
  try {
    typed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // Its second sentence is about arguments that begin with a dash.
    say(`${String(error instanceof Error ? error.message : error).split('. ')[0]}.\n`);
    return null;
  }
  return read(typed);
}

/** Tells how a command is used: the answer to `--help`, and else a fault. @returns the exit code */
export function tell(usage: string, args: readonly string[]): 0 | 2 {
  const asked = wantsHelp(args);
  (asked ? process.stdout : process.stderr).write(usage);
  return asked ? 0 : 2;
}

/** Whether it was asked how a command is used. */
export function wantsHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}
