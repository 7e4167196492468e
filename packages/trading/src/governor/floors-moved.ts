import type { Instant } from '@quorate/values/instant';
import { ValueError } from '@quorate/values/value-error';
import { OWN_RULES, startFloors } from './floors.ts';
import { type AccountFigures, floorOf, lastsLonger, lockEnd } from './lines.ts';
import type { EquityLine, FloorsState, LineState, RuleSet } from './rule-set.ts';
import { lineToJson, ruleSetToJson } from './rule-set-json.ts';

/**
 * Counts money that was paid in or, negative, out, so that it is neither gain nor loss.
 *
 * Lines of the day and the week move by exactly this money, and so does a private account's trailing line:
 * the distance to them stays what it was. A private account's fixed total follows what was paid in and what
 * was taken of its capital; profit that is taken leaves it where the rule says. A firm's total stays, whatever
 * is paid out, unless the firm says that it follows.
 *
 * @param account with the money in it or gone
 */
export function moveFloors(
  state: FloorsState,
  ruleSet: RuleSet,
  cashMinor: number,
  account: AccountFigures,
): FloorsState {
  if (cashMinor === 0) return state;
  const own = ruleSet.id === OWN_RULES;
  const capitalMinor = own ? capitalOf(state.initialMinor, cashMinor, account.balanceMinor) : 0;
  const lines = ruleSet.lines.map((line, at) => {
    const { initialMinor } = state;
    return moveLine(line, lineOf(state, at), { own, cashMinor, capitalMinor, initialMinor });
  });
  return {
    ...state,
    initialMinor: state.initialMinor + capitalMinor,
    lines,
    weekStartMinor: state.weekStartMinor + cashMinor,
  };
}

/** What was paid in is capital; what was taken is profit as far as the balance was above the initial one. */
function capitalOf(initialMinor: number, cashMinor: number, balanceMinor: number): number {
  if (cashMinor > 0) return cashMinor;
  const profitMinor = Math.max(0, balanceMinor - cashMinor - initialMinor);
  return Math.min(0, cashMinor + profitMinor);
}

type Flow = Readonly<{
  own: boolean;
  cashMinor: number;
  capitalMinor: number;
  initialMinor: number;
}>;

function moveLine(line: EquityLine, before: LineState, flow: Flow): LineState {
  const { own, cashMinor, capitalMinor, initialMinor } = flow;
  const countsFromInitial = line.kind === 'total' || line.basis === 'start_balance';
  if (countsFromInitial && line.trails === 'no') return shifted(before, capitalMinor, capitalMinor);
  if (line.kind !== 'total' || own) return shifted(before, cashMinor, cashMinor);
  if (line.afterPayout !== 'follows' || cashMinor > 0) return before;
  // The firm's account begins again near its initial balance; its first floor is the lowest there is.
  const peakMinor = Math.max(initialMinor, before.peakMinor + cashMinor);
  return shifted({ ...before, peakMinor }, 0, peakMinor - before.peakMinor, 0);
}

function shifted(before: LineState, basis: number, floor: number, peak: number = floor): LineState {
  return {
    ...before,
    basisMinor: before.basisMinor + basis,
    floorMinor: before.floorMinor + floor,
    peakMinor: before.peakMinor + peak,
  };
}

/**
 * Begins the total lines of a private account again from what it has now, after its owner has confirmed it: its
 * highest figures are let go, and so is a lock of such a line.
 *
 * @throws ValueError for a firm's rules: only the firm gives a new account
 */
export function rebaseTotal(
  state: FloorsState,
  ruleSet: RuleSet,
  account: AccountFigures,
  asOf: Instant,
): FloorsState {
  if (ruleSet.id !== OWN_RULES)
    throw new ValueError(`The total line of '${ruleSet.id}' is the firm's, not the owner's`);
  const initialMinor = account.equityMinor;
  const fresh = startFloors(ruleSet, { ...account, initialMinor, currency: state.currency }, asOf);
  const isTotal = (at: number) => ruleSet.lines[at]?.kind === 'total';
  return {
    ...state,
    initialMinor,
    lines: state.lines.map((line, at) => (isTotal(at) ? (fresh.lines[at] ?? line) : line)),
    lock: state.lock !== null && isTotal(state.lock.line) ? null : state.lock,
  };
}

/**
 * The floors to go on with where rules may have changed while nothing ran: the same where they have not.
 *
 * @param from the rules that the floors were kept by
 */
export function resumeFloors(
  state: FloorsState,
  from: RuleSet,
  to: RuleSet,
  account: ChangedAccount,
  asOf: Instant,
): FloorsState {
  const sameInitial = (account.initialMinor ?? state.initialMinor) === state.initialMinor;
  const same = JSON.stringify(ruleSetToJson(from)) === JSON.stringify(ruleSetToJson(to));
  return same && sameInitial ? state : changeRuleSet(state, from, to, account, asOf);
}

/** An account whose initial balance is another one than was remembered, if it is given. */
export type ChangedAccount = AccountFigures & Readonly<{ initialMinor?: number | null }>;

/**
 * The floors under another rule set. What the day and the week began with is kept within the same day and week
 * where both rule sets count alike, and so is every peak of a line that trails the same figure. A lock stays
 * until it would have ended, and a line that was touched stays touched.
 */
export function changeRuleSet(
  state: FloorsState,
  from: RuleSet,
  to: RuleSet,
  account: ChangedAccount,
  asOf: Instant,
): FloorsState {
  const initialMinor = account.initialMinor ?? state.initialMinor;
  const { balanceMinor, equityMinor } = account;
  const { currency } = state;
  const figures = { balanceMinor, equityMinor, initialMinor, currency };
  const fresh = startFloors(to, figures, asOf);
  const keepsSame = initialMinor === state.initialMinor;
  const lines = to.lines.map((line, at) => {
    const older = olderLines(state, from, line.kind);
    const same = keepsSame ? older.find((other) => isSameLine(other.line, line)) : undefined;
    return same?.was ?? carried(line, lineOf(fresh, at), older, initialMinor);
  });
  const sameWeek = fresh.week === state.week;
  return {
    ...fresh,
    lines,
    lock: carriedLock(state, from, to, lines, asOf),
    weekStartMinor: sameWeek ? state.weekStartMinor : fresh.weekStartMinor,
    weeklyProfitLatch: sameWeek ? state.weeklyProfitLatch : null,
  };
}

type OlderLine = Readonly<{ line: EquityLine; was: LineState }>;

function olderLines(state: FloorsState, from: RuleSet, kind: EquityLine['kind']): OlderLine[] {
  return from.lines
    .map((line, at) => ({ line, was: lineOf(state, at) }))
    .filter((older) => older.line.kind === kind);
}

function lineOf(state: FloorsState, at: number): LineState {
  const line = state.lines[at];
  if (line === undefined)
    throw new ValueError(`The floors of '${state.ruleSetId}' lack line ${at}`);
  return line;
}

function carried(
  line: EquityLine,
  fresh: LineState,
  older: readonly OlderLine[],
  initialMinor: number,
): LineState {
  let { basisMinor, peakMinor } = fresh;
  let touchedAt: Instant | null = null;
  for (const { line: other, was } of older) {
    const keepsBasis = line.kind !== 'total' && line.basis !== 'start_balance';
    if (keepsBasis)
      basisMinor = countsAlike(other, line) ? was.basisMinor : Math.max(basisMinor, was.basisMinor);
    if (line.trails !== 'no' && other.trails === line.trails)
      peakMinor = Math.max(peakMinor, was.peakMinor);
    if (other.onTouch === line.onTouch) touchedAt ??= was.touchedAt;
  }
  peakMinor = Math.max(peakMinor, basisMinor);
  const floorMinor = floorOf(line, initialMinor, basisMinor, peakMinor);
  return { floorMinor, basisMinor, peakMinor, turn: fresh.turn, touchedAt };
}

function isSameLine(a: EquityLine, b: EquityLine): boolean {
  return JSON.stringify(lineToJson(a)) === JSON.stringify(lineToJson(b));
}

/** Whether both began their day with the same figure at the same moment. */
function countsAlike(a: EquityLine, b: EquityLine): boolean {
  const { time, zone } = a.turnsAt;
  return a.basis === b.basis && time === b.turnsAt.time && zone === b.turnsAt.zone;
}

/** The lock that lasts longest, of the one that holds and of touches that no line of the new rules remembers. */
function carriedLock(
  state: FloorsState,
  from: RuleSet,
  to: RuleSet,
  lines: readonly LineState[],
  asOf: Instant,
): FloorsState['lock'] {
  let longest =
    state.lock === null ? null : { ...state.lock, line: placeIn(to, from, state.lock.line) };
  from.lines.forEach((line, at) => {
    const { touchedAt, floorMinor } = lineOf(state, at);
    const remembered = lines.some(
      (other, place) => other.touchedAt === touchedAt && to.lines[place]?.kind === line.kind,
    );
    if (touchedAt === null || remembered) return;
    const until = line.onTouch === 'end' ? null : lockEnd(line, asOf);
    if (longest !== null && !lastsLonger(until, longest.until)) return;
    longest = { line: placeIn(to, from, at), since: touchedAt, until, equityMinor: floorMinor };
  });
  return longest;
}

/** The first line of the same kind; the first of all where there is none. */
function placeIn(to: RuleSet, from: RuleSet, at: number): number {
  const kind = from.lines[at]?.kind;
  return Math.max(
    0,
    to.lines.findIndex((line) => line.kind === kind),
  );
}
