import type { Ballot } from '../analysts/vote.ts';
import { emptyRecord, type LearnedRecord, learn } from '../ensemble/learned-record.ts';
import type { PanelMember } from '../ensemble/standing.ts';
import { decide } from '../ensemble/verdict.ts';
import { DEFAULT_LIMITS, type VerdictLimits } from '../ensemble/verdict-rules.ts';
import { createNormal, createRandom } from '../market/random.ts';

/**
 * A made-up market of voters whose skill is known: each says up or down and is right with its chance, whatever the
 * market does. Stop and target are one ATR away, so that a trade wins or loses 1 R less the costs.
 */
export type World = Readonly<{
  name: string;
  /** Chance of each voter to be right. */
  accuracies: readonly number[];
  /** Correlation of the errors (of a normal copula) of the voters before the adversary. */
  correlation: number;
  /** The first so many voters are copies of one. */
  copies: number;
  /** The last voter is right less often than not, independently of all others. */
  adversary: boolean;
}>;

const THREE = [0.52, 0.55, 0.6];
const CROWD = [0.51, 0.51, 0.51, 0.51, 0.6];
const ADVERSARY = 0.4;

/** The worlds of the benchmark, each with and without an adversary, and three coins. */
export const WORLDS: readonly World[] = [
  ...[false, true].flatMap((adversary) => [
    world('independent', THREE, { adversary }),
    world('correlation 0.5', THREE, { correlation: 0.5, adversary }),
    world('correlation 0.9', THREE, { correlation: 0.9, adversary }),
    world('a crowd of copies', CROWD, { copies: 4, adversary }),
  ]),
  world('three coins', [0.5, 0.5, 0.5], {}),
];

export function world(
  name: string,
  accuracies: readonly number[],
  changes: Partial<Pick<World, 'correlation' | 'copies' | 'adversary'>>,
): World {
  const { correlation = 0, copies = 1, adversary = false } = changes;
  return {
    name: adversary ? `${name}, with an adversary` : name,
    accuracies: adversary ? [...accuracies, ADVERSARY] : accuracies,
    correlation,
    copies,
    adversary,
  };
}

/** Costs of a round trip in ATR, and here in R. */
export const WORLD_COST = 0.08;

/** One moment of a world. */
export type WorldMoment = Readonly<{ touch: 'up' | 'down'; votes: readonly Ballot[] }>;

/** An endless row of moments, the same for the same seed. */
export function* momentsOf({ accuracies, correlation, copies, adversary }: World, seed: number) {
  const random = createRandom(seed);
  const normal = createNormal(random);
  const limits = accuracies.map(normalQuantile);
  const last = accuracies.length - 1;
  for (;;) {
    const touch = random() < 0.5 ? 'up' : 'down';
    const common = normal();
    const rights = limits.map((limit, at) => {
      const part = adversary && at === last ? 0 : correlation;
      return Math.sqrt(part) * common + Math.sqrt(1 - part) * normal() < limit;
    });
    const votes = rights.map((own, at) => {
      const right = at < copies ? (rights[0] ?? own) : own;
      return worldVote(`voter ${at + 1}`, right === (touch === 'up') ? 'BUY' : 'SELL');
    });
    yield { touch, votes } satisfies WorldMoment;
  }
}

export function worldVote(analyst: string, action: 'BUY' | 'SELL'): Ballot {
  const pUp = action === 'BUY' ? 0.6 : 0.4;
  return { analyst, action, pUp, stopLossAtr: 1, takeProfitAtr: 1, abstained: false };
}

/** A panel's members as a record knows them; families differ, so that only outcomes tell who is alike. */
export function membersOf({ accuracies }: World): Readonly<Record<string, PanelMember>> {
  return Object.fromEntries(
    accuracies.map((_, at) => {
      const name = `voter ${at + 1}`;
      return [name, { key: name, family: name }] as const;
    }),
  );
}

export type WalkFigures = Readonly<{
  decisions: number;
  trades: number;
  /** Sums in R after costs: of the verdict, of the best voter alone, of the plain majority. */
  r: number;
  bestR: number;
  majorityR: number;
  /** Most decisions in a row without a trade. */
  longestSilence: number;
  record: LearnedRecord;
}>;

/**
 * Decides moment after moment and learns from each.
 *
 * @param record what is known at the beginning; learning changes it
 * @param skip decisions that are learned from and not counted
 */
export function walkWorld(
  each: World,
  walk: Readonly<{
    seed: number;
    decisions: number;
    skip?: number;
    record?: LearnedRecord;
    limits?: VerdictLimits;
  }>,
): WalkFigures {
  const { seed, decisions, skip = 0, record = emptyRecord(), limits = DEFAULT_LIMITS } = walk;
  const members = membersOf(each);
  const best = each.accuracies.indexOf(Math.max(...each.accuracies));
  const sums = { trades: 0, r: 0, bestR: 0, majorityR: 0, longestSilence: 0 };
  let silence = 0;
  let bar = 0;
  for (const { touch, votes } of momentsOf(each, seed)) {
    if (bar === skip + decisions) break;
    const verdict = decide(votes, WORLD_COST, { record, members }, limits);
    if (bar >= skip) {
      const won = (buys: boolean) => (buys === (touch === 'up') ? 1 : -1) - WORLD_COST;
      const buyers = votes.filter(({ action }) => action === 'BUY').length;
      sums.bestR += won(votes[best]?.action === 'BUY');
      if (2 * buyers !== votes.length) sums.majorityR += won(2 * buyers > votes.length);
      silence = verdict.action === 'HOLD' ? silence + 1 : 0;
      sums.longestSilence = Math.max(sums.longestSilence, silence);
      if (verdict.action !== 'HOLD') {
        sums.trades += 1;
        sums.r += won(verdict.action === 'BUY');
      }
    }
    const cast = votes.map(({ analyst, action }) => ({
      key: analyst,
      side: action === 'HOLD' ? null : action,
    }));
    // Far enough apart that no two outcomes share a block.
    learn(record, { touch, bar: 24 * bar, votes: cast, pool: verdict.strength });
    bar += 1;
  }
  return { decisions, ...sums, record };
}

/** The inverse of the normal distribution's function, by halving. */
function normalQuantile(chance: number): number {
  let low = -8;
  let high = 8;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (normalChance(middle) < chance) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Abramowitz and Stegun 26.2.17, to seven decimals. */
function normalChance(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x < 0 ? tail : 1 - tail;
}
