import { t } from '@lingui/core/macro';
import type { DecisionReply } from '@quorate/contract/decisions';
import { formatFigure, sentenceCase } from '@quorate/ui/decision-words';

type RuleWords = {
  name: string;
  /** How its figure has to stand to its limit. */
  sign: '≥' | '≤';
  /** Why nothing was traded where it failed, within a sentence. */
  held: string;
};

/** The rules of a verdict; the last four are those that only version 1 had. */
const RULES: Readonly<Record<string, RuleWords>> = {
  voters: { name: t`Voters`, sign: '≥', held: t`too few votes` },
  direction: { name: t`Direction`, sign: '≥', held: t`no direction` },
  agreement: { name: t`Independent voices`, sign: '≥', held: t`too little agreement` },
  outcomes: { name: t`Outcomes known`, sign: '≥', held: t`too few outcomes known` },
  expected_r: { name: t`Expected R`, sign: '≥', held: t`expected R too low` },
  expected_r_low: { name: t`Expected R, lower bound`, sign: '≥', held: t`no edge shown` },
  agreeing: { name: t`Agreeing`, sign: '≥', held: t`too little agreement` },
  majority: { name: t`Majority`, sign: '≥', held: t`a tie` },
  probability: { name: t`Probability`, sign: '≥', held: t`probability too low` },
  dispersion: { name: t`Dispersion`, sign: '≤', held: t`votes too far apart` },
};

type Check = DecisionReply['rules'][number];

/** The name people read. @example verdictRuleName('expected_r') // 'Expected R' */
export function verdictRuleName(rule: string): string {
  return RULES[rule]?.name ?? sentenceCase(rule);
}

/** Why a verdict was to hold. @example heldBy('expected_r_low') // 'no edge shown' */
export function heldBy(rule: string): string {
  return RULES[rule]?.held ?? sentenceCase(rule).toLowerCase();
}

/** What a rule found. @example valueWords(check) // '1.33' */
export function valueWords({ name, value }: Check): string {
  if (name === 'direction') return value === 0 ? 'no' : 'yes';
  return formatFigure(value);
}

/**
 * What it was held against. One voter of proven skill stands in for voices that are missing.
 *
 * @example limitWords(check) // '≥ 1.3'
 */
export function limitWords({ name, value, limit, pass }: Check): string {
  if (name === 'direction') return 'yes';
  const sign = RULES[name]?.sign;
  const words = `${sign ? `${sign} ` : ''}${formatFigure(limit)}`;
  return name === 'agreement' && pass && value < limit ? t`${words}, or one proven` : words;
}
