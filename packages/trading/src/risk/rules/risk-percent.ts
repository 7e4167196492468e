import { denied } from '../refusal.ts';
import { keptCheck, type Settings, type StandingRule } from '../rule.ts';

/** No setting lets a trade risk more of the account than this, in percent. */
const CEILING = 2;

/** What it refuses with, and the sentence of an example. */
export const codes = {
  risk_percent: 'The risk settings risk 2.01% on a trade, it must be above 0% and at most 2%.',
} as const;
export const settings = {
  riskPercent: {
    field: 'risk_per_trade_percent',
    option: 'risk-percent',
    label: 'Risk per trade',
    unit: '%',
    least: 0.01,
    most: CEILING,
    default: 1,
    recommended: '1 to 2',
    help: 'What one trade loses if its stop loss is hit. Never above 2%.',
    ofEquity: true,
    guide: 1,
  },
} as const satisfies Settings;

const kept = keptCheck('risk_percent');

/** The share of the account that one trade may risk: above 0, and never above the ceiling. */
export const rule: StandingRule<typeof settings> = {
  kind: 'standing',
  name: 'risk_percent',
  label: 'Risk a trade',
  unit: 'percent',
  sign: '≤',
  refusedWhen: `not above 0, or above ${CEILING}`,
  check({ settings: { riskPercent: percent } }) {
    if (percent > 0 && percent <= CEILING) return kept(percent, CEILING);
    return denied(
      'risk_percent',
      CEILING,
      percent,
      `The risk settings risk ${percent}% on a trade, it must be above 0% and at most ${CEILING}%.`,
    );
  },
};
