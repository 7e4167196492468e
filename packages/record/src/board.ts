import {
  boardFigures,
  latencyBound,
  latencyQuantile,
  type SaidCounts,
} from '@quorate/trading/ensemble/board-figures';
import type {
  CalibrationFigure,
  ReliabilityTenth,
} from '@quorate/trading/ensemble/calibration-figures';
import { roundTo } from '@quorate/trading/rounding';

/** What stands under `version` of a board. */
export const BOARD_VERSION = 1;
/** No row is of fewer people, and none is ranked with fewer outcomes. */
export const LEAST_ACCOUNTS = 5;
export const LEAST_OUTCOMES = 200;

/** The board of models is the service's own: its user and subject are nobody's, and its stream is opened to all. */
export const BOARD_OWNER = {
  userId: '00000000-0000-7000-8000-0000000b0a2d',
  subjectId: '00000000-0000-7000-8000-0000000b0a2d',
} as const;

/** What is counted of one voter on one market; both are null for its other markets together. */
export type BoardCounts = Readonly<{
  analyst: string;
  model: string;
  provider: string;
  symbol: string | null;
  timeframe: string | null;
  /** People whose decisions it rests on. */
  accounts: number;
  abstained: number;
  /** As many independent outcomes as its outcomes are worth. */
  effective: number;
  said: SaidCounts;
  latencies: readonly (readonly [bound: number, votes: number])[];
  cost_micro_usd: number;
}>;

/** A row of the board: what was counted, and what follows from it. */
export type BoardCell = BoardCounts &
  Readonly<{
    /** From 1 on; null where there is too little to rank. */
    rank: number | null;
    asked: number;
    outcomes: number;
    rises: number;
    accuracy: CalibrationFigure | null;
    base_rate: number | null;
    brier: number | null;
    brier_climatology: number | null;
    log_loss: number | null;
    log_loss_climatology: number | null;
    skill: CalibrationFigure | null;
    curve: readonly ReliabilityTenth[];
    cost_per_decision_micro_usd: number | null;
    latency_p50_ms: number | null;
    latency_p95_ms: number | null;
  }>;

export const BOARD_PROVENANCES = ['real-agreed', 'demo-agreed', 'paper-live'] as const;
export type BoardProvenance = (typeof BOARD_PROVENANCES)[number];

/** Closed trades of one provenance. Rates are null while they are of fewer people than a row needs. */
export type BoardResult = Readonly<{
  provenance: BoardProvenance;
  trades: number;
  accounts: number;
  wins: number | null;
  win_rate: CalibrationFigure | null;
  r_trades: number | null;
  mean_r: CalibrationFigure | null;
  /** Planned target over planned stop, 2 decimals, of those that had both. */
  risk_reward: number | null;
  risk_reward_trades: number | null;
}>;

/** The body of an entry of the kind `board`. */
export type BoardBody = Readonly<{
  version: number;
  /** UTC day that it was made on. */
  day: string;
  least_accounts: number;
  least_outcomes: number;
  cells: readonly BoardCell[];
  results: readonly BoardResult[];
  /** People with such a trade in the 30 days before. */
  active_traders: number;
}>;

/** What follows from the counts of a row. Its rank follows from the others. */
export function boardCell(counts: BoardCounts): Omit<BoardCell, 'rank'> {
  const { abstained, effective, said, latencies, cost_micro_usd } = counts;
  const figures = boardFigures(said, effective);
  const asked = figures.outcomes + abstained;
  return {
    ...counts,
    asked,
    outcomes: figures.outcomes,
    rises: figures.rises,
    accuracy: figures.accuracy,
    base_rate: figures.baseRate,
    brier: figures.brier,
    brier_climatology: figures.brierClimatology,
    log_loss: figures.logLoss,
    log_loss_climatology: figures.logLossClimatology,
    skill: figures.skill,
    curve: figures.curve,
    cost_per_decision_micro_usd: asked === 0 ? null : roundTo(cost_micro_usd / asked, 2),
    latency_p50_ms: latencyQuantile(latencies, 0.5),
    latency_p95_ms: latencyQuantile(latencies, 0.95),
  };
}

/** What the board calls a row: a voter on a market. */
export function cellName(
  cell: Pick<BoardCounts, 'analyst' | 'model' | 'provider' | 'symbol' | 'timeframe'>,
): string {
  const { analyst, model, provider, symbol, timeframe } = cell;
  return JSON.stringify([analyst, model, provider, symbol, timeframe]);
}

/** Ranked rows by the lower end of their skill, then those with too little to rank by their outcomes. */
export function rankCells(cells: readonly Omit<BoardCell, 'rank'>[]): BoardCell[] {
  const lowOf = ({ outcomes, skill }: Omit<BoardCell, 'rank'>) =>
    outcomes < LEAST_OUTCOMES || !skill ? -Infinity : skill.low;
  const named = cells.map((cell) => ({ cell, low: lowOf(cell), name: cellName(cell) }));
  const order = (a: (typeof named)[number], b: (typeof named)[number]) => {
    if (a.low !== b.low) return a.low > b.low ? -1 : 1;
    if (a.cell.outcomes !== b.cell.outcomes) return b.cell.outcomes - a.cell.outcomes;
    return a.name < b.name ? -1 : 1;
  };
  return named
    .toSorted(order)
    .map(({ cell, low }, place) => ({ ...cell, rank: low === -Infinity ? null : place + 1 }));
}

/** What a board says that cannot be: where, which figure, what it comes to and what the entry says. */
export type BoardFault = Readonly<{
  row: string;
  field: string;
  actual: string;
  expected: string;
}>;

/** Logarithms and roots may differ by a last digit between machines. */
const ROUNDING = 2e-6;

/**
 * Does the figures of a board again from its counts.
 *
 * @returns null where they come to what it says
 */
export function boardFault(body: BoardBody): BoardFault | null {
  const { cells, results } = body;
  for (const cell of cells) {
    const fault = countsFault(cell) ?? figuresFault(cell);
    if (fault) return fault;
  }
  const ranked = rankCells(cells);
  for (const [place, cell] of cells.entries()) {
    const expected = ranked[place];
    if (!expected || cellName(expected) !== cellName(cell))
      return faultOf(cell, 'order', expected ? cellName(expected) : '', cellName(cell));
    if (expected.rank !== cell.rank) return faultOf(cell, 'rank', expected.rank, cell.rank);
  }
  const names = new Set(cells.map(cellName));
  if (names.size !== cells.length) return named('cells', 'rows', names.size, cells.length);
  for (const [place, result] of results.entries()) {
    if (result.provenance !== BOARD_PROVENANCES[place])
      return named(result.provenance, 'provenance', BOARD_PROVENANCES[place], result.provenance);
    const fault = resultFault(result);
    if (fault) return fault;
  }
  return isCount(body.active_traders)
    ? null
    : named('results', 'active_traders', 0, body.active_traders);
}

function named(row: string, field: string, actual: unknown, expected: unknown): BoardFault {
  return { row, field, actual: String(actual), expected: String(expected) };
}

function faultOf(cell: BoardCounts, field: string, actual: unknown, expected: unknown): BoardFault {
  const row = [cell.analyst, cell.symbol ?? 'other', cell.timeframe ?? ''].join(' ').trim();
  return named(row, field, actual, expected);
}

function countsFault(cell: BoardCell): BoardFault | null {
  const { accounts, said, latencies, abstained, effective, cost_micro_usd, outcomes } = cell;
  if (!isCount(accounts) || accounts < LEAST_ACCOUNTS)
    return faultOf(cell, 'accounts', `at least ${LEAST_ACCOUNTS}`, accounts);
  let before = 0;
  for (const [hundredth, ups, downs] of said) {
    if (!isCount(hundredth) || hundredth <= before || hundredth > 99)
      return faultOf(cell, 'said', `after ${before}`, hundredth);
    if (!isCount(ups) || !isCount(downs)) return faultOf(cell, 'said', 0, ups);
    before = hundredth;
  }
  let bound = 0;
  for (const [ms, votes] of latencies) {
    if (ms <= bound || latencyBound(ms) !== ms || !isCount(votes))
      return faultOf(cell, 'latencies', `after ${bound}`, ms);
    bound = ms;
  }
  const timed = latencies.reduce((sum, [, votes]) => sum + votes, 0);
  if (timed !== cell.asked) return faultOf(cell, 'latencies', timed, cell.asked);
  if (!isCount(abstained)) return faultOf(cell, 'abstained', 0, abstained);
  if (!isCount(cost_micro_usd)) return faultOf(cell, 'cost_micro_usd', 0, cost_micro_usd);
  if (!(effective >= Math.min(1, outcomes) && effective <= outcomes))
    return faultOf(cell, 'effective', `1 to ${outcomes}`, effective);
  return null;
}

function figuresFault(cell: BoardCell): BoardFault | null {
  const again = boardCell(cell) as Readonly<Record<string, unknown>>;
  for (const field of Object.keys(again)) {
    const [actual, expected] = [again[field], (cell as Readonly<Record<string, unknown>>)[field]];
    if (!isAlike(actual, expected))
      return faultOf(cell, field, JSON.stringify(actual), JSON.stringify(expected));
  }
  return null;
}

function isAlike(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number')
    return Math.abs(one - other) <= ROUNDING * Math.max(1, Math.abs(one));
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other;
  const [mine, theirs] = [Object.entries(one), Object.entries(other)];
  return (
    mine.length === theirs.length &&
    mine.every(([key, value]) => isAlike(value, (other as Readonly<Record<string, unknown>>)[key]))
  );
}

function resultFault(result: BoardResult): BoardFault | null {
  const { provenance, trades, accounts, wins, win_rate, r_trades, mean_r, risk_reward } = result;
  if (!isCount(trades) || !isCount(accounts) || accounts > trades)
    return named(provenance, 'accounts', `at most ${trades}`, accounts);
  if (accounts < LEAST_ACCOUNTS) {
    const told = [wins, win_rate, r_trades, mean_r, risk_reward].some((each) => each !== null);
    return told ? named(provenance, 'accounts', `at least ${LEAST_ACCOUNTS}`, accounts) : null;
  }
  if (wins === null || !isCount(wins) || wins > trades)
    return named(provenance, 'wins', `at most ${trades}`, wins);
  if (!win_rate || !isAlike(win_rate.value, roundTo(wins / trades, 6)))
    return named(provenance, 'win_rate', wins / trades, win_rate?.value);
  for (const [field, figure] of [['win_rate', win_rate] as const, ['mean_r', mean_r] as const])
    if (figure && !(figure.low <= figure.value && figure.value <= figure.high))
      return named(provenance, field, `${figure.low} to ${figure.high}`, figure.value);
  if (win_rate.low < 0 || win_rate.high > 1)
    return named(provenance, 'win_rate', '0 to 1', win_rate.value);
  return null;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
