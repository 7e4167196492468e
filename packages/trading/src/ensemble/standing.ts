import { roundTo } from '../rounding.ts';
import { blockEffect, type LearnedRecord, type PoolCount, pairPlace } from './learned-record.ts';

/** A voter as a verdict knows it: its name in the record, and whose model it is. */
export type PanelMember = Readonly<{ key: string; family: string }>;

/** What the record says of one voter. */
export type VoterStanding = Readonly<{
  votes: number;
  right: number;
  /** Part of the pool, 0 to 1; all of a panel make 1. */
  share: number;
  /** Surely wrong: its vote counts for the other direction. */
  turned: boolean;
  /**
   * How much oftener it is right than wrong, in the direction in which it is used: what a bet of one against one earns,
   * before costs. Shrunk towards 0 by a short record.
   */
  edge: number;
  /** Lower bound of `edge`, as sure as was asked for. */
  edgeLow: number;
}>;

/** What the record says of a panel: all that a verdict needs beside the votes. */
export type PanelStanding = Readonly<{
  voters: readonly VoterStanding[];
  /** Correlation of the voters' errors, in the directions in which they are used; by `pairPlace`. */
  correlations: readonly number[];
  /** Outcomes in the record. */
  outcomes: number;
  /** What the pool's strength is multiplied by to be its edge, and the lower bound of that. */
  slope: number;
  slopeLow: number;
}>;

/** How sure a lower bound is where nobody asks for more or less. */
export const DEFAULT_CONFIDENCE_PERCENT = 80;
/** Outcomes from which on a record proves anything. */
export const PROVEN_FROM = 300;

/** A record counts half from so many outcomes on. */
const EDGE_SHRINK = 50;
/** What a voter without a record is taken to be worth in the weights, so that the unknown share alike. */
const UNKNOWN_EDGE = 0.02;
const SURELY_WRONG_Z = 1.96;
/** Outcomes that the assumed correlation is worth. */
const PAIR_SHRINK = 30;
const ASSUMED_CORRELATION = 0.5;
/** Models of one maker were raised alike. */
const FAMILY_CORRELATION = 0.8;
/** Added to each voter's own variance: near-copies would otherwise be set against each other. */
const RIDGE = 0.05;
/** From this correlation on two voters are one voice. */
const NEAR_COPY = 0.95;
const LEAST_SHARE = 0.05;
/** Belief that the pool knows nothing, in outcomes on which all agreed. */
const SLOPE_RIDGE = 4;

/**
 * What a record makes of a panel.
 *
 * @param costAtr cost of a round trip in ATR: a voter is surely wrong where the other direction pays it
 * @param confidencePercent how sure its lower bounds are
 */
export function standOf(
  record: LearnedRecord,
  panel: readonly PanelMember[],
  costAtr: number,
  confidencePercent = DEFAULT_CONFIDENCE_PERCENT,
): PanelStanding {
  const terms = { costAtr, below: lowerErrors(confidencePercent) };
  // Sums of floats, and ties between voters, depend on an order: it is always the same one.
  const order = orderOf(panel);
  if (!order) return standInOrder(record, panel, terms);
  const { voters, correlations, ...rest } = standInOrder(
    record,
    order.map((at) => panel[at]).filter((member) => member !== undefined),
    terms,
  );
  const placeOf = panel.map((_, at) => order.indexOf(at));
  return {
    ...rest,
    voters: placeOf.map((place) => voters[place]).filter((voter) => voter !== undefined),
    correlations: placeOf.flatMap((later, at) =>
      placeOf.slice(0, at).map((place) => correlations[pairPlace(place, later)] ?? 0),
    ),
  };
}

/** Places of the members from the first key to the last; undefined where they stand so already. */
function orderOf(panel: readonly PanelMember[]): number[] | undefined {
  for (let at = 1; at < panel.length; at += 1)
    if ((panel[at - 1]?.key ?? '') > (panel[at]?.key ?? ''))
      return panel
        .map(({ key }, place) => ({ key, place }))
        .sort((one, other) => (one.key < other.key ? -1 : 1))
        .map(({ place }) => place);
  return undefined;
}

type Terms = Readonly<{
  costAtr: number;
  /** Standard errors between a figure and its lower bound. */
  below: number;
}>;

function standInOrder(
  record: LearnedRecord,
  panel: readonly PanelMember[],
  terms: Terms,
): PanelStanding {
  const widened = Math.sqrt(blockEffect(record.pool));
  const places = panel.map(({ key }) => placeIn(record, key));
  const edges = places.map((place) => edgeOf(record.voters[place], widened, terms));
  const correlations = correlationsOf(record, panel, places, edges);
  const shares = sharesOf(
    edges.map(({ edge, votes }) => edge + (UNKNOWN_EDGE * EDGE_SHRINK) / (votes + EDGE_SHRINK)),
    correlations,
  );
  const { slope, slopeLow } = slopeOf(record.pool, widened, terms);
  const voters = edges.map(({ votes, right, turned, edge, edgeLow }, at) => ({
    votes,
    right,
    share: shares[at] ?? 0,
    turned,
    edge,
    edgeLow,
  }));
  return { voters, correlations, outcomes: record.outcomes, slope, slopeLow };
}

/** @returns -1 for a voter without a record */
function placeIn({ voters }: LearnedRecord, key: string): number {
  for (let at = 0; at < voters.length; at += 1) if (voters[at]?.key === key) return at;
  return -1;
}

type Edge = Omit<VoterStanding, 'share'>;

function edgeOf(
  voter: Readonly<{ votes: number; right: number }> | undefined,
  widened: number,
  { costAtr, below }: Terms,
): Edge {
  const { votes, right } = voter ?? { votes: 0, right: 0 };
  const plain = (2 * right - votes) / (votes + EDGE_SHRINK);
  const error = widened / Math.sqrt(votes + EDGE_SHRINK);
  const turned = votes >= PROVEN_FROM && plain + SURELY_WRONG_Z * error < -costAtr;
  const edge = turned ? -plain : plain;
  return {
    votes,
    right,
    turned,
    edge,
    edgeLow: lowerEdge(turned ? votes - right : right, votes, below * widened),
  };
}

/** What a voter's record shows for sure: held towards 0 as the pool's slope is. */
function lowerEdge(right: number, votes: number, errors: number): number {
  const known = votes + SLOPE_RIDGE;
  return (2 * right - votes) / known - errors / Math.sqrt(known);
}

function correlationsOf(
  record: LearnedRecord,
  panel: readonly PanelMember[],
  places: readonly number[],
  edges: readonly Edge[],
): number[] {
  const correlations: number[] = [];
  for (let later = 1; later < panel.length; later += 1) {
    for (let at = 0; at < later; at += 1) {
      const assumed =
        panel[at]?.family === panel[later]?.family ? FAMILY_CORRELATION : ASSUMED_CORRELATION;
      const one = places[at] ?? -1;
      const other = places[later] ?? -1;
      const pair = one < 0 || other < 0 ? undefined : record.pairs[pairPlace(one, other)];
      const sign = edges[at]?.turned === edges[later]?.turned ? 1 : -1;
      correlations.push(
        sign * measured(pair, record.voters[one], record.voters[other], sign * assumed),
      );
    }
  }
  return correlations;
}

/** Correlation of being right, held towards what is assumed by a short record. */
function measured(
  pair: Readonly<{ together: number; alike: number }> | undefined,
  one: Readonly<{ votes: number; right: number }> | undefined,
  other: Readonly<{ votes: number; right: number }> | undefined,
  assumed: number,
): number {
  if (!pair || !one || !other || pair.together === 0) return assumed;
  const { together, alike } = pair;
  const meanOne = (2 * one.right) / one.votes - 1;
  const meanOther = (2 * other.right) / other.votes - 1;
  const covariance = (2 * alike) / together - 1 - meanOne * meanOther;
  const scale = Math.sqrt((1 - meanOne ** 2) * (1 - meanOther ** 2));
  const plain = scale > 0 ? Math.max(-1, Math.min(1, covariance / scale)) : 1;
  return (plain * together + assumed * PAIR_SHRINK) / (together + PAIR_SHRINK);
}

/**
 * Parts of the pool: the weights that get the most edge for their risk, none below 0, with a floor for everybody so
 * that nobody is frozen out. Where nobody has an edge all are equal.
 *
 * @param correlations by `pairPlace`
 * @returns in millionths
 */
export function sharesOf(edges: readonly number[], correlations: readonly number[]): number[] {
  const floors = floorsOf(edges.length, correlations);
  const weights = weightsOf(edges, correlations);
  let floored = 0;
  let total = 0;
  for (let at = 0; at < weights.length; at += 1) {
    floored += floors[at] ?? 0;
    total += weights[at] ?? 0;
  }
  return weights.map((weight, at) => {
    const floor = floors[at] ?? 0;
    return roundTo(total > 0 ? floor + (1 - floored) * (weight / total) : floor / floored, 6);
  });
}

/** The least share of each voter. Near-copies are one voice and divide one floor. */
function floorsOf(count: number, correlations: readonly number[]): number[] {
  const voices = Array.from({ length: count }, (_, at) => at);
  let several = count;
  for (let later = 1; later < count; later += 1) {
    for (let at = 0; at < later && voices[later] === later; at += 1) {
      if ((correlations[pairPlace(at, later)] ?? 0) < NEAR_COPY) continue;
      voices[later] = voices[at] ?? at;
      several -= 1;
    }
  }
  const floor = Math.min(LEAST_SHARE, 0.5 / several);
  if (several === count) return voices.map(() => floor);
  return voices.map((voice) => floor / voices.filter((other) => other === voice).length);
}

/** Solves (correlations + ridge) * weights = edges; whoever would get less than nothing is left out, one by one. */
function weightsOf(edges: readonly number[], correlations: readonly number[]): number[] {
  const weights = edges.map(() => 0);
  const active: number[] = [];
  for (let at = 0; at < edges.length; at += 1) if ((edges[at] ?? 0) > 0) active.push(at);
  while (active.length > 0) {
    const solved = solve(active, edges, correlations);
    let least = 0;
    for (let at = 1; at < solved.length; at += 1)
      if ((solved[at] ?? 0) < (solved[least] ?? 0)) least = at;
    if ((solved[least] ?? 0) > 0) {
      for (let at = 0; at < active.length; at += 1) weights[active[at] ?? 0] = solved[at] ?? 0;
      return weights;
    }
    active.splice(least, 1);
  }
  return weights;
}

/** By elimination; the matrix is positive definite, for which the ridge sees. */
function solve(
  active: readonly number[],
  edges: readonly number[],
  correlations: readonly number[],
): number[] {
  const size = active.length;
  const width = size + 1;
  const rows = Array.from({ length: size * width }, () => 0);
  for (let row = 0; row < size; row += 1) {
    const one = active[row] ?? 0;
    for (let at = 0; at < size; at += 1)
      rows[row * width + at] =
        at === row ? 1 + RIDGE : (correlations[pairPlace(one, active[at] ?? 0)] ?? 0);
    rows[row * width + size] = edges[one] ?? 0;
  }
  for (let step = 0; step < size; step += 1) {
    const pivot = rows[step * width + step] ?? 1;
    for (let row = step + 1; row < size; row += 1) {
      const factor = (rows[row * width + step] ?? 0) / pivot;
      for (let at = step; at < width; at += 1)
        rows[row * width + at] =
          (rows[row * width + at] ?? 0) - factor * (rows[step * width + at] ?? 0);
    }
  }
  const weights = active.map(() => 0);
  for (let row = size - 1; row >= 0; row -= 1) {
    let rest = rows[row * width + size] ?? 0;
    for (let at = row + 1; at < size; at += 1)
      rest -= (rows[row * width + at] ?? 0) * (weights[at] ?? 0);
    weights[row] = rest / (rows[row * width + row] ?? 1);
  }
  return weights;
}

/** Regression of the pool's success (1 or -1) on its strength, through the origin, held towards 0. */
function slopeOf(pool: PoolCount, widened: number, { below }: Terms) {
  const known = pool.squares / 1e4 + SLOPE_RIDGE;
  const slope = pool.scores / 100 / known;
  return { slope, slopeLow: slope - (below * widened) / Math.sqrt(known) };
}

/**
 * Standard errors below a figure that a one-sided bound of this confidence is at: the normal quantile, by Acklam's
 * rational approximation of its middle (2.5% to 97.5%), in hundredths.
 *
 * @example lowerErrors(80) // 0.84
 */
export function lowerErrors(confidencePercent: number): number {
  const away = confidencePercent / 100 - 0.5;
  const square = away * away;
  const over = OVER.reduce((sum, factor) => sum * square + factor);
  const under = UNDER.reduce((sum, factor) => sum * square + factor) * square + 1;
  return roundTo((over * away) / under, 2);
}

const OVER = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
  2.506628277459239,
];
const UNDER = [
  -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572,
];
