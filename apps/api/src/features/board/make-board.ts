import {
  BOARD_PROVENANCES,
  BOARD_VERSION,
  type BoardBody,
  type BoardCounts,
  type BoardProvenance,
  type BoardResult,
  boardCell,
  cellName,
  LEAST_ACCOUNTS,
  LEAST_OUTCOMES,
  rankCells,
} from '@quorate/record/board';
import { resultFigures, type TradeSums } from '@quorate/trading/ensemble/board-figures';
import { roundTo } from '@quorate/trading/rounding';
import { DAY_MS } from '@quorate/values/instant';
import type { Cluster, findShares, LatencySum, SaidSum, VoterOnMarket } from './board.queries.ts';
import type { AccountResult } from './results.queries.ts';
import { namePeople } from './who-counts.ts';

/** What the board is made from. */
export type BoardSums = Readonly<{
  shares: Awaited<ReturnType<typeof findShares>>;
  said: readonly SaidSum[];
  latencies: readonly LatencySum[];
  clusters: readonly Cluster[];
  results: readonly AccountResult[];
}>;

/** By row: how much of it each person gave. */
export type Sources = Record<string, Record<string, string>>;

export type MadeBoard = Readonly<{ body: BoardBody; sources: Sources }>;

/** A trader has traded in the last so many days. */
const ACTIVE_MS = 30 * DAY_MS;

/**
 * The board as it may be shown. A row is of 5 people at least: a voter's smaller markets are one row where that has them,
 * and are nowhere otherwise. A row of before stays as it was until it has changed for 5 people: from two boards nobody
 * learns what came from fewer.
 *
 * @param before the board that was published last
 */
export function makeBoard(sums: BoardSums, before: MadeBoard | null, now: number): MadeBoard {
  const people = namePeople([...sums.shares, ...sums.results]);
  const sources: Sources = {};
  /** Whether the row may be as it is now. */
  const mayShow = (row: string, given: Record<string, string>): boolean => {
    const old = before?.sources[row];
    const names = new Set([...Object.keys(given), ...Object.keys(old ?? {})]);
    const changed = [...names].filter((name) => given[name] !== old?.[name]).length;
    const isFresh = !old || changed === 0 || changed >= LEAST_ACCOUNTS;
    sources[row] = isFresh ? given : old;
    return isFresh;
  };
  const personOf = (user: string) => people.get(user) ?? user;
  const cells = countRows(sums, personOf).map(({ counts, given }) => {
    const name = cellName(counts);
    const old = before?.body.cells.find((cell) => cellName(cell) === name);
    return mayShow(name, given) || !old ? boardCell(counts) : old;
  });
  const results = BOARD_PROVENANCES.map((provenance) => {
    const { result, given } = resultOf(sums.results, provenance, personOf);
    const old = before?.body.results.find((each) => each.provenance === provenance);
    // Without rates it says of nobody how they did.
    if (result.accounts < LEAST_ACCOUNTS) return result;
    return mayShow(provenance, given) || !old || old.accounts < LEAST_ACCOUNTS ? result : old;
  });
  const active = sums.results.filter(({ newest }) => newest.getTime() >= now - ACTIVE_MS);
  return {
    body: {
      version: BOARD_VERSION,
      day: new Date(now).toISOString().slice(0, 10),
      least_accounts: LEAST_ACCOUNTS,
      least_outcomes: LEAST_OUTCOMES,
      cells: rankCells(cells),
      results,
      active_traders: new Set(active.map(({ user_id }) => personOf(user_id))).size,
    },
    sources,
  };
}

type Row = Readonly<{ counts: BoardCounts; given: Record<string, string> }>;

const marketName = (of: VoterOnMarket) =>
  JSON.stringify([of.symbol, of.timeframe, of.analyst, of.model, of.provider]);
const voterName = (of: VoterOnMarket) => JSON.stringify([of.analyst, of.model, of.provider]);

function countRows(sums: BoardSums, personOf: (user: string) => string): Row[] {
  const parts = {
    said: Map.groupBy(sums.said, marketName),
    latencies: Map.groupBy(sums.latencies, marketName),
    clusters: Map.groupBy(sums.clusters, marketName),
  };
  const partOf = (shares: BoardSums['shares'], symbol: string | null, timeframe: string | null) => {
    const markets = [...new Set(shares.map(marketName))];
    const of = <T>(part: ReadonlyMap<string, readonly T[]>) =>
      markets.flatMap((market) => part.get(market) ?? []);
    const [first] = shares;
    if (!first) return [];
    const { analyst, model, provider } = first;
    const given = givenBy(shares, personOf);
    const accounts = Object.keys(given).length;
    const voter = { analyst, model, provider, symbol, timeframe, accounts };
    const said = of(parts.said);
    const counts: BoardCounts = {
      ...voter,
      said: saidCounts(said),
      abstained: sum(said, ({ hundredth, ups, downs }) => (hundredth === 0 ? ups + downs : 0)),
      effective: sum(markets, (market) =>
        effectiveOf(parts.said.get(market), parts.clusters.get(market)),
      ),
      latencies: latencyCounts(of(parts.latencies)),
      cost_micro_usd: sum(said, ({ cost_micro_usd }) => cost_micro_usd),
    };
    return accounts >= LEAST_ACCOUNTS && counts.said.length > 0
      ? [{ counts: { ...counts, effective: roundTo(counts.effective, 2) }, given }]
      : [];
  };
  return [...Map.groupBy(sums.shares, voterName).values()].flatMap((ofVoter) => {
    const markets = [...Map.groupBy(ofVoter, marketName).values()].map((shares) => ({
      shares,
      rows: partOf(shares, shares[0]?.symbol ?? null, shares[0]?.timeframe ?? null),
    }));
    const small = markets.filter(({ rows }) => rows.length === 0);
    const others = partOf(
      small.flatMap(({ shares }) => shares),
      null,
      null,
    );
    return [...markets.flatMap(({ rows }) => rows), ...others];
  });
}

function givenBy(shares: BoardSums['shares'], personOf: (user: string) => string) {
  const given: Record<string, string> = {};
  const byPerson = Map.groupBy(shares, ({ user_id }) => personOf(user_id));
  for (const [person, of] of byPerson)
    given[person] = `${sum(of, ({ asked }) => asked)} ${sum(of, ({ rises }) => rises)}`;
  return given;
}

function sum<T>(rows: readonly T[] | undefined, of: (row: T) => number): number {
  return (rows ?? []).reduce((total, row) => total + of(row), 0);
}

function saidCounts(said: readonly SaidSum[]): [number, number, number][] {
  const byHundredth = Map.groupBy(said, ({ hundredth }) => hundredth);
  return [...byHundredth]
    .filter(([hundredth]) => hundredth > 0)
    .map(([hundredth, rows]): [number, number, number] => [
      hundredth,
      sum(rows, ({ ups }) => ups),
      sum(rows, ({ downs }) => downs),
    ])
    .sort(([a], [b]) => a - b);
}

function latencyCounts(latencies: readonly LatencySum[]): [number, number][] {
  const byBound = Map.groupBy(latencies, ({ bound_ms }) => bound_ms);
  return [...byBound]
    .map(([bound, rows]): [number, number] => [bound, sum(rows, ({ votes }) => votes)])
    .sort(([a], [b]) => a - b);
}

/** Votes on one bar are worth one: a market's outcomes over the mean number of votes that a vote's bar has. */
function effectiveOf(
  said: readonly SaidSum[] | undefined,
  clusters: readonly Cluster[] | undefined,
): number {
  const outcomes = sum(said, ({ hundredth, ups, downs }) => (hundredth === 0 ? 0 : ups + downs));
  const [votes, squares] = [
    sum(clusters, (each) => each.votes),
    sum(clusters, (each) => each.squares),
  ];
  if (outcomes === 0 || votes === 0 || squares < votes) return outcomes;
  return Math.max(1, (outcomes * votes) / squares);
}

function resultOf(
  results: readonly AccountResult[],
  provenance: BoardProvenance,
  personOf: (user: string) => string,
): { result: BoardResult; given: Record<string, string> } {
  const byPerson = Map.groupBy(
    results.filter((each) => each.provenance === provenance),
    ({ user_id }) => personOf(user_id),
  );
  const people = [...byPerson.values()].map(totalOf);
  const given = Object.fromEntries(
    [...byPerson].map(([person, of]) => {
      const { trades, wins, r, ratio } = totalOf(of);
      return [person, `${trades} ${wins} ${roundTo(r, 4)} ${roundTo(ratio, 4)}`];
    }),
  );
  const total = totalOf([...byPerson.values()].flat());
  const counted = { provenance, trades: total.trades, accounts: byPerson.size };
  if (byPerson.size < LEAST_ACCOUNTS) return { result: { ...counted, ...TOO_FEW }, given };
  const { winRate, meanR } = resultFigures(people);
  return {
    result: {
      ...counted,
      wins: total.wins,
      win_rate: winRate,
      r_trades: total.rTrades,
      mean_r: meanR,
      risk_reward: total.ratios === 0 ? null : roundTo(total.ratio / total.ratios, 2),
      risk_reward_trades: total.ratios,
    },
    given,
  };
}

const TOO_FEW = {
  wins: null,
  win_rate: null,
  r_trades: null,
  mean_r: null,
  risk_reward: null,
  risk_reward_trades: null,
} as const;

type Totals = TradeSums & Readonly<{ ratio: number; ratios: number }>;

function totalOf(rows: readonly AccountResult[]): Totals {
  return {
    trades: sum(rows, ({ trades }) => trades),
    wins: sum(rows, ({ wins }) => wins),
    rTrades: sum(rows, ({ rTrades }) => rTrades),
    r: sum(rows, ({ r }) => r),
    rSquares: sum(rows, ({ rSquares }) => rSquares),
    ratio: sum(rows, ({ ratio }) => ratio),
    ratios: sum(rows, ({ ratios }) => ratios),
  };
}
