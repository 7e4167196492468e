import type { Instant } from '@quorate/values/instant';
import type { Currency } from '@quorate/values/money';
import { ValueError } from '@quorate/values/value-error';
import { roundTo } from '../rounding.ts';
import { nextTurn, turnOf, turnSpan, weekOfTurn } from './day-turn.ts';
import {
  type AccountFigures,
  bankLine,
  comingFloor,
  lastsLonger,
  lockEnd,
  raised,
  startLine,
  turnLine,
  watchLine,
} from './lines.ts';
import type { FloorsState, LineState, RuleSet, TurnsAt } from './rule-set.ts';

/** Where servers of the forex market turn their day: weeks of rule sets without a line of their own. */
export const SERVER_MIDNIGHT: TurnsAt = { time: '17:00', zone: 'America/New_York' };

/** The id of rules that are the owner's own: the only account in which money moves freely. */
export const OWN_RULES = 'own';

/** The id of a firm's rules that somebody wrote down, where there is no preset of them. */
export const FIRM_RULES = 'firm';

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
    lines: ruleSet.lines.map((line) =>
      startLine(line, initialMinor, account, turnOf(asOf, line.turnsAt)),
    ),
    lock: null,
    week: weekOfTurn(turnOf(asOf, weekTurnsAt(ruleSet))),
    weekStartMinor: equityMinor,
    weeklyProfitLatch: null,
  };
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
  const { turns, week } = turnsOf(ruleSet, asOf);
  let lines: LineState[] | undefined;
  for (let at = 0; at < state.lines.length; at += 1) {
    const line = ruleSet.lines[at];
    const before = state.lines[at];
    if (!line || !before) throw unlike(state, ruleSet);
    const turn = turns[at] ?? before.turn;
    const turned =
      turn > before.turn ? turnLine(line, before, state.initialMinor, turn, account) : before;
    const after = bankLine(line, turned, state.initialMinor, account.balanceMinor);
    if (after === before) continue;
    lines ??= [...state.lines];
    lines[at] = after;
  }
  const { lock } = state;
  const unlocks = lock !== null && lock.until !== null && asOf >= lock.until;
  if (lines === undefined && !unlocks && week <= state.week) return state;
  const turned = { ...state, lines: lines ?? state.lines, lock: unlocks ? null : lock };
  if (week <= state.week) return turned;
  return { ...turned, week, weekStartMinor: account.equityMinor, weeklyProfitLatch: null };
}

/** The days of all lines, for as long as none of them turns. */
type Turns = Readonly<{
  ruleSet: RuleSet;
  from: number;
  to: number;
  turns: readonly number[];
  week: number;
}>;

const known = new WeakMap<RuleSet, Turns>();
let newest: Turns | undefined;

/** Bars come in order: hundreds of them lie between two turns of a rule set. */
function turnsOf(ruleSet: RuleSet, asOf: Instant): Turns {
  if (newest && newest.ruleSet === ruleSet && asOf >= newest.from && asOf < newest.to)
    return newest;
  const before = known.get(ruleSet);
  newest = before && asOf >= before.from && asOf < before.to ? before : lookUp(ruleSet, asOf);
  known.set(ruleSet, newest);
  return newest;
}

function lookUp(ruleSet: RuleSet, asOf: Instant): Turns {
  const ofWeek = turnSpan(asOf, weekTurnsAt(ruleSet));
  let { from, to } = ofWeek;
  const turns: number[] = [];
  for (const { turnsAt } of ruleSet.lines) {
    const day = turnSpan(asOf, turnsAt);
    if (day.from > from) from = day.from;
    if (day.to < to) to = day.to;
    turns.push(day.turn);
  }
  return { ruleSet, from, to, turns, week: weekOfTurn(ofWeek.turn) };
}

function unlike(state: FloorsState, ruleSet: RuleSet): ValueError {
  return new ValueError(
    `The floors of '${state.ruleSetId}' have ${state.lines.length} lines, the rule set '${ruleSet.id}' has ${ruleSet.lines.length}`,
  );
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
    const line = ruleSet.lines[at];
    const before = state.lines[at];
    if (!line || !before) throw unlike(state, ruleSet);
    const after = watchLine(line, before, state.initialMinor, asOf, equityMinor);
    if (after === before) continue;
    lines ??= [...state.lines];
    lines[at] = after;
  }
  const profit = profitReached(state, ruleSet, equityMinor);
  if (lines === undefined && profit === null) return state;
  return {
    ...state,
    lines: lines ?? state.lines,
    weeklyProfitLatch: state.weeklyProfitLatch ?? profit,
  };
}

/**
 * Raises lines that trail the balance of any moment, as `rollFloors` does: a deal may bring a balance that the
 * next one takes away.
 *
 * @returns the same object when nothing changes
 */
export function bankFloors(
  state: FloorsState,
  ruleSet: RuleSet,
  balanceMinor: number,
): FloorsState {
  let lines: LineState[] | undefined;
  for (let at = 0; at < state.lines.length; at += 1) {
    const line = ruleSet.lines[at];
    const before = state.lines[at];
    if (!line || !before) throw unlike(state, ruleSet);
    const after = bankLine(line, before, state.initialMinor, balanceMinor);
    if (after === before) continue;
    lines ??= [...state.lines];
    lines[at] = after;
  }
  return lines === undefined ? state : { ...state, lines };
}

/**
 * Raises total lines to peaks that another copy of these floors has seen: the service's, or a backup's. Lower
 * ones change nothing.
 *
 * @param peaksMinor in the order of the lines
 */
export function raisePeaks(
  state: FloorsState,
  ruleSet: RuleSet,
  peaksMinor: readonly number[],
): FloorsState {
  let lines: LineState[] | undefined;
  for (let at = 0; at < state.lines.length; at += 1) {
    const line = ruleSet.lines[at];
    const before = state.lines[at];
    if (!line || !before) throw unlike(state, ruleSet);
    const peakMinor = peaksMinor[at] ?? 0;
    if (line.kind !== 'total' || line.trails === 'no' || peakMinor <= before.peakMinor) continue;
    lines ??= [...state.lines];
    lines[at] = raised(line, before, state.initialMinor, peakMinor);
  }
  return lines === undefined ? state : { ...state, lines };
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

/**
 * The highest floor of the whole account that ends it when it is touched, or null where none does. It is the one
 * that a slip at its very worst must not cross: what that takes would shrink every trade under a day's line. Under
 * rules of one's own no account is lost: its owner begins again.
 *
 * @param coming the account as it is, for the highest there would be after the next turn, too
 */
export function endFloorMinor(
  state: FloorsState,
  ruleSet: RuleSet,
  coming: AccountFigures | null,
): number | null {
  if (ruleSet.id === OWN_RULES) return null;
  let highest: number | null = null;
  for (let at = 0; at < state.lines.length; at += 1) {
    const line = ruleSet.lines[at];
    const before = state.lines[at];
    if (!line || !before) throw unlike(state, ruleSet);
    if (line.kind !== 'total' || line.onTouch !== 'end') continue;
    const after = coming
      ? comingFloor(line, before, state.initialMinor, coming)
      : before.floorMinor;
    highest = Math.max(highest ?? before.floorMinor, before.floorMinor, after);
  }
  return highest;
}

/** The place of the line whose floor is the highest; of equal ones the one that holds longest. */
export function highestLine(state: FloorsState, ruleSet: RuleSet): number {
  let highest = 0;
  for (let at = 1; at < state.lines.length; at += 1) {
    const line = ruleSet.lines[at];
    const best = ruleSet.lines[highest];
    if (!line || !best) throw unlike(state, ruleSet);
    const higher = (state.lines[at]?.floorMinor ?? 0) - (state.lines[highest]?.floorMinor ?? 0);
    if (higher > 0 || (higher === 0 && LASTS[line.kind] > LASTS[best.kind])) highest = at;
  }
  return highest;
}

const LASTS = { day: 0, week: 1, total: 2 } as const;

/**
 * The highest floor there would be after the next turn if it came now, with this account. From Friday on it
 * includes the week's turn, too: the market is closed between them. Where lines turn at different moments, those
 * that wait keep their floors.
 */
export function comingFloors(
  state: FloorsState,
  ruleSet: RuleSet,
  account: AccountFigures,
): number {
  const apart = turnApart(ruleSet);
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < state.lines.length; at += 1) {
    const line = ruleSet.lines[at];
    const before = state.lines[at];
    if (!line || !before) throw unlike(state, ruleSet);
    const coming = comingFloor(line, before, state.initialMinor, account);
    const floor = apart ? Math.max(before.floorMinor, coming) : coming;
    if (floor > highest) highest = floor;
  }
  return highest;
}

function turnApart({ lines }: RuleSet): boolean {
  const first = lines[0]?.turnsAt;
  for (const { turnsAt } of lines)
    if (turnsAt.time !== first?.time || turnsAt.zone !== first.zone) return true;
  return false;
}

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
  const line = ruleSet.lines[at];
  const lineState = state.lines[at];
  if (!line || !lineState) throw unlike(state, ruleSet);
  const ended = line.onTouch === 'end' && lineState.touchedAt !== null;
  const until = ended ? null : lockEnd(line, asOf);
  const { lock } = state;
  if (lock !== null && !lastsLonger(until, lock.until)) return state;
  return { ...state, lock: { line: at, since: asOf, until, equityMinor } };
}

/** Why nothing may be opened, or null. `rollFloors` ends what is over. */
export function entriesOff(state: FloorsState): 'touched' | 'locked' | 'weekly_profit' | null {
  for (const line of state.lines) if (line.touchedAt !== null) return 'touched';
  if (state.lock !== null) return 'locked';
  return state.weeklyProfitLatch === null ? null : 'weekly_profit';
}
