import { denied } from '../refusal.ts';
import { keptCheck, type StandingRule } from '../rule.ts';
import { openedToday } from './daily-trades.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  plan_daily_trades: '4 trades were opened today, the plan allows 3.',
} as const;

const kept = keptCheck('plan_daily_trades');

/** Openings of one trading day: the plan's limit. */
export const rule: StandingRule = {
  kind: 'standing',
  name: 'plan_daily_trades',
  label: 'Trades of the day, plan',
  unit: 'trades',
  sign: '<',
  refusedWhen: 'the same for the plan',
  check({ tradesToday, planDailyTrades: limit }) {
    if (limit === null || tradesToday < limit)
      return kept(tradesToday, limit ?? Number.MAX_SAFE_INTEGER);
    return denied(
      'plan_daily_trades',
      limit,
      tradesToday,
      `${openedToday(tradesToday)}, the plan allows ${limit}.`,
    );
  },
};
