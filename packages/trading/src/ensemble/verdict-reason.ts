import type { RuleCheck } from '../analysts/vote.ts';
import { roundTo } from '../rounding.ts';
import type { VerdictFigures, VerdictRule } from './rules/verdict-rule.ts';

/** One sentence on a verdict: what it rests on, or the first rule that made it a hold. */
export function verdictReason(
  rules: readonly VerdictRule[],
  checks: readonly RuleCheck[],
  figures: VerdictFigures,
): string {
  for (let at = 0; at < checks.length; at += 1) {
    const check = checks[at];
    if (check && !check.pass) return rules[at]?.held(check, figures) ?? 'Hold.';
  }
  const { side, agreeing, voters, pRight, expectedR } = figures;
  if (expectedR === null) return 'Hold: nobody names a stop and a target.';
  const worth = roundTo(expectedR, 4);
  return `${agreeing} of ${voters} voters agree on ${side}; chance of one ATR ${side === 'BUY' ? 'up' : 'down'} first ${(100 * pRight).toFixed(1)}%, expected value ${worth} R after costs.`;
}
