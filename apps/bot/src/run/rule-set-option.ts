import { existsSync, readFileSync } from 'node:fs';
import { parseCalendar } from '@quorate/trading/governor/calendar-file';
import type { NewsCalendar } from '@quorate/trading/governor/news-calendar';
import { PRESETS, presetOf } from '@quorate/trading/governor/presets';
import type { RuleSet } from '@quorate/trading/governor/rule-set';
import { ruleSetFromJson } from '@quorate/trading/governor/rule-set-json';
import type { GovernedBy } from '@quorate/trading/simulation/simulated-governor';
import { instant } from '@quorate/values/instant';
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
  /** Listed news from a file; null where nobody knows of any. */
  calendar: NewsCalendar | null;
  /** What happens where the rules look at news, and no calendar covers the moment. */
  newsWithoutCalendar: NewsWithoutCalendar;
}>;

const NEWS_WITHOUT_CALENDAR = ['trade', 'hold'] as const;
type NewsWithoutCalendar = (typeof NEWS_WITHOUT_CALENDAR)[number];

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
    new Option(
      '--calendar <file>',
      'listed news for rules that keep trades away from them: CSV or JSON',
    ).argParser(parseCalendarFile),
    new Option(
      '--news-without-calendar <trade|hold>',
      'what follows where such rules hold and the calendar does not cover the moment',
    )
      .choices(NEWS_WITHOUT_CALENDAR)
      .default('trade'),
  ];
}

/**
 * Events of a record of the past are known since always, unless they say since when.
 *
 * @throws InvalidArgumentError with one sentence for the person who typed it
 */
export function parseCalendarFile(path: string): NewsCalendar {
  const read = parseCalendar(textOf(path), instant(0));
  if (read.calendar) return read.calendar;
  throw new InvalidArgumentError(`${path}: ${read.faults.map(({ message }) => message).join(' ')}`);
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

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InvalidArgumentError(`${path} cannot be read: ${why}`);
  }
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
  { ruleSet, initialBalance, calendar, newsWithoutCalendar }: RuleSetTerms,
  currency: Currency,
): GovernedBy {
  const initialMinor =
    initialBalance === null ? null : amountOf('--initial-balance', initialBalance, currency).minor;
  const holdsWithoutCalendar = newsWithoutCalendar === 'hold';
  return { ruleSet, initialMinor, holdsWithoutCalendar, ...(calendar && { calendar }) };
}
