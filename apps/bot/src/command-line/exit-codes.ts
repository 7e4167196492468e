import { EXIT, type ExitCode } from '../bot-fault.ts';

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
export function exitCodesText(): string {
  const rows = Object.entries(MEANINGS).map(
    ([code, meaning]) => `  ${code.padEnd(4)} ${meaning}\n`,
  );
  return `\nExit codes:\n${rows.join('')}`;
}
