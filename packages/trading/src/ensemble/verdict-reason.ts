import type { RuleCheck } from '../analysts/vote.ts';
import { PROVEN_FROM } from './standing.ts';
import type { VerdictFigures, VerdictLimits } from './verdict-rules.ts';

/** One sentence on a verdict: what it rests on, or the first rule that made it a hold. */
export function verdictReason(
  checks: readonly RuleCheck[],
  figures: VerdictFigures,
  limits: VerdictLimits,
): string {
  const failed = checks.find(({ pass }) => !pass);
  if (failed) return `Hold: ${held(failed, figures)}`;
  const { side, voters, agreeing, effective, kind, expectedR, expectedRLow, chance } = figures;
  if (expectedR === null) return 'Hold: nobody names a stop and a target.';
  const who =
    kind === 'one_proven'
      ? `one analyst of proven skill asks for ${side}`
      : `${agreeing.length} of ${voters} analysts agree on ${side}, worth ${effective} independent voices`;
  const first = `chance of one ATR ${side === 'BUY' ? 'up' : 'down'} first ${(100 * chance).toFixed(1)}%`;
  return limits.mode === 'learning'
    ? `${sentence(who)}; by what they state: ${first}, ${expectedR} R after costs.`
    : `${sentence(who)}; by ${figures.outcomes} outcomes: ${first}, ${expectedR} R after costs, at least ${expectedRLow} R with ${limits.confidencePercent}% confidence.`;
}

function held({ name, value, limit }: RuleCheck, figures: VerdictFigures): string {
  const { side, voters, agreeing, outcomes } = figures;
  switch (name) {
    case 'voters':
      return `${value} ${value === 1 ? 'analyst' : 'analysts'} voted, ${limit} must.`;
    case 'direction':
      return 'the analysts point nowhere.';
    case 'agreement':
      return `${agreeing.length} of ${voters} analysts ask for ${side}, worth ${value} independent voices; ${limit} are needed.`;
    case 'outcomes':
      return `${value} of ${PROVEN_FROM} outcomes are known; before that nothing is proven.`;
    case 'expected_r':
      return `${side} is worth ${value} R after costs, at least ${limit} R is needed.`;
    default:
      return `by ${outcomes} outcomes ${side} may earn as little as ${value} R after costs; no edge is shown.`;
  }
}

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
