import type { Action, Side } from '../account/order.ts';
import type { Ballot, RuleCheck } from '../analysts/vote.ts';
import { roundTo } from '../rounding.ts';
import { expectedR, type Stops, stopsOf } from './expected-value.ts';
import { boundedChance, chanceOf, logOddsOf } from './log-odds.ts';
import { steadySumOf } from './steady-sum.ts';

/** A voter's part in a verdict of version 1, as it was stored with its decision. */
export type FirstShare = Readonly<{ analyst: string; share: number; pUp: number }>;

/** What a verdict of version 1 came to. */
export type FirstVerdict = Readonly<{
  action: Action;
  pUp: number;
  stopLossAtr: number | null;
  takeProfitAtr: number | null;
  reason: string;
  agreeing: number;
  voters: number;
  rules: readonly RuleCheck[];
}>;

/** When votes make a trade. */
type FirstLimits = Readonly<{
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
type FirstFigures = Readonly<{
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
type FirstRule = Readonly<{
  check(figures: FirstFigures, limits: FirstLimits): RuleCheck;
  /** The sentence that tells why it made the verdict a hold. */
  held(check: RuleCheck, figures: FirstFigures): string;
}>;

function atLeast(name: string, value: number, limit: number): RuleCheck {
  return { name, value, limit, pass: value >= limit };
}

function atMost(name: string, value: number, limit: number): RuleCheck {
  return { name, value, limit, pass: value <= limit };
}

/** Enough analysts have voted at all; one without a share in the pool is counted here, and nowhere else. */
const voters: FirstRule = {
  check: (figures, { minVoters }) => atLeast('voters', figures.voters, minVoters),
  held: ({ value, limit }) =>
    `Hold: ${value} ${value === 1 ? 'analyst' : 'analysts'} voted, ${limit} must.`,
};

/** One voice is no quorum, however sure; one without a share in the pool is none at all. */
const agreeing: FirstRule = {
  check: (figures, { minAgreeing }) => atLeast('agreeing', figures.agreeing, minAgreeing),
  held: ({ value, limit }, { voters }) =>
    `Hold: ${value} of ${voters} voters agree on a direction, ${limit} must.`,
};

/** A tie is no trade. */
const majority: FirstRule = {
  check: ({ agreeing, opposed }) => atLeast('majority', agreeing - opposed, 1),
  held: () => 'Hold: as many voters want to buy as to sell.',
};

/** Voters that are far apart do not look at the same market. */
const dispersion: FirstRule = {
  check: (figures, { maxDispersion }) => atMost('dispersion', figures.dispersion, maxDispersion),
  held: ({ value, limit }) =>
    `Hold: the voters' probabilities differ by ${value}, at most ${limit} is accepted.`,
};

/** Heads and chances point the same way. */
const probability: FirstRule = {
  check: ({ pRight }) => atLeast('probability', pRight, 0.5),
  held: ({ value, limit }, { side }) =>
    `Hold: the pooled chance of ${side} is ${value}, at least ${limit} is needed.`,
};

/** What is left after the costs is worth the risk. */
const expectedValue: FirstRule = {
  check: ({ expectedR }, { minExpectedR }) =>
    atLeast('expected_r', roundTo(expectedR ?? 0, 4), minExpectedR),
  held: ({ value, limit }, { side }) =>
    `Hold: ${side} is worth ${value} R after costs, at least ${limit} R is needed.`,
};

/** As every decision of version 1 was made. */
export const FIRST_LIMITS: FirstLimits = {
  minAgreeing: 2,
  minVoters: 3,
  minExpectedR: 0.1,
  maxDispersion: 0.2,
};

/** What stood between any votes and a trade, in the order in which a reason was looked for. */
const QUORUM_RULES = [voters, agreeing, majority, dispersion];
const TRADE_RULES = [...QUORUM_RULES, probability, expectedValue];

/**
 * The verdict as it was given until November 2026, from what is stored with a decision: so that an old record can be
 * recomputed. Nothing is decided by it any more.
 *
 * @param pool of those who voted, in their order
 * @param slope what the mean of the pool's log-odds is multiplied by
 */
export function decideFirst(
  votes: readonly Ballot[],
  costAtr: number,
  { pool, slope }: Readonly<{ pool: readonly FirstShare[]; slope: number }>,
  limits: FirstLimits = FIRST_LIMITS,
): FirstVerdict {
  const cast = votes.filter(({ abstained }) => !abstained);
  const tally = tallyOf(cast, pool);
  const stops = stopsOf(tally.agreeing);
  const pUp = pooledChance(pool, slope);
  const pRight = tally.side === 'BUY' ? pUp : roundTo(1 - pUp, 4);
  const figures: FirstFigures = {
    voters: cast.length,
    side: tally.side,
    agreeing: tally.agreeing.length,
    opposed: tally.opposed,
    dispersion: dispersionOf(pool),
    pRight,
    expectedR: stops && expectedR({ pRight, ...stops, costAtr }),
  };
  const rules = stops ? TRADE_RULES : QUORUM_RULES;
  const checks = rules.map((rule) => rule.check(figures, limits));
  const trade: Stops | null = checks.every((check) => check.pass) ? stops : null;
  return {
    action: trade ? figures.side : 'HOLD',
    stopLossAtr: trade?.stopLossAtr ?? null,
    takeProfitAtr: trade?.takeProfitAtr ?? null,
    pUp,
    reason: firstReason(rules, checks, figures),
    agreeing: figures.agreeing,
    voters: figures.voters,
    rules: checks,
  };
}

/** One sentence on a verdict: what it rests on, or the first rule that made it a hold. */
function firstReason(
  rules: readonly FirstRule[],
  checks: readonly RuleCheck[],
  figures: FirstFigures,
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

/** How the heads divide. Only voters with a share in the pool count: one that guesses must not carry a trade. */
type Tally = Readonly<{
  /** What more of them ask for; BUY on a tie. */
  side: Side;
  agreeing: readonly Ballot[];
  opposed: number;
}>;

/** @param pool of these voters, in their order */
function tallyOf(voters: readonly Ballot[], pool: readonly FirstShare[]): Tally {
  const heard = voters.filter((_, at) => (pool[at]?.share ?? 0) > 0);
  const buyers = heard.filter(({ action }) => action === 'BUY');
  const sellers = heard.filter(({ action }) => action === 'SELL');
  return sellers.length > buyers.length
    ? { side: 'SELL', agreeing: sellers, opposed: buyers.length }
    : { side: 'BUY', agreeing: buyers, opposed: sellers.length };
}

/**
 * The weighted mean of the log-odds, turned back; four decimals, 0.5 for an empty pool.
 *
 * @param slope what the mean is multiplied by first; 1 for the plain pool, which is what its record counts
 */
function pooledChance(pool: readonly FirstShare[], slope: number): number {
  const total = steadySumOf(pool.map(({ share }) => share));
  if (total === 0) return 0.5;
  const sum = steadySumOf(pool.map(({ share, pUp }) => share * logOddsOf(pUp)));
  return roundTo(boundedChance(chanceOf((slope * sum) / total)), 4);
}

/** Population standard deviation of the chances of those who have a say; four decimals. */
function dispersionOf(pool: readonly FirstShare[]): number {
  const heard = pool.every(({ share }) => share > 0) ? pool : pool.filter(({ share }) => share > 0);
  const chances = heard.map(({ pUp }) => pUp);
  if (chances.length === 0) return 0;
  const mean = steadySumOf(chances) / chances.length;
  for (let at = 0; at < chances.length; at += 1) {
    chances[at] = ((chances[at] ?? 0) - mean) ** 2;
  }
  const squares = steadySumOf(chances);
  return roundTo(Math.sqrt(squares / chances.length), 4);
}
