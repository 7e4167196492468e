import { chanceOf, logOddsOf } from './log-odds.ts';
import type { Platt } from './trust.ts';

/** How often price rose and fell first after a chance had been said. */
export type SaidCell = Readonly<{
  /** 0.01 to 0.99. */
  said: number;
  ups: number;
  downs: number;
}>;

/** Holds the slope at 1 and the offset at 0, as so much evidence for that would. */
export type Ridge = Readonly<{ slope: number; offset: number }>;

/** What the fit may move. */
export type Moves = 'both' | 'slope' | 'offset';

/** Newton's method doubles the right digits with each step: more are never needed. */
const STEPS = 25;
const CLOSE_ENOUGH = 1e-9;

/**
 * Logistic regression of what came on the log-odds that were said: the likeliest slope and offset, by
 * Newton's method, with half steps where a whole one would lead away.
 *
 * @param from where the climb begins, and stays in what does not move
 */
export function likeliest(
  cells: readonly SaidCell[],
  ridge: Ridge,
  moves: Moves,
  from: Platt,
): Platt {
  let at = from;
  let height = likelihood(cells, ridge, at);
  for (let step = 0; step < STEPS; step += 1) {
    let { slope, offset } = stepFrom(cells, ridge, moves, at);
    for (;;) {
      if (Math.max(Math.abs(slope), Math.abs(offset)) <= CLOSE_ENOUGH) return at;
      const next = { slope: at.slope + slope, offset: at.offset + offset };
      const reached = likelihood(cells, ridge, next);
      if (reached >= height) {
        at = next;
        height = reached;
        break;
      }
      slope /= 2;
      offset /= 2;
    }
  }
  return at;
}

/** How firmly the record and the ridge hold slope and offset at a point: the curvature of the likelihood. */
export function firmnessAt(
  cells: readonly SaidCell[],
  ridge: Ridge,
  { slope, offset }: Platt,
): Readonly<{ slope: number; both: number; offset: number }> {
  const firmness = { slope: ridge.slope, both: 0, offset: ridge.offset };
  for (const { said, ups, downs } of cells) {
    const x = logOddsOf(said);
    const chance = chanceOf(slope * x + offset);
    const weight = (ups + downs) * chance * (1 - chance);
    firmness.slope += weight * x * x;
    firmness.both += weight * x;
    firmness.offset += weight;
  }
  return firmness;
}

function stepFrom(cells: readonly SaidCell[], ridge: Ridge, moves: Moves, at: Platt): Platt {
  let towardsSlope = -ridge.slope * (at.slope - 1);
  let towardsOffset = -ridge.offset * at.offset;
  for (const { said, ups, downs } of cells) {
    const x = logOddsOf(said);
    const surplus = ups - (ups + downs) * chanceOf(at.slope * x + at.offset);
    towardsSlope += surplus * x;
    towardsOffset += surplus;
  }
  const { slope, both, offset } = firmnessAt(cells, ridge, at);
  switch (moves) {
    case 'slope':
      return { slope: towardsSlope / slope, offset: 0 };
    case 'offset':
      return { slope: 0, offset: towardsOffset / offset };
    case 'both': {
      const determinant = slope * offset - both * both;
      return {
        slope: (offset * towardsSlope - both * towardsOffset) / determinant,
        offset: (slope * towardsOffset - both * towardsSlope) / determinant,
      };
    }
  }
}

/** Log-likelihood of the record less the ridge. */
function likelihood(cells: readonly SaidCell[], ridge: Ridge, { slope, offset }: Platt): number {
  let sum = -(ridge.slope * (slope - 1) ** 2 + ridge.offset * offset ** 2) / 2;
  for (const { said, ups, downs } of cells) {
    const logOdds = slope * logOddsOf(said) + offset;
    sum -= ups * softplus(-logOdds) + downs * softplus(logOdds);
  }
  return sum;
}

/** ln(1 + e^x) without overflow. */
function softplus(x: number): number {
  return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
}
