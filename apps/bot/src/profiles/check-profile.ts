import type { z } from 'zod';
import { BotFault } from '../bot-fault.ts';
import { exitProfile, type Profile, profile, riskProfile } from './profile.ts';
import { verdictProfile } from './verdict-settings.ts';

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(profile.shape),
  risk: Object.keys(riskProfile.shape),
  exits: Object.keys(exitProfile.shape),
  bridge: ['port', 'transport', 'magic'],
  verdict: Object.keys(verdictProfile.shape),
};

/**
 * A profile from what a file or a person said, every fault of it told at once.
 *
 * @param source where it comes from, for the message: a file, or "the profile"
 * @throws BotFault `profile` with one line for each fault: field, value, limit
 */
export function checkProfile(document: unknown, source: string): Profile {
  refuseOtherFormat(document, source);
  const checked = profile.safeParse(document);
  if (checked.success) return checked.data;
  const faults = checked.error.issues.flatMap((issue) => faultsOf(issue, document));
  throw new BotFault(
    'profile',
    `${source} is no profile yet:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
  );
}

function refuseOtherFormat(document: unknown, source: string): void {
  const format = valueAt(document, ['format']);
  if (typeof format !== 'number' || format === 1) return;
  throw new BotFault(
    'profile',
    `${source} has format ${format}, and this bot reads format 1; it was written by another version.`,
  );
}

function faultsOf(issue: z.core.$ZodIssue, document: unknown): readonly string[] {
  const path = issue.path.join('.');
  const value = valueAt(document, issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownField(path, key));
  }
  if (value === undefined) return [`${path || 'It'} is missing.`];
  const shown = JSON.stringify(value).slice(0, 80);
  return [`${path || 'It'} is ${shown}; it ${limitOf(issue)}.`];
}

function unknownField(group: string, key: string): string {
  const whole = group === '' ? key : `${group}.${key}`;
  const here = nearName(key, GROUPS[group] ?? []);
  const anywhere = Object.entries(GROUPS)
    .filter(([, fields]) => fields.includes(key))
    .map(([name]) => (name === '' ? key : `${name}.${key}`))[0];
  const meant = here ?? anywhere;
  return `${whole} is no field of a profile${meant ? `; did you mean ${meant}?` : '.'}`;
}

function limitOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_small':
      return `must ${amount('at least', issue.minimum, issue.origin)}`;
    case 'too_big':
      return `must ${amount('at most', issue.maximum, issue.origin)}`;
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}`;
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_format':
      return issue.format === 'url'
        ? 'must be an address such as http://localhost:3000'
        : withMust(issue.message, issue.pattern);
    default:
      return `is wrong: ${issue.message}`;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  string: 'text',
  array: 'a list',
  object: 'a group of fields',
};

function amount(how: string, limit: number | bigint, origin: string): string {
  if (origin === 'string') return `have ${how} ${limit} letters`;
  if (origin === 'array') return `have ${how} ${limit} entries`;
  return `be ${how} ${limit}`;
}

function withMust(message: string, pattern: string | undefined): string {
  return message.startsWith('must') ? message : `must match ${pattern ?? 'its form'}`;
}

function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  let value = document;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/**
 * The known name that a mistyped one most likely means.
 *
 * @returns null where none is near: more than two letters, or a third of the name, differ
 * @example nearName('risk_per_trad', ['user', 'risk_per_trade']) // 'risk_per_trade'
 */
export function nearName(typed: string, known: readonly string[]): string | null {
  const most = Math.min(2, Math.floor(typed.length / 3) + 1);
  let best: string | null = null;
  let least = most + 1;
  for (const name of known) {
    const steps = distance(typed.toLowerCase(), name.toLowerCase());
    if (steps < least) [best, least] = [name, steps];
  }
  return best;
}

/** Letters to add, drop or change to make one word of the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let down = 1; down <= from.length; down++) {
    const next = [down];
    for (let across = 1; across <= to.length; across++) {
      const changed = (row[across - 1] ?? 0) + (from[down - 1] === to[across - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[across] ?? 0) + 1, (next[across - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
