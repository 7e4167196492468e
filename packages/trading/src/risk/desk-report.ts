import type { RuleCheck } from '../analysts/vote.ts';
import type { Refusal } from './refusal.ts';
import type { CheckUnit } from './rule.ts';
import { wordsOf } from './rules.ts';

/** One check of the desk as it is told. Figures are text where there is no number: a symbol, a time, `not known`. */
export type DeskCheck = Readonly<{
  rule: string;
  value: number | string;
  /** null where no limit is set. */
  limit: number | string | null;
  unit: CheckUnit;
  pass: boolean;
}>;

/**
 * Every check that the desk did, in its order: those that were kept and, last, the one that refused.
 * The desk itself keeps only figures, so that a replay pays nothing for the words.
 *
 * @example deskReport(answer.checks, answer.kind === 'refused' ? answer.refusal : null)
 */
export function deskReport(
  checks: readonly RuleCheck[],
  refusal: Refusal | null,
): readonly DeskCheck[] {
  const kept = checks.map(
    ({ name, value, limit, pass }): DeskCheck => ({
      rule: name,
      value: Number.isNaN(value) ? 'not known' : value,
      limit: limit === Number.MAX_SAFE_INTEGER ? null : limit,
      unit: unitOf(name),
      pass,
    }),
  );
  if (!refusal) return kept;
  const { code, actual, limit } = refusal;
  return [...kept, { rule: code, value: actual, limit, unit: unitOf(code), pass: false }];
}

/** On the wire yes and no are 1 and 0 without a unit. */
function unitOf(rule: string): CheckUnit {
  const unit = wordsOf(rule)?.unit ?? '';
  return unit === 'yes/no' ? '' : unit;
}
