import { dearer, dearerCosts, widerSpread } from '@quorate/trading/simulation/dearer';
import type { Score } from './sweep/sweep-result.ts';
import type { WalkInput } from './walk-series.ts';

/** How many times the costs a report is also made at. */
export const COST_FACTORS = [1, 1.5, 2] as const;

/** What a run came to at so many times its costs; null where it was interrupted. */
export type CostScore = Readonly<{ factor: number; score: Score | null }>;

/** The same input at so many times its spread, commission, slippage and swaps that cost. */
export function atCosts<
  Input extends Pick<WalkInput, 'parts' | 'instruments' | 'costs' | 'inside'>,
>(input: Input, factor: number): Input {
  const priced = input.instruments.flatMap((instrument, at) => {
    const part = input.parts[at];
    return part ? [{ ...part, ...dearer({ series: part.series, instrument }, factor) }] : [];
  });
  return {
    ...input,
    parts: priced.map(({ series, warmUp }) => ({ series, warmUp })),
    instruments: priced.map(({ instrument }) => instrument),
    costs: dearerCosts(input.costs, factor),
    inside: input.inside.map((series) => widerSpread(series, factor)),
  };
}
