import type { Instant } from '@quorate/values/instant';
import { roundTo } from '../rounding.ts';
import { tradingDayOf, tradingWeekOf } from '../trading-day.ts';
import type { RiskSettings } from './risk-settings.ts';

/**
 * What the day's and the week's limits remember: a plain JSON value, so that a restart goes on where
 * the last run stopped. Amounts are equity in minor units of the account's currency.
 *
 * A latch holds the percentage at which its limit was met. It stays until the period ends, even when
 * the equity recovers in between.
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
}>;

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
  };
}

/**
 * Begins a new day and a new week where the moment lies in one. Equity at that moment is what the new
 * period's loss is counted from, so that a floating loss of yesterday is not counted again.
 *
 * @returns the same object when nothing begins
 */
export function rollLimits(state: LimitsState, asOf: Instant, equityMinor: number): LimitsState {
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

/** Counts a position that was opened. */
export function countOpening(state: LimitsState): LimitsState {
  return { ...state, openedToday: state.openedToday + 1 };
}

/**
 * Latches every limit that this equity meets. Equity includes what is floating: a loss need not be
 * taken to count.
 *
 * @returns the same object when nothing changes
 */
export function watchEquity(
  state: LimitsState,
  equityMinor: number,
  settings: RiskSettings,
): LimitsState {
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

/** An account that began the period with nothing has lost all of it. */
function changePercent(startMinor: number, equityMinor: number): number {
  return startMinor > 0 ? (100 * (equityMinor - startMinor)) / startMinor : -100;
}
