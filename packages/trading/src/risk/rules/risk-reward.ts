import { roundTo } from '../../rounding.ts';
import { roundTripPoints } from '../loss-per-lot.ts';
import { denied } from '../refusal.ts';
import { passed, type Settings, type TradeFacts, type TradeRule } from '../rule.ts';

/** No setting lets a trade through that can win less than it can lose. */
const FLOOR = 1;

/** What it refuses with, and the sentence of an example. */
export const codes = {
  risk_reward:
    'The reward of the BUY of EURUSD is 1.495 times its risk after costs, at least 1.5 is required.',
} as const;
export const settings = {
  minRiskReward: {
    field: 'minimum_risk_reward',
    option: 'min-risk-reward',
    label: 'Risk-reward ratio',
    unit: 'to 1',
    least: FLOOR,
    most: 20,
    default: 1.5,
    recommended: '1.5',
    help: 'A trade must be able to win at least so many times what it can lose.',
    guide: 6,
  },
} as const satisfies Settings;

/** At least the trader's minimum, and never below 1:1 whatever the settings say. */
export const rule: TradeRule<typeof settings> = {
  kind: 'trade',
  name: 'risk_reward',
  label: 'Reward over risk',
  unit: 'ratio',
  sign: '≥',
  refusedWhen: '(\\|target - entry\\| - cost) / (\\|entry - stop\\| + cost) is less; never below 1',
  check(context) {
    const limit = Math.max(context.settings.minRiskReward, FLOOR);
    const ratio = riskRewardOf(context);
    const shown = Math.floor(ratio * 1_000) / 1_000;
    if (ratio >= limit) return passed('risk_reward', roundTo(ratio, 4), limit);
    return denied(
      'risk_reward',
      limit,
      shown,
      `The reward of the ${context.idea.side} of ${context.instrument.symbol} is ${shown} times its risk after costs, at least ${limit} is required.`,
    );
  },
};

/**
 * Reward over risk at the executable quote: (|TP - entry| - cost) / (|entry - SL| + cost). The entry is
 * the ask for a buy and the bid for a sell, so that the spread is in the distances; cost is commission.
 */
export function riskRewardOf(
  context: Pick<TradeFacts, 'idea' | 'valuation' | 'quote' | 'instrument'>,
): number {
  const { entry, stopLoss, takeProfit } = context.idea;
  if (stopLoss === null || takeProfit === null) return 0;
  const cost = roundTripPoints(context);
  return (Math.abs(takeProfit - entry) - cost) / (Math.abs(entry - stopLoss) + cost);
}
