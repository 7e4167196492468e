import { expectedR } from './expected-value.ts';
import type { Side } from './order.ts';
import { roundTo } from './rounding.ts';
import type { RuleCheck, Verdict, Vote } from './vote.ts';

/** When votes make a trade. */
export type EnsembleOptions = Readonly<{
  /** Voters that must ask for the same direction. */
  minAgreeing: number;
  /** Voters there must be at all, abstentions not counted. */
  minVoters: number;
  /** Least expected value after costs, in R. */
  minExpectedR: number;
  /** Largest population standard deviation of the voters' pUp. */
  maxDispersion: number;
  /** Weight of an analyst in the pool by name; 1 for whoever is not named. */
  weights: Readonly<Record<string, number>>;
}>;

/** Three voters, two of whom agree, and 0.1 R after costs. */
export const DEFAULT_ENSEMBLE: EnsembleOptions = {
  minAgreeing: 2,
  minVoters: 3,
  minExpectedR: 0.1,
  maxDispersion: 0.2,
  weights: {},
};

/**
 * Turns votes into a verdict. A direction needs a quorum, a pooled probability on its side and an
 * expected value that survives the costs; anything less, and every tie, is HOLD. The order of the
 * votes does not matter.
 *
 * The pool is the weighted mean of the voters' log-odds. Stops are the medians of those who agree.
 *
 * @param costAtr the round trip's cost (spread and commission) in ATR
 * @example decide(OFFLINE_ANALYSTS.map((analyst) => analyst.vote(snapshot)), costAtrOf(snapshot))
 */
export function decide(
  votes: readonly Vote[],
  costAtr: number,
  options: EnsembleOptions = DEFAULT_ENSEMBLE,
): Verdict {
  const voters = votes.filter((vote) => !vote.abstained);
  const buyers = voters.filter((vote) => vote.action === 'BUY');
  const sellers = voters.filter((vote) => vote.action === 'SELL');
  const side: Side = sellers.length > buyers.length ? 'SELL' : 'BUY';
  const agreeing = side === 'BUY' ? buyers : sellers;
  const opposed = Math.min(buyers.length, sellers.length);
  const pUp = pooledProbability(voters, options.weights);
  const pRight = side === 'BUY' ? pUp : roundTo(1 - pUp, 4);
  const stopLossAtr = median(agreeing.map((vote) => vote.stopLossAtr));
  const takeProfitAtr = median(agreeing.map((vote) => vote.takeProfitAtr));

  const rules: RuleCheck[] = [
    atLeast('voters', voters.length, options.minVoters),
    atLeast('agreeing', agreeing.length, options.minAgreeing),
    atLeast('majority', agreeing.length - opposed, 1),
    atMost('dispersion', dispersion(voters), options.maxDispersion),
  ];
  let verdict: Pick<Verdict, 'action' | 'stopLossAtr' | 'takeProfitAtr'> = {
    action: 'HOLD',
    stopLossAtr: null,
    takeProfitAtr: null,
  };
  if (stopLossAtr !== undefined && takeProfitAtr !== undefined) {
    const value = expectedR({ pRight, stopLossAtr, takeProfitAtr, costAtr });
    rules.push(atLeast('probability', pRight, 0.5));
    rules.push(atLeast('expected_r', roundTo(value, 4), options.minExpectedR));
    if (rules.every((rule) => rule.pass)) verdict = { action: side, stopLossAtr, takeProfitAtr };
  }
  return {
    ...verdict,
    pUp,
    reason: reasonOf(verdict.action, side, rules),
    agreeing: agreeing.length,
    quorum: options.minAgreeing,
    voters: voters.length,
    rules,
    shares: voters.map(({ analyst, pUp: said }) => ({
      analyst,
      share: 1 / voters.length,
      pUp: said,
    })),
  };
}

/** The cost of a round trip in ATR: the spread, and commission as so many points of price. */
export function costAtrOf(
  snapshot: Readonly<{ spread_points: number; atr_points: number }>,
  commissionPoints = 7,
): number {
  return (snapshot.spread_points + commissionPoints) / snapshot.atr_points;
}

/** Certainty would outvote everyone: its log-odds are infinite. */
const SUREST = 0.99;

function pooledProbability(voters: readonly Vote[], weights: EnsembleOptions['weights']): number {
  let sum = 0;
  let total = 0;
  // Sorted, because a sum of floats depends on its order.
  for (const vote of voters.toSorted(
    (a, b) => a.pUp - b.pUp || compareText(a.analyst, b.analyst),
  )) {
    const weight = weights[vote.analyst] ?? 1;
    const p = Math.min(SUREST, Math.max(1 - SUREST, vote.pUp));
    sum += weight * Math.log(p / (1 - p));
    total += weight;
  }
  return total === 0 ? 0.5 : roundTo(1 / (1 + Math.exp(-sum / total)), 4);
}

function dispersion(voters: readonly Vote[]): number {
  if (voters.length === 0) return 0;
  const sorted = voters.map((vote) => vote.pUp).toSorted((a, b) => a - b);
  const mean = sorted.reduce((sum, p) => sum + p, 0) / sorted.length;
  const squares = sorted.reduce((sum, p) => sum + (p - mean) ** 2, 0);
  return roundTo(Math.sqrt(squares / sorted.length), 4);
}

function median(values: readonly (number | null)[]): number | undefined {
  const sorted = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? undefined : (upper + lower) / 2;
}

function atLeast(name: string, value: number, limit: number): RuleCheck {
  return { name, value, limit, pass: value >= limit };
}

function atMost(name: string, value: number, limit: number): RuleCheck {
  return { name, value, limit, pass: value <= limit };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function reasonOf(action: Verdict['action'], side: Side, rules: readonly RuleCheck[]): string {
  const failed = rules.find((rule) => !rule.pass);
  const figure = (name: string) => rules.find((rule) => rule.name === name)?.value ?? 0;
  if (action !== 'HOLD') {
    const chance = (100 * figure('probability')).toFixed(1);
    return `${figure('agreeing')} of ${figure('voters')} voters agree on ${side}; chance of one ATR ${side === 'BUY' ? 'up' : 'down'} first ${chance}%, expected value ${figure('expected_r')} R after costs.`;
  }
  switch (failed?.name) {
    case 'voters':
      return `Hold: ${failed.value} analysts voted, ${failed.limit} must.`;
    case 'agreeing':
      return `Hold: ${failed.value} of ${figure('voters')} voters agree on a direction, ${failed.limit} must.`;
    case 'majority':
      return `Hold: as many voters want to buy as to sell.`;
    case 'dispersion':
      return `Hold: the voters' probabilities differ by ${failed.value}, at most ${failed.limit} is accepted.`;
    case 'probability':
      return `Hold: the pooled chance of ${side} is ${failed.value}, at least ${failed.limit} is needed.`;
    case 'expected_r':
      return `Hold: ${side} is worth ${failed.value} R after costs, at least ${failed.limit} R is needed.`;
    default:
      return 'Hold: nobody asks for a trade.';
  }
}
