import { LIMIT_BOUNDS, type VerdictMode } from '@quorate/trading/ensemble/verdict-rules';
import { Command, InvalidArgumentError, Option } from 'commander';
import { decimalBetween, wholeBetween } from '../parse-options.ts';
import type { VerdictWish } from '../profiles/verdict-settings.ts';

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

/** What `verdictOptions` leave behind: what was not given is absent. */
export type TypedVerdict = Readonly<{
  verdict?: VerdictMode;
  minExpectedR?: number;
  oneProven?: boolean;
  confidence?: number;
}>;

/** When votes make a trade, as a profile's group `verdict` says it otherwise. */
export function verdictOptions(): readonly Option[] {
  const { minExpectedR: r, confidencePercent: sure } = LIMIT_BOUNDS;
  return [
    verdictOption(),
    new Option(
      '--min-expected-r <r>',
      `least expected result of a trade after costs, in R, ${r.least} to ${r.most} (default: 0)`,
    ).argParser(decimalBetween(r.least, r.most)),
    new Option(
      '--one-proven <on|off>',
      'whether one analyst of proven skill may carry a trade (default: on)',
    ).argParser(parseOnOff),
    new Option(
      '--confidence <percent>',
      `how sure the lower bound by the record has to be, ${sure.least} to ${sure.most} (default: 80)`,
    ).argParser(wholeBetween(sure.least, sure.most)),
  ];
}

export function typedWish(typed: TypedVerdict): VerdictWish {
  return {
    mode: typed.verdict ?? null,
    minExpectedR: typed.minExpectedR ?? null,
    oneProven: typed.oneProven ?? null,
    confidencePercent: typed.confidence ?? null,
  };
}

/** @throws InvalidArgumentError */
export function parseOnOff(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new InvalidArgumentError('It must be on or off.');
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
