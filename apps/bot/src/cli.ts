import { Command, CommanderError } from 'commander';
import { BotFault, EXIT, type ExitCode } from './bot-fault.ts';
import { chooseCredentials, type Given } from './credentials.ts';
import { paperCommand } from './paper-command.ts';
import type { PaperOptions } from './paper-options.ts';
import type { Output } from './report/output.ts';

type CliDeps = Readonly<{
  output: Output;
  /** The environment's variables. */
  env: Readonly<Record<string, string | undefined>>;
  readStdin(): Promise<string>;
  runPaper(options: PaperOptions, given: Given): Promise<ExitCode>;
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
  let json = args.includes('--json');
  let exit: ExitCode = EXIT.done;
  const paper = paperCommand(async (options, source) => {
    json = options.json;
    exit = await deps.runPaper(options, await chooseCredentials(deps, source));
  });
  const program = new Command('bot')
    .description(
      'The Quorate bot: shows the service each closed bar and trades what the quorum decides.',
    )
    .addCommand(paper);
  for (const command of [program, paper]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => output.out(text),
      writeErr: (text) => output.line(text.trimEnd()),
    });
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exit;
  } catch (error) {
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
}

function printFailure(output: Output, code: string, message: string): void {
  output.out(`${JSON.stringify({ success: false, code, message })}\n`);
}
