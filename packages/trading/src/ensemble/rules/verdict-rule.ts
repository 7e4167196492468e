import type { Side } from '../../account/order.ts';
import type { RuleCheck } from '../../analysts/vote.ts';

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
