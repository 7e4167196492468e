import type { Instant } from '@quorate/values/instant';
import { nextTurn, nextWeekTurn, weekOfTurn } from './day-turn.ts';
import type { EquityLine, LineState } from './rule-set.ts';

/** What an account has, in minor units. */
export type AccountFigures = Readonly<{ balanceMinor: number; equityMinor: number }>;

/** A line that begins to be watched on this day. */
export function startLine(
  line: EquityLine,
  initialMinor: number,
  account: AccountFigures,
  turn: number,
): LineState {
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

/** The line on a later day: a new basis where it counts by the day, or by the week that has changed with it. */
export function turnLine(
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

/** The line once the balance is this: risen where it trails the balance of any moment. */
export function bankLine(
  line: EquityLine,
  before: LineState,
  initialMinor: number,
  balanceMinor: number,
): LineState {
  const rises = line.trails === 'on_balance' && balanceMinor > before.peakMinor;
  return rises ? raised(line, before, initialMinor, balanceMinor) : before;
}

/** A peak lifts the floor, and never lowers it. */
export function raised(
  line: EquityLine,
  before: LineState,
  initialMinor: number,
  peakMinor: number,
): LineState {
  const floorMinor = floorOf(line, initialMinor, before.basisMinor, peakMinor);
  return { ...before, peakMinor, floorMinor: Math.max(before.floorMinor, floorMinor) };
}

/**
 * The line once equity stood here: risen with it where it trails equity, touched where equity is no higher than
 * its floor.
 *
 * @returns the same object when nothing changes
 */
export function watchLine(
  line: EquityLine,
  before: LineState,
  initialMinor: number,
  asOf: Instant,
  equityMinor: number,
): LineState {
  const rises = line.trails === 'on_equity' && equityMinor > before.peakMinor;
  const touches = before.touchedAt === null && equityMinor <= before.floorMinor;
  if (!rises && !touches) return before;
  const risen = rises ? raised(line, before, initialMinor, equityMinor) : before;
  return touches ? { ...risen, touchedAt: asOf } : risen;
}

/** What the floor would be after its next turn, with the account as it is. */
export function comingFloor(
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
  const week = weekOfTurn(before.turn);
  const reopens = weekOfTurn(before.turn + DAYS_TO_MONDAY_FROM_FRIDAY);
  if (line.kind === 'week' && reopens === week) return before.floorMinor;
  const basisMinor = basisOf(line, initialMinor, account);
  const peakMinor = Math.max(basisMinor, trailed(line, account));
  const floor = floorOf(line, initialMinor, basisMinor, peakMinor);
  // The market is closed between Friday's turn and Monday's: both floors must be met before it closes.
  const holdsOn = line.kind === 'week' && weekOfTurn(before.turn + 1) === week;
  return holdsOn ? Math.max(before.floorMinor, floor) : floor;
}

const DAYS_TO_MONDAY_FROM_FRIDAY = 3;

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
