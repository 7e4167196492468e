import { denied } from './refusal.ts';
import type { StandingRule } from './risk-context.ts';
import { keptCheck } from './risk-context.ts';

const withinSettings = keptCheck('daily_trades');
const withinPlan = keptCheck('plan_daily_trades');

/** Openings of one trading day: the trader's own limit. */
export const dailyTrades: StandingRule = ({ tradesToday, settings }) => {
  const limit = settings.maxDailyTrades;
  if (tradesToday < limit) return withinSettings(tradesToday, limit);
  return denied(
    'daily_trades',
    limit,
    tradesToday,
    `${openedToday(tradesToday)}, the risk settings allow ${limit}.`,
  );
};

/** Openings of one trading day: the plan's limit. */
export const planDailyTrades: StandingRule = ({ tradesToday, planDailyTrades: limit }) => {
  if (limit === null) return withinPlan(tradesToday, Number.MAX_SAFE_INTEGER);
  if (tradesToday < limit) return withinPlan(tradesToday, limit);
  return denied(
    'plan_daily_trades',
    limit,
    tradesToday,
    `${openedToday(tradesToday)}, the plan allows ${limit}.`,
  );
};

function openedToday(trades: number): string {
  return trades === 1 ? '1 trade was opened today' : `${trades} trades were opened today`;
}
