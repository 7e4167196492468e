import { Command, CommanderError } from 'commander';
import { BotFault, EXIT, type ExitCode } from './bot-fault.ts';
import { RELEASE_FACTS } from './release-facts.ts';
import type { Output } from './report/output.ts';

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
    .version(RELEASE_FACTS.version, '--version', 'print the version')
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

/** What each exit code means, for every command; docs/reference/bot.md has the same table. */
const MEANINGS: Readonly<Record<ExitCode, string>> = {
  [EXIT.done]: 'done, also when a limit of the plan ended it',
  [EXIT.unexpected]: 'a check failed, the service refused what was sent, or a fault of the bot',
  [EXIT.badInput]: 'bad input: options, profile, candle file, data folder, vault',
  [EXIT.serviceGaveUp]: 'the service stayed out of reach',
  [EXIT.signInRefused]: 'the service did not sign the user in, or ended the bot',
  [EXIT.notReady]: 'the terminal or running bot that is needed is not there, or could not',
  [EXIT.interrupted]: 'interrupted with Ctrl-C',
};

/** The table of exit codes at the end of every `--help`. */
function exitCodesText(): string {
  const rows = Object.entries(MEANINGS).map(
    ([code, meaning]) => `  ${code.padEnd(4)} ${meaning}\n`,
  );
  return `\nExit codes:\n${rows.join('')}`;
}
