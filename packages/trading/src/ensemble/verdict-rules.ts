import type { Side } from '../account/order.ts';
import type { RuleCheck } from '../analysts/vote.ts';
import { roundTo } from '../rounding.ts';

/** When votes make a trade. */
export type VerdictLimits = Readonly<{
  /** Voters with a share in the pool that must ask for the same direction. */
  minAgreeing: number;
  /** Voters there must be at all, abstentions not counted. */
  minVoters: number;
  /** Least expected value after costs, in R. */
  minExpectedR: number;
  /** Largest population standard deviation of the chances in the pool. */
  maxDispersion: number;
}>;

/** What the votes come to in figures. */
export type VerdictFigures = Readonly<{
  voters: number;
  /** The direction that more of those with a say ask for; BUY on a tie. */
  side: Side;
  agreeing: number;
  /** Those who ask for the other direction. */
  opposed: number;
  dispersion: number;
  /** Pooled chance that price goes one ATR to that side first. */
  pRight: number;
  /** Expected value after costs in R; null where nobody asks for a trade. */
  expectedR: number | null;
}>;

/** One condition of a trade. */
export type VerdictRule = Readonly<{
  check(figures: VerdictFigures, limits: VerdictLimits): RuleCheck;
  /** The sentence that tells why it made the verdict a hold. */
  held(check: RuleCheck, figures: VerdictFigures): string;
}>;

export function atLeast(name: string, value: number, limit: number): RuleCheck {
  return { name, value, limit, pass: value >= limit };
}

export function atMost(name: string, value: number, limit: number): RuleCheck {
  return { name, value, limit, pass: value <= limit };
}

/** Enough analysts have voted at all; one without a share in the pool is counted here, and nowhere else. */
export const voters: VerdictRule = {
  check: (figures, { minVoters }) => atLeast('voters', figures.voters, minVoters),
  held: ({ value, limit }) =>
    `Hold: ${value} ${value === 1 ? 'analyst' : 'analysts'} voted, ${limit} must.`,
};

/** One voice is no quorum, however sure; one without a share in the pool is none at all. */
export const agreeing: VerdictRule = {
  check: (figures, { minAgreeing }) => atLeast('agreeing', figures.agreeing, minAgreeing),
  held: ({ value, limit }, { voters }) =>
    `Hold: ${value} of ${voters} voters agree on a direction, ${limit} must.`,
};

/** A tie is no trade. */
export const majority: VerdictRule = {
  check: ({ agreeing, opposed }) => atLeast('majority', agreeing - opposed, 1),
  held: () => 'Hold: as many voters want to buy as to sell.',
};

/** Voters that are far apart do not look at the same market. */
export const dispersion: VerdictRule = {
  check: (figures, { maxDispersion }) => atMost('dispersion', figures.dispersion, maxDispersion),
  held: ({ value, limit }) =>
    `Hold: the voters' probabilities differ by ${value}, at most ${limit} is accepted.`,
};

/** Heads and chances point the same way. */
export const probability: VerdictRule = {
  check: ({ pRight }) => atLeast('probability', pRight, 0.5),
  held: ({ value, limit }, { side }) =>
    `Hold: the pooled chance of ${side} is ${value}, at least ${limit} is needed.`,
};

/** What is left after the costs is worth the risk. */
export const expectedValue: VerdictRule = {
  check: ({ expectedR }, { minExpectedR }) =>
    atLeast('expected_r', roundTo(expectedR ?? 0, 4), minExpectedR),
  held: ({ value, limit }, { side }) =>
    `Hold: ${side} is worth ${value} R after costs, at least ${limit} R is needed.`,
};
