import {
  tradingDayOf,
  tradingDayStart,
  tradingWeekOf,
  tradingWeekStart,
} from '@quorate/trading/market/trading-day';
import {
  type LimitsState,
  resumeLimits,
  rollLimits,
  type StoredLimits,
  startLimits,
  watchEquity,
} from '@quorate/trading/risk/limits-state';
import type { RiskSettings } from '@quorate/trading/risk/rules';
import type { Instant } from '@quorate/values/instant';

/** One line of an account's history: when its balance changed, and by how much in minor units. */
export type BalanceChange = Readonly<{
  at: Instant;
  minor: number;
  /** Whether the change is a trade's; deposits and credits are nobody's gain or loss. */
  traded: boolean;
  /** Whether it opened a position of ours that the loop has counted. */
  opening: boolean;
}>;

type Account = Readonly<{ now: Instant; balanceMinor: number; equityMinor: number }>;

/**
 * The day's and the week's limits for a run that begins in the middle of them. What the journal holds is
 * never softened; where it is silent (the bot was away at midnight, or the file is lost) the account's own
 * history says what the day and the week began with, and every loss on the way is watched again. Floating
 * profit at those moments is not known and counts as none.
 *
 * @param kept as the journal told them last
 * @param changes since the week began, oldest first
 */
export function rebuildLimits(
  kept: StoredLimits | null,
  { now, balanceMinor, equityMinor }: Account,
  changes: readonly BalanceChange[],
  settings: RiskSettings,
): LimitsState {
  const day = tradingDayOf(now);
  const week = tradingWeekOf(now);
  const dayStart = tradingDayStart(day);
  const weekStart = tradingWeekStart(week);
  const openedToday = changes.filter(({ opening, at }) => opening && at >= dayStart).length;
  const resumed = kept === null ? null : resumeLimits(kept, equityMinor);
  if (resumed !== null && resumed.day >= day) {
    const opened = Math.max(resumed.openedToday, resumed.day === day ? openedToday : 0);
    return watchEquity({ ...resumed, openedToday: opened }, equityMinor, settings);
  }
  const sumSince = (from: Instant) =>
    changes.reduce((sum, { at, minor, traded }) => sum + (traded && at >= from ? minor : 0), 0);
  const weekBegan = balanceMinor - sumSince(weekStart);
  const sameWeek = resumed !== null && resumed.week >= week;
  let state: LimitsState = {
    // Pauses go on; a new week forgets only what is the week's.
    ...(resumed === null
      ? startLimits(now, Math.max(balanceMinor, weekBegan))
      : rollLimits(resumed, now, equityMinor)),
    dayStartMinor: balanceMinor - sumSince(dayStart),
    openedToday,
    ...(!sameWeek && { weekStartMinor: weekBegan }),
  };
  let balance = weekBegan;
  for (const { at, minor, traded } of changes) {
    if (!traded || at < weekStart) continue;
    balance += minor;
    // What was lost before the day began is no loss of the day.
    const rules = at >= dayStart ? settings : { ...settings, dailyLossPercent: Infinity };
    state = watchEquity(state, balance, rules);
  }
  return watchEquity(state, equityMinor, settings);
}
