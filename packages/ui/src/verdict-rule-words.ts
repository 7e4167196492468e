import { t } from '@lingui/core/macro';
import type { DecisionReply } from '@quorate/contract/decisions';
import { formatFigure, sentenceCase } from './decision-words.ts';

type RuleWords = {
  name: string;
  /** How its figure has to stand to its limit. */
  sign: '≥' | '≤';
  /** Why nothing was traded where it failed, within a sentence and as the begin of one. */
  held: string;
  begin: string;
};

/** The rules of a verdict; the last four are those that only version 1 had. */
const RULES: Readonly<Record<string, RuleWords>> = {
  voters: { name: t`Voters`, sign: '≥', held: t`too few votes`, begin: t`Too few votes` },
  direction: { name: t`Direction`, sign: '≥', held: t`no direction`, begin: t`No direction` },
  agreement: {
    name: t`Independent voices`,
    sign: '≥',
    held: t`too little agreement`,
    begin: t`Too little agreement`,
  },
  outcomes: {
    name: t`Outcomes known`,
    sign: '≥',
    held: t`too few outcomes known`,
    begin: t`Too few outcomes known`,
  },
  expected_r: {
    name: t`Expected R`,
    sign: '≥',
    held: t`expected R too low`,
    begin: t`Expected R too low`,
  },
  expected_r_low: {
    name: t`Expected R, lower bound`,
    sign: '≥',
    held: t`no edge shown`,
    begin: t`No edge shown`,
  },
  agreeing: {
    name: t`Agreeing`,
    sign: '≥',
    held: t`too little agreement`,
    begin: t`Too little agreement`,
  },
  majority: { name: t`Majority`, sign: '≥', held: t`a tie`, begin: t`A tie` },
  probability: {
    name: t`Probability`,
    sign: '≥',
    held: t`probability too low`,
    begin: t`Probability too low`,
  },
  dispersion: {
    name: t`Dispersion`,
    sign: '≤',
    held: t`votes too far apart`,
    begin: t`Votes too far apart`,
  },
};

type Check = DecisionReply['rules'][number];

/** The name people read. @example verdictRuleName('expected_r') // 'Expected R' */
export function verdictRuleName(rule: string): string {
  return RULES[rule]?.name ?? sentenceCase(rule);
}

/** Why a verdict was to hold. @example heldBy('expected_r_low') // 'no edge shown' */
export function heldBy(rule: string): string {
  return RULES[rule]?.held ?? rule.replaceAll('_', ' ');
}

/** The same where a sentence begins. @example heldSentence('expected_r_low') // 'No edge shown' */
export function heldSentence(rule: string): string {
  return RULES[rule]?.begin ?? sentenceCase(rule);
}

/** What a rule found. @example valueWords(check) // '1.33' */
export function valueWords({ name, value }: Check): string {
  if (name === 'direction') return value === 0 ? t`no` : t`yes`;
  return formatFigure(value);
}

/**
 * What it was held against. One voter of proven skill stands in for voices that are missing.
 *
 * @example limitWords(check) // '≥ 1.3'
 */
export function limitWords({ name, value, limit, pass }: Check): string {
  if (name === 'direction') return t`yes`;
  const sign = RULES[name]?.sign;
  const words = `${sign ? `${sign} ` : ''}${formatFigure(limit)}`;
  return name === 'agreement' && pass && value < limit ? t`${words}, or one proven` : words;
}
