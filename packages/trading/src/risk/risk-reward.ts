import { roundTo } from '../rounding.ts';
import { roundTripPoints } from './loss-per-lot.ts';
import { denied } from './refusal.ts';
import type { RiskContext, RiskRule } from './risk-context.ts';
import { passed } from './risk-context.ts';
import { RISK_REWARD_FLOOR } from './risk-settings.ts';

/**
 * Reward over risk at the executable quote: (|TP - entry| - cost) / (|entry - SL| + cost). The entry is
 * the ask for a buy and the bid for a sell, so that the spread is in the distances; cost is commission.
 */
export function riskRewardOf(
  context: Pick<RiskContext, 'idea' | 'valuation' | 'quote' | 'instrument'>,
): number {
  const { entry, stopLoss, takeProfit } = context.idea;
  if (stopLoss === null || takeProfit === null) return 0;
  const cost = roundTripPoints(context);
  return (Math.abs(takeProfit - entry) - cost) / (Math.abs(entry - stopLoss) + cost);
}

/** At least the trader's minimum, and never below 1:1 whatever the settings say. */
export const riskReward: RiskRule = (context) => {
  const limit = Math.max(context.settings.minRiskReward, RISK_REWARD_FLOOR);
  const ratio = riskRewardOf(context);
  const shown = Math.floor(ratio * 1_000) / 1_000;
  if (ratio >= limit) return passed('risk_reward', roundTo(ratio, 4), limit);
  return denied(
    'risk_reward',
    limit,
    shown,
    `The reward of the ${context.idea.side} of ${context.instrument.symbol} is ${shown} times its risk after costs, at least ${limit} is required.`,
  );
};
