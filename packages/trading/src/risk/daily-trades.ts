import { denied } from './refusal.ts';
import type { StandingRule } from './risk-context.ts';
import { passed } from './risk-context.ts';

/** Openings of one trading day: the trader's own limit. */
export const dailyTrades: StandingRule = ({ tradesToday, settings }) => {
  const limit = settings.maxDailyTrades;
  if (tradesToday < limit) return passed('daily_trades', tradesToday, limit);
  return denied(
    'daily_trades',
    limit,
    tradesToday,
    `${openedToday(tradesToday)}, the risk settings allow ${limit}.`,
  );
};

/** Openings of one trading day: the plan's limit. */
export const planDailyTrades: StandingRule = ({ tradesToday, planDailyTrades: limit }) => {
  if (limit === null) return passed('plan_daily_trades', tradesToday, Number.MAX_SAFE_INTEGER);
  if (tradesToday < limit) return passed('plan_daily_trades', tradesToday, limit);
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
