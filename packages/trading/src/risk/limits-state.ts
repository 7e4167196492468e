import type { Instant } from '@quorate/values/instant';
import { HOUR_MS } from '@quorate/values/instant';
import { addOpenMarket, tradingDayOf, tradingWeekOf } from '../market/trading-day.ts';
import { roundTo } from '../rounding.ts';

/** The settings of the limits that remember, as the rules name them. */
type LimitSettings = Readonly<{
  dailyLossPercent: number;
  weeklyLossPercent: number;
  weeklyProfitPercent: number | null;
  drawdownPercent: number | null;
  maxLossesInRow: number | null;
  lossesPauseHours: number;
}>;

/** What a drawdown and losses in a row are remembered by. */
type PauseState = Readonly<{
  /** Highest equity since the run began, or since its owner began it again. */
  peakMinor: number;
  /** Holds until the owner begins the highest equity again, see `rebaseDrawdown`. */
  drawdownLatch: number | null;
  lossesInRow: number;
  lossesLatch: number | null;
  lossesUntil: Instant | null;
}>;

/**
 * What the limits remember: a plain JSON value, so that a restart goes on where the last run stopped.
 * Amounts are equity in minor units of the account's currency.
 *
 * A latch holds the figure at which its limit was met. It stays until the period ends, even when the
 * equity recovers in between.
 */
export type LimitsState = Readonly<{
  day: number;
  week: number;
  dayStartMinor: number;
  weekStartMinor: number;
  openedToday: number;
  dailyLossLatch: number | null;
  weeklyLossLatch: number | null;
  weeklyProfitLatch: number | null;
}> &
  PauseState;

/** As it was written, perhaps by a bot that knew of no pauses. */
export type StoredLimits = Omit<LimitsState, keyof PauseState> & Partial<PauseState>;

/** The state of an account that starts to trade at this moment with this equity. */
export function startLimits(asOf: Instant, equityMinor: number): LimitsState {
  return {
    day: tradingDayOf(asOf),
    week: tradingWeekOf(asOf),
    dayStartMinor: equityMinor,
    weekStartMinor: equityMinor,
    openedToday: 0,
    dailyLossLatch: null,
    weeklyLossLatch: null,
    weeklyProfitLatch: null,
    ...noPauses(equityMinor),
  };
}

function noPauses(equityMinor: number): PauseState {
  return {
    peakMinor: equityMinor,
    drawdownLatch: null,
    lossesInRow: 0,
    lossesLatch: null,
    lossesUntil: null,
  };
}

/**
 * The state to go on with. What an older bot did not write begins again: its highest equity is the highest
 * of what is known.
 *
 * @returns the same figures when nothing is missing
 */
export function resumeLimits(stored: StoredLimits, equityMinor: number): LimitsState {
  const { dayStartMinor, weekStartMinor } = stored;
  return { ...noPauses(Math.max(equityMinor, dayStartMinor, weekStartMinor)), ...stored };
}

/**
 * Begins a new day and a new week where the moment lies in one, and ends pauses that are over. Equity at
 * that moment is what the new period's loss is counted from, so that a floating loss of yesterday is not
 * counted again.
 *
 * @returns the same object when nothing begins and nothing ends
 */
export function rollLimits(before: LimitsState, asOf: Instant, equityMinor: number): LimitsState {
  const state = before.lossesUntil === null ? before : endPause(before, asOf);
  const day = tradingDayOf(asOf);
  if (day <= state.day) return state;
  const next = { ...state, day, dayStartMinor: equityMinor, openedToday: 0, dailyLossLatch: null };
  const week = tradingWeekOf(asOf);
  if (week <= state.week) return next;
  return {
    ...next,
    week,
    weekStartMinor: equityMinor,
    weeklyLossLatch: null,
    weeklyProfitLatch: null,
  };
}

/** The next streak of losses begins with none. */
function endPause(state: LimitsState, asOf: Instant): LimitsState {
  const { lossesUntil } = state;
  if (lossesUntil === null || asOf < lossesUntil) return state;
  return { ...state, lossesInRow: 0, lossesLatch: null, lossesUntil: null };
}

/**
 * Counts the next drawdown from what the account has now: only its owner may let a highest equity go, or a
 * replay that begins a new account.
 */
export function rebaseDrawdown(state: LimitsState, equityMinor: number): LimitsState {
  return { ...state, peakMinor: equityMinor, drawdownLatch: null };
}

/**
 * Counts money that was paid in or, negative, out: what the day and the week began with and the highest
 * equity move with it, so that it is neither gain nor loss. Latches stay.
 *
 * @param equityMinor with the money in it or gone. Where more was taken out than a period began with there
 *   is no start left to count from: it begins again from there
 */
export function countCashFlow(state: LimitsState, minor: number, equityMinor: number): LimitsState {
  const moved = (start: number) => (start + minor > 0 ? start + minor : Math.max(0, equityMinor));
  return {
    ...state,
    dayStartMinor: moved(state.dayStartMinor),
    weekStartMinor: moved(state.weekStartMinor),
    peakMinor: moved(state.peakMinor),
  };
}

/** Counts a position that was opened. */
export function countOpening(state: LimitsState): LimitsState {
  return { ...state, openedToday: state.openedToday + 1 };
}

/**
 * Counts a trade that was closed: a loss lengthens the streak, anything else ends it.
 *
 * @param netMinor costs included
 * @returns the same object when nothing changes
 */
export function countClosing(
  state: LimitsState,
  asOf: Instant,
  netMinor: number,
  { maxLossesInRow, lossesPauseHours }: LimitSettings,
): LimitsState {
  const lossesInRow = netMinor < 0 ? state.lossesInRow + 1 : 0;
  if (lossesInRow === state.lossesInRow) return state;
  const latches =
    maxLossesInRow !== null && lossesInRow >= maxLossesInRow && state.lossesLatch === null;
  if (!latches) return { ...state, lossesInRow };
  const lossesUntil = addOpenMarket(asOf, lossesPauseHours * HOUR_MS);
  return { ...state, lossesInRow, lossesLatch: lossesInRow, lossesUntil };
}

/**
 * Latches every limit that this equity meets. Equity includes what is floating: a loss need not be
 * taken to count.
 *
 * @returns the same object when nothing changes
 */
export function watchEquity(
  before: LimitsState,
  equityMinor: number,
  settings: LimitSettings,
): LimitsState {
  const state = watchDrawdown(before, equityMinor, settings);
  const dayPercent = changePercent(state.dayStartMinor, equityMinor);
  const weekPercent = changePercent(state.weekStartMinor, equityMinor);
  const { weeklyProfitPercent } = settings;
  const daily = state.dailyLossLatch === null && dayPercent <= -settings.dailyLossPercent;
  const weekly = state.weeklyLossLatch === null && weekPercent <= -settings.weeklyLossPercent;
  const profit =
    state.weeklyProfitLatch === null &&
    weeklyProfitPercent !== null &&
    weekPercent >= weeklyProfitPercent;
  if (!daily && !weekly && !profit) return state;
  return {
    ...state,
    dailyLossLatch: daily ? roundTo(-dayPercent, 2) : state.dailyLossLatch,
    weeklyLossLatch: weekly ? roundTo(-weekPercent, 2) : state.weeklyLossLatch,
    weeklyProfitLatch: profit ? roundTo(weekPercent, 2) : state.weeklyProfitLatch,
  };
}

/** Whoever wants no such limit pays nothing for it: not even the highest equity is kept. */
function watchDrawdown(
  state: LimitsState,
  equityMinor: number,
  { drawdownPercent }: LimitSettings,
): LimitsState {
  if (drawdownPercent === null || state.drawdownLatch !== null) return state;
  if (equityMinor > state.peakMinor) return { ...state, peakMinor: equityMinor };
  const fall = -changePercent(state.peakMinor, equityMinor);
  if (fall < drawdownPercent) return state;
  return { ...state, drawdownLatch: roundTo(fall, 2) };
}

/**
 * How far equity is below what a period began with, in percent; 0 where it is not. Cut to two decimals, so
 * that the figure never names a limit that was not met.
 *
 * @example lostPercent(1_000_000, 962_850) // 3.71
 */
export function lostPercent(startMinor: number, equityMinor: number): number {
  return cut(-changePercent(startMinor, equityMinor));
}

/** How far it is above. @example gainedPercent(1_000_000, 1_012_345) // 1.23 */
export function gainedPercent(startMinor: number, equityMinor: number): number {
  return cut(changePercent(startMinor, equityMinor));
}

/** 1.15 as a float is a little less. */
function cut(percent: number): number {
  return Math.max(0, Math.floor(100 * percent + 1e-9) / 100);
}

/** An account that began the period with nothing has lost all of it. */
function changePercent(startMinor: number, equityMinor: number): number {
  return startMinor > 0 ? (100 * (equityMinor - startMinor)) / startMinor : -100;
}
