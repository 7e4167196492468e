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
  voters: { name: 'Voters', sign: '≥', held: 'too few votes' },
  direction: { name: 'Direction', sign: '≥', held: 'no direction' },
  agreement: { name: 'Independent voices', sign: '≥', held: 'too little agreement' },
  outcomes: { name: 'Outcomes known', sign: '≥', held: 'too few outcomes known' },
  expected_r: { name: 'Expected R', sign: '≥', held: 'expected R too low' },
  expected_r_low: { name: 'Expected R, lower bound', sign: '≥', held: 'no edge shown' },
  agreeing: { name: 'Agreeing', sign: '≥', held: 'too little agreement' },
  majority: { name: 'Majority', sign: '≥', held: 'a tie' },
  probability: { name: 'Probability', sign: '≥', held: 'probability too low' },
  dispersion: { name: 'Dispersion', sign: '≤', held: 'votes too far apart' },
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
  return name === 'agreement' && pass && value < limit ? `${words}, or one proven` : words;
}
