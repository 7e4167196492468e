import { denied } from './refusal.ts';
import type { StandingRule } from './risk-context.ts';
import { keptCheck } from './risk-context.ts';
import { RISK_PERCENT_CEILING } from './risk-settings.ts';

const withinCeiling = keptCheck('risk_percent');

/** The share of the account that one trade may risk: above 0, and never above the ceiling. */
export const riskPercent: StandingRule = ({ settings }) => {
  const percent = settings.riskPercent;
  if (percent > 0 && percent <= RISK_PERCENT_CEILING) {
    return withinCeiling(percent, RISK_PERCENT_CEILING);
  }
  return denied(
    'risk_percent',
    RISK_PERCENT_CEILING,
    percent,
    `The risk settings risk ${percent}% on a trade, it must be above 0% and at most ${RISK_PERCENT_CEILING}%.`,
  );
};
