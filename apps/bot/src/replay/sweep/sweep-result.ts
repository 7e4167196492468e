import type { Objective } from '../replay-options.ts';
import type { Combination } from './grid.ts';
import { type Luck, luckOf } from './luck.ts';
import { objectiveOf, type Score } from './score.ts';

export type Tried = Readonly<{ settings: Combination; score: Score }>;

/** What every combination came to, the best first. */
export type SweepResult = Readonly<{
  objective: Objective;
  tried: readonly Tried[];
  luck: Luck | null;
}>;

/** @param tried in the order of the grid, which decides between equals */
export function rankTries(tried: readonly Tried[], objective: Objective): SweepResult {
  const ranked = tried.toSorted((a, b) => {
    const [first, second] = [objectiveOf(a.score, objective), objectiveOf(b.score, objective)];
    // Two without a figure are equal; their difference would be no number.
    return first === second ? 0 : second - first;
  });
  const moments = ranked.flatMap(({ score }) => (score.moments ? [score.moments] : []));
  return { objective, tried: ranked, luck: luckOf(moments, ranked[0]?.score.moments ?? null) };
}
