import { denied } from '../refusal.ts';
import { keptCheck, type Settings, type StandingRule } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  daily_trades: '3 trades were opened today, the risk settings allow 3.',
} as const;
export const settings = {
  maxDailyTrades: {
    field: 'maximum_daily_trades',
    option: 'max-daily-trades',
    label: 'Maximum daily trades',
    unit: 'trades',
    least: 1,
    most: 1_000,
    whole: true,
    default: 5,
    recommended: '3 to 5',
    help: 'After so many, nothing more is opened until the next trading day.',
    guide: 2,
  },
} as const satisfies Settings;

const kept = keptCheck('daily_trades');

/** Openings of one trading day: the trader's own limit. */
export const rule: StandingRule<typeof settings> = {
  kind: 'standing',
  name: 'daily_trades',
  label: 'Trades of the day',
  unit: 'trades',
  sign: '<',
  refusedWhen: 'as many were opened today, orders on their way included',
  check({ tradesToday, settings: { maxDailyTrades: limit } }) {
    if (tradesToday < limit) return kept(tradesToday, limit);
    return denied(
      'daily_trades',
      limit,
      tradesToday,
      `${openedToday(tradesToday)}, the risk settings allow ${limit}.`,
    );
  },
};

/** @example openedToday(1) // '1 trade was opened today' */
export function openedToday(trades: number): string {
  return trades === 1 ? '1 trade was opened today' : `${trades} trades were opened today`;
}
