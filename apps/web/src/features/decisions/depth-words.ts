import { ANALYSIS_DEPTHS, type AnalysisDepth, type DepthTerms } from '@quorate/contract/decisions';
import type { VoterReply } from '@quorate/contract/voters';
import { countOf } from '@quorate/ui/format';
import { depthName } from './voter-words.ts';

/**
 * What the deepest analysis does beyond one's own; null where it does no more, as with few voters.
 *
 * @example deeperWords(depths, 'basic') // 'Premium asks 7 in 2 rounds.'
 */
export function deeperWords(depths: readonly DepthTerms[], own: AnalysisDepth): string | null {
  const mine = depths.find(({ depth }) => depth === own);
  const rank = (depth: AnalysisDepth) => ANALYSIS_DEPTHS.indexOf(depth);
  const deepest = depths.toSorted((a, b) => rank(b.depth) - rank(a.depth))[0];
  if (!mine || !deepest || rank(deepest.depth) <= rank(own)) return null;
  if (deepest.voters <= mine.voters && deepest.rounds <= mine.rounds) return null;
  return `${depthName(deepest.depth)} asks ${deepest.voters} in ${countOf(deepest.rounds, 'round')}.`;
}

/** From which depth on a voter is asked; null where one's own is deep enough. */
export function askedFrom({ depths }: VoterReply, own: AnalysisDepth): string | null {
  if (depths.includes(own)) return null;
  const first = ANALYSIS_DEPTHS.find((depth) => depths.includes(depth));
  return first === undefined ? 'Not asked at any depth' : `Asked from ${depthName(first)} on`;
}
