import type { Ballot, RuleCheck, Verdict } from '../analysts/vote.ts';
import { roundTo } from '../rounding.ts';
import { expectedR } from './expected-value.ts';
import { dispersionOf, pooledChance, poolOf } from './pool.ts';
import { agreeing } from './rules/agreeing.ts';
import { dispersion } from './rules/dispersion.ts';
import { expectedValue } from './rules/expected-r.ts';
import { majority } from './rules/majority.ts';
import { probability } from './rules/probability.ts';
import type { VerdictFigures, VerdictLimits, VerdictRule } from './rules/verdict-rule.ts';
import { voters } from './rules/voters.ts';
import { type Stops, stopsOf, tallyOf } from './tally.ts';
import type { Trust } from './trust.ts';

/** What is known of those who vote. */
export type Known = Readonly<{
  /** By analyst; whoever is not named has no record and is a family of its own. */
  trust: Readonly<Record<string, Trust>>;
  /** What the pooled log-odds are multiplied by, from the pool's own record; 1 without one. */
  poolSlope: number;
}>;

/** When votes make a trade. */
export type EnsembleOptions = VerdictLimits & Known;

/** Three voters, two of whom agree, and 0.1 R after costs; nobody has a record. */
export const DEFAULT_ENSEMBLE: EnsembleOptions = {
  minAgreeing: 2,
  minVoters: 3,
  minExpectedR: 0.1,
  maxDispersion: 0.2,
  trust: {},
  poolSlope: 1,
};

/** What stands between any votes and a trade, in the order in which a reason is looked for. */
const QUORUM_RULES = [voters, agreeing, majority, dispersion];
const TRADE_RULES = [...QUORUM_RULES, probability, expectedValue];

/**
 * Turns votes into a verdict. A direction needs a quorum, a pooled probability on its side and an
 * expected value that survives the costs; anything less, and every tie, is HOLD. The order of the
 * votes changes nothing but the order of `shares`.
 *
 * The pool is the mean of the voters' log-odds, each recalibrated by its record and weighted by what
 * that record is worth; then it is corrected by its own record. Stops are the medians of those who agree.
 *
 * @param costAtr the round trip's cost (spread and commission) in ATR
 * @example decide(OFFLINE_ANALYSTS.map((analyst) => analyst.vote(snapshot)), costAtrOf(snapshot))
 */
export function decide(
  votes: readonly Ballot[],
  costAtr: number,
  options: EnsembleOptions = DEFAULT_ENSEMBLE,
): Verdict {
  const cast = votes.some((vote) => vote.abstained)
    ? votes.filter((vote) => !vote.abstained)
    : votes;
  const shares = poolOf(cast, options.trust);
  const tally = tallyOf(cast, shares);
  const stops = stopsOf(tally.agreeing);
  const pUp = pooledChance(shares, options.poolSlope);
  const pRight = tally.side === 'BUY' ? pUp : roundTo(1 - pUp, 4);
  const figures: VerdictFigures = {
    voters: cast.length,
    side: tally.side,
    agreeing: tally.agreeing.length,
    opposed: tally.opposed,
    dispersion: dispersionOf(shares),
    pRight,
    expectedR: stops && expectedR({ pRight, ...stops, costAtr }),
  };
  const rules = stops ? TRADE_RULES : QUORUM_RULES;
  const checks = rules.map((rule) => rule.check(figures, options));
  const trade: Stops | null = checks.every((check) => check.pass) ? stops : null;
  return {
    action: trade ? figures.side : 'HOLD',
    stopLossAtr: trade?.stopLossAtr ?? null,
    takeProfitAtr: trade?.takeProfitAtr ?? null,
    pUp,
    reason: verdictReason(rules, checks, figures),
    agreeing: figures.agreeing,
    quorum: options.minAgreeing,
    voters: figures.voters,
    rules: checks,
    shares,
  };
}

/** The cost of a round trip in ATR: the spread, and commission as so many points of price. */
export function costAtrOf(
  snapshot: Readonly<{ spread_points: number; atr_points: number }>,
  commissionPoints = 7,
): number {
  return (snapshot.spread_points + commissionPoints) / snapshot.atr_points;
}

/** One sentence on a verdict: what it rests on, or the first rule that made it a hold. */
function verdictReason(
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
