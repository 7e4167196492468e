import { existsSync, readFileSync } from 'node:fs';
import { PRESETS, presetOf } from '@quorate/trading/governor/presets';
import type { RuleSet } from '@quorate/trading/governor/rule-set';
import { ruleSetFromJson } from '@quorate/trading/governor/rule-set-json';
import type { GovernedBy } from '@quorate/trading/simulation/simulated-governor';
import type { Currency } from '@quorate/values/money';
import { InvalidArgumentError, Option } from 'commander';
import { amountOf } from '../markets/open-market.ts';
import { parseBalance } from '../parse-options.ts';

/** By which rules a run is governed, as it was typed. */
export type RuleSetTerms = Readonly<{
  /** null for the limits of the risk settings. */
  ruleSet: RuleSet | null;
  /** What the rules count from, in major units; null for the balance at the start. */
  initialBalance: string | null;
}>;

/** The options that name a rule set. */
export function ruleSetOptions(): readonly Option[] {
  return [
    new Option(
      '--rule-set <id|file>',
      'rules of the account: the id of a preset, or a file of your own rules (default: the limits of the risk settings)',
    ).argParser(parseRuleSet),
    new Option(
      '--initial-balance <amount>',
      'balance that the rules count from (default: the balance at the start)',
    ).argParser(parseBalance),
  ];
}

/** @throws InvalidArgumentError with one sentence for the person who typed it */
export function parseRuleSet(text: string): RuleSet {
  const preset = presetOf(text);
  if (preset) return preset;
  if (!existsSync(text)) {
    const known = PRESETS.map(({ id }) => id).join(', ');
    throw new InvalidArgumentError(`'${text}' is no file and no preset; there are ${known}.`);
  }
  const read = ruleSetFromJson(jsonIn(text));
  if (read.ruleSet) return read.ruleSet;
  const faults = read.faults.map(({ message }) => message).join(' ');
  throw new InvalidArgumentError(`${text}: ${faults}`);
}

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InvalidArgumentError(`${path} cannot be read as JSON: ${why}`);
  }
}

/** The same for the core, once the currency is known. @throws BotFault `usage` for an amount that it has not */
export function governedBy(
  { ruleSet, initialBalance }: RuleSetTerms,
  currency: Currency,
): GovernedBy {
  const initialMinor =
    initialBalance === null ? null : amountOf('--initial-balance', initialBalance, currency).minor;
  return { ruleSet, initialMinor };
}
