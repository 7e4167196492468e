import type { VerdictMode } from '@quorate/trading/ensemble/verdict-rules';
import { Command, InvalidArgumentError, Option } from 'commander';

/** Options that several commands share are the same option everywhere. */
export function dataDirOption(): Option {
  return new Option(
    '--data-dir <folder>',
    'where profiles, runs and journals are kept so that they can go on',
  ).default('.data/bot');
}

export function jsonOption(): Option {
  return new Option('--json', 'print JSON on standard output, for programs').default(false);
}

export function verboseOption(): Option {
  return new Option('--verbose', 'tell every trade, refusal and limit as it happens').default(
    false,
  );
}

export function profileOption(): Option {
  return new Option(
    '--profile <name>',
    'configuration to use: its name, or a file ending in .json',
  );
}

/** Without it the account decides: proven with real money, learning on all others. */
export function verdictOption(): Option {
  return new Option(
    '--verdict <mode>',
    'learning (trades on what the analysts state) or proven (only where their record pays the costs)',
  ).argParser(parseVerdictMode);
}

/** @throws InvalidArgumentError */
function parseVerdictMode(text: string): VerdictMode {
  if (text === 'proven' || text === 'learning') return text;
  throw new InvalidArgumentError('It must be learning or proven.');
}

/** The first lines of `--help` name a thing; these say how it is typed. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  bot ${line}\n`).join('')}`;
}

/** A command below another, with the options that all of them have. */
export function begun(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .allowExcessArguments(false);
}
