import type { Side } from '../account/order.ts';
import type { Ballot, RuleCheck, Verdict } from '../analysts/vote.ts';
import { roundTo } from '../rounding.ts';
import { boundedChance, chanceOf, logOddsOf } from './log-odds.ts';
import { recalibrated } from './platt.ts';
import { sharesOf } from './shares.ts';
import { sortInPlace, steadySumOf } from './steady-sum.ts';
import type { PoolShare, Trust } from './trust.ts';
import type { VerdictFigures, VerdictLimits, VerdictRule } from './verdict-rules.ts';
import {
  agreeing,
  dispersion,
  expectedValue,
  majority,
  probability,
  voters,
} from './verdict-rules.ts';

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

/**
 * Probability that price goes `up` ATR up before it goes `down` ATR down, for a random walk that goes
 * one ATR up before one down with probability `pUp`.
 *
 * With q = (1 - pUp) / pUp it is (1 - q^down) / (1 - q^(down + up)), the classic ruin formula; at
 * pUp = 0.5, where that is 0/0, it is down / (down + up).
 *
 * @param pUp above 0 and below 1
 * @example probabilityOfTarget(0.5, 1.5, 3) // 0.3333…
 */
export function probabilityOfTarget(pUp: number, down: number, up: number): number {
  const logQ = Math.log((1 - pUp) / pUp);
  if (Math.abs(logQ) < 1e-9) return down / (down + up);
  // Written with expm1: near 0.5 both differences are small and would lose their digits.
  return Math.expm1(logQ * down) / Math.expm1(logQ * (down + up));
}

/**
 * What a trade earns on average, in R (what it stands to lose at its stop), after costs:
 * P * target/stop - (1 - P) - cost/stop.
 *
 * @param pRight probability that price goes one ATR the trade's way before one ATR against it
 * @param stopLossAtr and takeProfitAtr, costAtr: distances in ATR; cost is the whole round trip
 * @example expectedR({ pRight: 0.55, stopLossAtr: 1.5, takeProfitAtr: 3, costAtr: 0.15 }) // 0.210…
 */
export function expectedR(trade: {
  pRight: number;
  stopLossAtr: number;
  takeProfitAtr: number;
  costAtr: number;
}): number {
  const { pRight, stopLossAtr, takeProfitAtr, costAtr } = trade;
  const wins = probabilityOfTarget(pRight, stopLossAtr, takeProfitAtr);
  return (wins * takeProfitAtr - costAtr) / stopLossAtr - (1 - wins);
}

/** How the heads divide. Only voters with a share in the pool count: one that guesses must not carry a trade. */
type Tally = Readonly<{
  /** What more of them ask for; BUY on a tie. */
  side: Side;
  agreeing: readonly Ballot[];
  opposed: number;
}>;

/** @param pool of these voters, in their order */
export function tallyOf(voters: readonly Ballot[], pool: readonly PoolShare[]): Tally {
  let buyers = 0;
  let sellers = 0;
  for (let index = 0; index < voters.length; index += 1) {
    if (!hasSay(pool[index])) continue;
    const action = voters[index]?.action;
    if (action === 'BUY') buyers += 1;
    else if (action === 'SELL') sellers += 1;
  }
  const side = sellers > buyers ? 'SELL' : 'BUY';
  // An array that grows takes room for many; a replay makes one for every verdict.
  const agreeing = voters.slice(0, Math.max(buyers, sellers));
  for (let index = 0, at = 0; at < agreeing.length; index += 1) {
    const vote = voters[index];
    if (vote?.action !== side || !hasSay(pool[index])) continue;
    agreeing[at] = vote;
    at += 1;
  }
  return { side, agreeing, opposed: Math.min(buyers, sellers) };
}

function hasSay(share: PoolShare | undefined): boolean {
  return share !== undefined && share.share > 0;
}

/** Where those who agree want to leave: medians, so that one odd wish moves little. */
type Stops = Readonly<{ stopLossAtr: number; takeProfitAtr: number }>;

/** @returns null where nobody names any */
export function stopsOf(agreeing: readonly Ballot[]): Stops | null {
  const stopLossAtr = median(agreeing.map((vote) => vote.stopLossAtr));
  const takeProfitAtr = median(agreeing.map((vote) => vote.takeProfitAtr));
  return stopLossAtr === null || takeProfitAtr === null ? null : { stopLossAtr, takeProfitAtr };
}

function median(wishes: (number | null)[]): number | null {
  const sorted = sortInPlace(areNumbers(wishes) ? wishes : wishes.filter((wish) => wish !== null));
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2;
}

function areNumbers(wishes: readonly (number | null)[]): wishes is number[] {
  return !wishes.includes(null);
}

/** What each voter brings into the pool, in the order of the votes. A voter that is not known is its own family. */
export function poolOf(
  voters: readonly Ballot[],
  trust: Readonly<Record<string, Trust>>,
): readonly PoolShare[] {
  // Most of a replay's verdicts: nobody has a record, and strangers need no cap.
  if (!voters.some(({ analyst }) => Object.hasOwn(trust, analyst))) return equalPool(voters);
  const known = voters.map(({ analyst }) =>
    Object.hasOwn(trust, analyst) ? trust[analyst] : undefined,
  );
  const shares = sharesOf(
    voters.map(({ analyst: family }, index) => known[index] ?? { family, outcomes: 0, merit: 0 }),
  );
  return voters.map(({ analyst, pUp }, index) => ({
    analyst,
    share: shares[index] ?? 0,
    pUp: recalibrated(pUp, known[index]?.platt ?? null),
  }));
}

function equalPool(voters: readonly Ballot[]): readonly PoolShare[] {
  const share = roundTo(1 / voters.length, 6);
  return voters.map(({ analyst, pUp }) => ({ analyst, share, pUp: boundedChance(pUp) }));
}

/**
 * The weighted mean of the log-odds, turned back; four decimals, 0.5 for an empty pool.
 *
 * @param slope what the mean is multiplied by first; 1 for the plain pool, which is what its record counts
 */
export function pooledChance(pool: readonly PoolShare[], slope: number): number {
  const values = pool.map(({ share }) => share);
  const total = steadySumOf(values);
  if (total === 0) return 0.5;
  // One array serves twice: a replay comes here at every verdict.
  for (let at = 0; at < pool.length; at += 1) values[at] = partOf(pool[at]);
  return roundTo(boundedChance(chanceOf((slope * steadySumOf(values)) / total)), 4);
}

function partOf(voter: PoolShare | undefined): number {
  return voter ? voter.share * logOddsOf(voter.pUp) : 0;
}

/** Population standard deviation of the chances of those who have a say; four decimals. */
export function dispersionOf(pool: readonly PoolShare[]): number {
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
