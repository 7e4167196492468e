import type { RiskDraft } from './check-risk.ts';
import { typedNumber } from './typed-number.ts';

/** What two settings that are right by themselves mean together; null where nothing is odd. */
export function riskWarning(draft: RiskDraft): string | null {
  const day = typedNumber(draft.daily_loss_limit_percent);
  const week = typedNumber(draft.weekly_loss_limit_percent);
  const risk = typedNumber(draft.risk_per_trade_percent);
  if (day !== null && week !== null && week < day) {
    return `The weekly loss limit (${week}%) is below the daily one (${day}%): the week's ends trading first.`;
  }
  if (day !== null && risk !== null && day < risk) {
    return `One losing trade (${risk}%) is more than the daily loss limit (${day}%): such a trade is refused.`;
  }
  return null;
}
