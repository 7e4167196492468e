import type { Action, Side } from '../account/order.ts';

/**
 * What outcomes have taught about the voters of one market (symbol and timeframe): counts only, so that it can be
 * stored as JSON, added up over accounts, and gives the same verdicts in replay and service. `learn` changes it.
 */
export type LearnedRecord = {
  /** Outcomes taken in: the version that a decision names. */
  outcomes: number;
  voters: VoterCount[];
  /** Of voters i and j (i before j) at j * (j - 1) / 2 + i. */
  pairs: PairCount[];
  pool: PoolCount;
  /** Sum of the decisions' costs of a round trip, in hundredths of an ATR. */
  costs: number;
  /** By rule: how the verdict and the plain rules beside it did. */
  rules: Partial<Record<RuleName, RuleCount>>;
};

/** The verdict's own rule, and the plain ones that are kept beside it. */
export type RuleName = 'verdict' | 'majority' | 'unanimous' | 'best_voter' | 'equal_pool';

/** Decisions on which a rule asked for a trade, and how many of these came as it asked. */
export type RuleCount = { taken: number; right: number };

export type VoterCount = {
  /** Whose votes: name, model and prompt, as `voterKey` joins them. */
  readonly key: string;
  /** Outcomes on which it had asked for a direction, and how many of these came as it asked. */
  votes: number;
  right: number;
};

/** Outcomes on which both asked for a direction, and how many of these found both right or both wrong. */
export type PairCount = { together: number; alike: number };

/**
 * How the pool did, each time as it stood before the outcome was known: no fit has seen what it is judged by. A score
 * is the pool's strength in hundredths, positive where it pointed the right way.
 */
export type PoolCount = {
  outcomes: number;
  /** Sum of the scores, and of their squares. */
  scores: number;
  squares: number;
  /** Blocks of time whose outcomes are all known, and those that still wait for some. */
  closed: BlockSums;
  open: OpenBlock[];
};

/** Over blocks: of the squared sum of scores, of that sum times their number, and of the squared number. */
export type BlockSums = { squares: number; products: number; counts: number };
export type OpenBlock = { block: number; score: number; count: number };

/** One vote as it is counted. */
export type CastVote = Readonly<{ key: string; side: Side | null }>;

/** What came of one decision. */
export type LearnedOutcome = Readonly<{
  /** What price did first. */
  touch: 'up' | 'down';
  /** Close of the decision's bar, counted in bars of its timeframe since 1970. */
  bar: number;
  votes: readonly CastVote[];
  /** Strength of the pool at the decision, -1 to 1; positive for a rise. */
  pool: number;
  /** Cost of the round trip in ATR. */
  cost?: number;
  /** What each rule asked for, where it was kept. */
  rules?: Readonly<Partial<Record<RuleName, Action>>>;
}>;

/** Decisions of so many bars share a block: what they waited for overlaps. */
export const BLOCK_BARS = 24;
/** An outcome is known after 100 bars at most: no block older than this is still open. */
const OPEN_BLOCKS = 6;

/** A voter's name in a record: another model or prompt under the same name has a record of its own. */
export function voterKey(analyst: string, model: string, prompt: string): string {
  return JSON.stringify([analyst, model, prompt]);
}

export function emptyRecord(): LearnedRecord {
  const closed = { squares: 0, products: 0, counts: 0 };
  const pool = { outcomes: 0, scores: 0, squares: 0, closed, open: [] };
  return { outcomes: 0, voters: [], pairs: [], pool, costs: 0, rules: {} };
}

/** Takes one outcome into the record. */
export function learn(
  record: LearnedRecord,
  { touch, bar, votes, pool, cost = 0, rules = NO_RULES }: LearnedOutcome,
): void {
  record.outcomes += 1;
  const came: Side = touch === 'up' ? 'BUY' : 'SELL';
  learnVotes(record, came, votes);
  countPool(record.pool, Math.round(100 * (touch === 'up' ? pool : -pool)), bar);
  record.costs += Math.round(100 * cost);
  for (const [name, action] of Object.entries(rules))
    if (action !== 'HOLD') countRule(record, name as RuleName, 1, action === came ? 1 : 0);
}

/** Takes in nothing but votes: of voters whose moment is in the record already. */
export function learnVotes(record: LearnedRecord, came: Side, votes: readonly CastVote[]): void {
  const places: number[] = [];
  const rights: boolean[] = [];
  for (const { key, side } of votes) {
    if (side === null) continue;
    const place = placeOf(record, key);
    const voter = record.voters[place];
    if (!voter) continue;
    const right = side === came;
    voter.votes += 1;
    if (right) voter.right += 1;
    for (let at = 0; at < places.length; at += 1) {
      const pair = record.pairs[pairPlace(places[at] ?? 0, place)];
      if (!pair) continue;
      pair.together += 1;
      if (rights[at] === right) pair.alike += 1;
    }
    places.push(place);
    rights.push(right);
  }
}

function countRule({ rules }: LearnedRecord, name: RuleName, taken: number, right: number): void {
  const count = rules[name] ?? { taken: 0, right: 0 };
  rules[name] = count;
  count.taken += taken;
  count.right += right;
}

/** @param score strength in hundredths, positive where the pool pointed the right way */
function countPool(pool: PoolCount, score: number, bar: number): void {
  if (score === 0) return;
  pool.outcomes += 1;
  pool.scores += score;
  pool.squares += score * score;
  const block = Math.floor(bar / BLOCK_BARS);
  const open = pool.open.find((each) => each.block === block);
  if (open) {
    open.score += score;
    open.count += 1;
    return;
  }
  pool.open.push({ block, score, count: 1 });
  const newest = pool.open.reduce((latest, each) => Math.max(latest, each.block), block);
  for (const each of pool.open) if (each.block <= newest - OPEN_BLOCKS) close(pool.closed, each);
  pool.open = pool.open.filter((each) => each.block > newest - OPEN_BLOCKS);
}

function close(sums: BlockSums, { score, count }: OpenBlock): void {
  sums.squares += score * score;
  sums.products += score * count;
  sums.counts += count * count;
}

const NO_RULES = {};

/** Where two voters' pair stands, whichever comes first. */
export function pairPlace(one: number, other: number): number {
  const later = Math.max(one, other);
  return (later * (later - 1)) / 2 + Math.min(one, other);
}

function placeOf(record: LearnedRecord, key: string): number {
  for (let at = 0; at < record.voters.length; at += 1)
    if (record.voters[at]?.key === key) return at;
  const place = record.voters.length;
  record.voters.push({ key, votes: 0, right: 0 });
  for (let before = 0; before < place; before += 1) record.pairs.push({ together: 0, alike: 0 });
  return place;
}

/** Two records of different outcomes as one: the service-wide one and what an account knows beside it. */
export function mergeRecords(one: LearnedRecord, other: LearnedRecord): LearnedRecord {
  const merged = emptyRecord();
  merged.outcomes = one.outcomes + other.outcomes;
  for (const record of [one, other]) {
    const places = record.voters.map(({ key }) => placeOf(merged, key));
    for (const [at, { votes, right }] of record.voters.entries()) {
      const voter = merged.voters[places[at] ?? -1];
      if (!voter) continue;
      voter.votes += votes;
      voter.right += right;
      for (let before = 0; before < at; before += 1) {
        const from = record.pairs[pairPlace(before, at)];
        const to = merged.pairs[pairPlace(places[before] ?? 0, places[at] ?? 0)];
        if (!from || !to) continue;
        to.together += from.together;
        to.alike += from.alike;
      }
    }
    const { outcomes, scores, squares, closed, open } = record.pool;
    merged.pool.outcomes += outcomes;
    merged.pool.scores += scores;
    merged.pool.squares += squares;
    merged.pool.closed.squares += closed.squares;
    merged.pool.closed.products += closed.products;
    merged.pool.closed.counts += closed.counts;
    for (const each of open) merged.pool.open.push({ ...each });
    merged.costs += record.costs;
    for (const [name, { taken, right }] of Object.entries(record.rules))
      countRule(merged, name as RuleName, taken, right);
  }
  return merged;
}

/**
 * By how much outcomes that overlap in time widen an interval: the variance of the pool's success over blocks of
 * time against that of as many independent outcomes; 1 where they tell nothing of each other.
 */
export function blockEffect({ outcomes, scores, squares, closed, open }: PoolCount): number {
  if (outcomes < 2) return 1;
  const blocks = { ...closed };
  for (const each of open) close(blocks, each);
  const mean = scores / outcomes;
  const between = blocks.squares - 2 * mean * blocks.products + mean * mean * blocks.counts;
  const within = squares - outcomes * mean * mean;
  return within > 0 ? Math.max(1, between / within) : 1;
}
