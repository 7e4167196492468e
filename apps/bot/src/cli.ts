import { Command, CommanderError } from 'commander';
import { BotFault, EXIT, type ExitCode } from './bot-fault.ts';
import { exitCodesText } from './command-line/exit-codes.ts';
import type { Output } from './report/output.ts';
import { VERSION } from './version.ts';

type CliDeps = Readonly<{
  output: Output;
  /** Every command; each tells with which exit code it ended. */
  commands(end: (exit: ExitCode) => void): readonly Command[];
}>;

/**
 * The command line: reads the arguments, runs the command, turns every fault into one sentence.
 *
 * @param args without the program's own name
 * @returns the exit code
 */
export async function runCli(deps: CliDeps, args: readonly string[]): Promise<ExitCode> {
  const { output } = deps;
  // Known before the arguments are parsed, so that a program that reads JSON gets JSON even then.
  const json = args.includes('--json');
  let exit: ExitCode = EXIT.done;
  const program = new Command('bot')
    .description(
      'The Quorate bot: shows the service each closed bar and trades what the quorum decides.',
    )
    .version(VERSION, '--version', 'print the version')
    .addHelpText('after', exitCodesText());
  for (const command of deps.commands((code) => (exit = code))) program.addCommand(command);
  speakThrough(output, program);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exit;
  } catch (error) {
    return failed(output, error, json);
  }
}

/** Commander neither ends the process nor writes by itself, in no command below. */
function speakThrough(output: Output, command: Command): void {
  command
    .exitOverride()
    // Long names of options leave less than half of 80 columns for what they mean.
    .configureHelp({ minWidthToWrap: 30 })
    .configureOutput({
      writeOut: (text) => output.out(text),
      writeErr: (text) => output.line(text.trimEnd()),
    });
  for (const below of command.commands) {
    if (below.commands.length === 0) below.addHelpText('after', exitCodesText());
    speakThrough(output, below);
  }
}

function failed(output: Output, error: unknown, json: boolean): ExitCode {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.done;
    // The sentence is on the screen already.
    if (json) printFailure(output, 'usage', error.message.replace(/^error: /, ''));
    return EXIT.badInput;
  }
  if (error instanceof BotFault) {
    output.line(error.message);
    if (json) printFailure(output, error.code, error.message);
    return error.exitCode;
  }
  const message = error instanceof Error ? error.message : String(error);
  output.line(
    `Something unforeseen happened: ${error instanceof Error ? (error.stack ?? message) : message}`,
  );
  if (json) printFailure(output, 'unexpected', message);
  return EXIT.unexpected;
}

function printFailure(output: Output, code: string, message: string): void {
  output.out(`${JSON.stringify({ success: false, code, message })}\n`);
}
