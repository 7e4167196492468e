import type { Instant } from '@quorate/values/instant';
import type { Currency } from '@quorate/values/money';
import { ValueError } from '@quorate/values/value-error';
import { roundTo } from '../rounding.ts';
import { nextTurn, nextWeekTurn, turnOf, weekOfTurn } from './day-turn.ts';
import type { EquityLine, FloorsState, LineState, RuleSet, TurnsAt } from './rule-set.ts';

/** What an account has, in minor units. */
export type AccountFigures = Readonly<{ balanceMinor: number; equityMinor: number }>;

/** Where servers of the forex market turn their day: weeks of rule sets without a line of their own. */
export const SERVER_MIDNIGHT: TurnsAt = { time: '17:00', zone: 'America/New_York' };

/** The id of rules that are the owner's own: the only account in which money moves freely. */
export const OWN_RULES = 'own';

/**
 * The floors of an account that begins to be watched at this moment. Highest figures of the past that nobody
 * knows count from the initial balance or from what the account has now, whichever is higher.
 */
export function startFloors(
  ruleSet: RuleSet,
  account: AccountFigures & Readonly<{ initialMinor: number; currency: Currency }>,
  asOf: Instant,
): FloorsState {
  const { initialMinor, currency, equityMinor } = account;
  return {
    v: 1,
    ruleSetId: ruleSet.id,
    currency,
    initialMinor,
    lines: ruleSet.lines.map((line) => startLine(line, initialMinor, account, asOf)),
    lock: null,
    week: weekOfTurn(turnOf(asOf, weekTurnsAt(ruleSet))),
    weekStartMinor: equityMinor,
    weeklyProfitLatch: null,
  };
}

function startLine(
  line: EquityLine,
  initialMinor: number,
  account: AccountFigures,
  asOf: Instant,
): LineState {
  const turn = turnOf(asOf, line.turnsAt);
  const basisMinor = basisOf(line, initialMinor, account);
  const peakMinor = Math.max(basisMinor, trailed(line, account));
  const floorMinor = floorOf(line, initialMinor, basisMinor, peakMinor);
  return { floorMinor, basisMinor, peakMinor, turn, touchedAt: null };
}

/** What a line counts from when it turns. A total line counts from the initial balance. */
function basisOf(line: EquityLine, initialMinor: number, account: AccountFigures): number {
  if (line.kind === 'total') return initialMinor;
  switch (line.basis) {
    case 'start_balance':
      return initialMinor;
    case 'day_start_balance':
      return account.balanceMinor;
    case 'day_start_equity':
      return account.equityMinor;
    case 'higher_of_both':
      return Math.max(account.balanceMinor, account.equityMinor);
    default:
      return line.basis satisfies never;
  }
}

/** The figure that a trailing line takes the highest of, as it is now. */
function trailed(line: EquityLine, account: AccountFigures): number {
  if (line.trails === 'no') return Number.NEGATIVE_INFINITY;
  if (line.trails === 'on_equity') return Math.max(account.balanceMinor, account.equityMinor);
  return account.balanceMinor;
}

/** The floor of a line that counts from this basis and has seen this peak. */
export function floorOf(
  { amount, trails, stopsTrailingAtPercent }: EquityLine,
  initialMinor: number,
  basisMinor: number,
  peakMinor: number,
): number {
  const from = trails === 'no' ? basisMinor : peakMinor;
  const floor = from - allowanceOf(amount, initialMinor, from);
  if (trails === 'no' || stopsTrailingAtPercent === null) return floor;
  return Math.min(floor, initialMinor + Math.ceil((initialMinor * stopsTrailingAtPercent) / 100));
}

/** Whole minor units, rounded down: the floor is rather a cent too high than too low. */
function allowanceOf(
  amount: EquityLine['amount'],
  initialMinor: number,
  fromMinor: number,
): number {
  if ('moneyMinor' in amount) return amount.moneyMinor;
  if ('percentOfInitial' in amount) return shareOf(initialMinor, amount.percentOfInitial);
  return shareOf(fromMinor, amount.percentOfBasis);
}

/** 10% of 11_000 must not become 1_099 by the last bit of a product. */
function shareOf(minor: number, percent: number): number {
  return Math.floor((minor * percent) / 100 + 1e-6);
}

/** The week is that of the week's line, else of the day's, else of the server. */
function weekTurnsAt({ lines }: RuleSet): TurnsAt {
  let found: TurnsAt | undefined;
  for (const { kind, turnsAt } of lines) {
    if (kind === 'week') return turnsAt;
    if (kind === 'day') found ??= turnsAt;
  }
  return found ?? SERVER_MIDNIGHT;
}

/**
 * Begins each line's new day or week where the moment lies in one, raises what trails the balance, at its turn or
 * at any time as the line has it, and ends a lock that is over.
 *
 * @param account as it is at the turn: the balance there is the day's last one
 * @returns the same object when nothing turns and nothing ends
 */
export function rollFloors(
  state: FloorsState,
  ruleSet: RuleSet,
  asOf: Instant,
  account: AccountFigures,
): FloorsState {
  let lines: LineState[] | undefined;
  for (let at = 0; at < state.lines.length; at += 1) {
    const [line, before] = lineAt(state, ruleSet, at);
    const turn = turnOf(asOf, line.turnsAt);
    const turns = turn > before.turn;
    const rises = line.trails === 'on_balance' && account.balanceMinor > before.peakMinor;
    if (!turns && !rises) continue;
    lines ??= [...state.lines];
    const turned = turns ? turnLine(line, before, state.initialMinor, turn, account) : before;
    lines[at] = rises ? raised(line, turned, state.initialMinor, account.balanceMinor) : turned;
  }
  const { lock } = state;
  const unlocks = lock !== null && lock.until !== null && asOf >= lock.until;
  const week = weekOfTurn(turnOf(asOf, weekTurnsAt(ruleSet)));
  if (lines === undefined && !unlocks && week <= state.week) return state;
  const turned = { ...state, lines: lines ?? state.lines, lock: unlocks ? null : lock };
  if (week <= state.week) return turned;
  return { ...turned, week, weekStartMinor: account.equityMinor, weeklyProfitLatch: null };
}

function lineAt(state: FloorsState, ruleSet: RuleSet, at: number): [EquityLine, LineState] {
  const line = ruleSet.lines[at];
  const lineState = state.lines[at];
  if (line === undefined || lineState === undefined)
    throw new ValueError(
      `The floors of '${state.ruleSetId}' have ${state.lines.length} lines, the rule set '${ruleSet.id}' has ${ruleSet.lines.length}`,
    );
  return [line, lineState];
}

function turnLine(
  line: EquityLine,
  before: LineState,
  initialMinor: number,
  turn: number,
  account: AccountFigures,
): LineState {
  if (line.kind === 'total') return turnTotal(line, before, initialMinor, turn, account);
  if (line.kind === 'week' && weekOfTurn(turn) === weekOfTurn(before.turn))
    return { ...before, turn };
  const basisMinor = basisOf(line, initialMinor, account);
  const peakMinor = Math.max(basisMinor, trailed(line, account));
  const floorMinor = floorOf(line, initialMinor, basisMinor, peakMinor);
  // An account that has ended does not begin again with the next day.
  const touchedAt = line.onTouch === 'end' ? before.touchedAt : null;
  return { floorMinor, basisMinor, peakMinor, turn, touchedAt };
}

function turnTotal(
  line: EquityLine,
  before: LineState,
  initialMinor: number,
  turn: number,
  account: AccountFigures,
): LineState {
  const touchedAt = line.onTouch === 'end' ? before.touchedAt : null;
  if (line.trails !== 'on_day_end_balance' || account.balanceMinor <= before.peakMinor)
    return { ...before, turn, touchedAt };
  return { ...raised(line, before, initialMinor, account.balanceMinor), turn, touchedAt };
}

/** A peak lifts the floor, and never lowers it. */
function raised(
  line: EquityLine,
  before: LineState,
  initialMinor: number,
  peakMinor: number,
): LineState {
  const floorMinor = floorOf(line, initialMinor, before.basisMinor, peakMinor);
  return { ...before, peakMinor, floorMinor: Math.max(before.floorMinor, floorMinor) };
}

/**
 * Raises what trails equity, marks lines that this equity touches, and notes a week's profit that is reached.
 * Equity includes what is floating. A line that was touched stays so until it turns, or for good.
 *
 * @returns the same object when nothing changes
 */
export function watchFloors(
  state: FloorsState,
  ruleSet: RuleSet,
  asOf: Instant,
  equityMinor: number,
): FloorsState {
  let lines: LineState[] | undefined;
  for (let at = 0; at < state.lines.length; at += 1) {
    const [line, before] = lineAt(state, ruleSet, at);
    const rises = line.trails === 'on_equity' && equityMinor > before.peakMinor;
    const touches = before.touchedAt === null && equityMinor <= before.floorMinor;
    if (!rises && !touches) continue;
    lines ??= [...state.lines];
    const risen = rises ? raised(line, before, state.initialMinor, equityMinor) : before;
    lines[at] = touches ? { ...risen, touchedAt: asOf } : risen;
  }
  const profit = profitReached(state, ruleSet, equityMinor);
  if (lines === undefined && profit === null) return state;
  return {
    ...state,
    lines: lines ?? state.lines,
    weeklyProfitLatch: state.weeklyProfitLatch ?? profit,
  };
}

function profitReached(
  { weeklyProfitLatch, weekStartMinor }: FloorsState,
  { weeklyProfitPercent }: RuleSet,
  equityMinor: number,
): number | null {
  if (weeklyProfitPercent === null || weeklyProfitLatch !== null || weekStartMinor <= 0)
    return null;
  const percent = (100 * (equityMinor - weekStartMinor)) / weekStartMinor;
  return percent >= weeklyProfitPercent ? roundTo(percent, 2) : null;
}

/** The highest floor that holds now: what equity must stay above. */
export function floorMinor(state: FloorsState): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (const line of state.lines) if (line.floorMinor > highest) highest = line.floorMinor;
  return highest;
}

/** The place of the line whose floor is the highest; of equal ones the one that holds longest. */
export function highestLine(state: FloorsState, ruleSet: RuleSet): number {
  let highest = 0;
  for (let at = 1; at < state.lines.length; at += 1) {
    const [line, lineState] = lineAt(state, ruleSet, at);
    const [best, bestState] = lineAt(state, ruleSet, highest);
    const higher = lineState.floorMinor - bestState.floorMinor;
    if (higher > 0 || (higher === 0 && LASTS[line.kind] > LASTS[best.kind])) highest = at;
  }
  return highest;
}

const LASTS = { day: 0, week: 1, total: 2 } as const;

/**
 * The highest floor there would be after the next turn of every line if it came now, with this account. On a
 * Friday and on a weekend the next turn is also the week's: the market is closed between them.
 */
export function comingFloors(
  state: FloorsState,
  ruleSet: RuleSet,
  account: AccountFigures,
): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < state.lines.length; at += 1) {
    const [line, before] = lineAt(state, ruleSet, at);
    const floor = comingFloor(line, before, state.initialMinor, account);
    if (floor > highest) highest = floor;
  }
  return highest;
}

function comingFloor(
  line: EquityLine,
  before: LineState,
  initialMinor: number,
  account: AccountFigures,
): number {
  if (line.kind === 'total') {
    if (line.trails === 'no') return before.floorMinor;
    const peakMinor = Math.max(before.peakMinor, trailed(line, account));
    const floor = floorOf(line, initialMinor, before.basisMinor, peakMinor);
    return Math.max(before.floorMinor, floor);
  }
  const reopens = before.turn + DAYS_TO_MONDAY_FROM_FRIDAY;
  if (line.kind === 'week' && weekOfTurn(reopens) === weekOfTurn(before.turn))
    return before.floorMinor;
  const basisMinor = basisOf(line, initialMinor, account);
  const peakMinor = Math.max(basisMinor, trailed(line, account));
  return floorOf(line, initialMinor, basisMinor, peakMinor);
}

const DAYS_TO_MONDAY_FROM_FRIDAY = 3;

/** When the next line of the rule set turns, so that its floor may change. */
export function nextFloorTurn(ruleSet: RuleSet, asOf: Instant): Instant {
  let first = nextTurn(asOf, weekTurnsAt(ruleSet));
  for (const { turnsAt } of ruleSet.lines) {
    const turn = nextTurn(asOf, turnsAt);
    if (turn < first) first = turn;
  }
  return first;
}

/**
 * Keeps entries off because everything was closed before this line: until it turns, or for good where it does
 * not or where it was touched and ends the account. A lock that lasts longer is kept.
 *
 * @param at the line's place, as `highestLine` finds it
 */
export function lockFloors(
  state: FloorsState,
  ruleSet: RuleSet,
  at: number,
  asOf: Instant,
  equityMinor: number,
): FloorsState {
  const [line, lineState] = lineAt(state, ruleSet, at);
  const ended = line.onTouch === 'end' && lineState.touchedAt !== null;
  const until = ended ? null : lockEnd(line, asOf);
  const { lock } = state;
  if (lock !== null && !lastsLonger(until, lock.until)) return state;
  return { ...state, lock: { line: at, since: asOf, until, equityMinor } };
}

/** Whether one lock outlasts another; null is for good. */
export function lastsLonger(until: Instant | null, other: Instant | null): boolean {
  return other !== null && (until === null || until > other);
}

/** When a lock of this line ends; null for good. */
export function lockEnd({ kind, onTouch, turnsAt }: EquityLine, asOf: Instant): Instant | null {
  if (kind === 'week') return nextWeekTurn(asOf, turnsAt);
  if (kind === 'day' || onTouch === 'pause_until_turn') return nextTurn(asOf, turnsAt);
  return null;
}

/** Why nothing may be opened, or null. `rollFloors` ends what is over. */
export function entriesOff(state: FloorsState): 'touched' | 'locked' | 'weekly_profit' | null {
  for (const line of state.lines) if (line.touchedAt !== null) return 'touched';
  if (state.lock !== null) return 'locked';
  return state.weeklyProfitLatch === null ? null : 'weekly_profit';
}
