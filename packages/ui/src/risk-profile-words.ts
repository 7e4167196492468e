import { t } from '@lingui/core/macro';
import { RISK_PROFILES, type RiskProfileName } from '@quorate/contract/hosted-accounts';

export const PROFILE_WORDS: Readonly<Record<RiskProfileName, string>> = {
  careful: t`Careful`,
  standard: t`Standard`,
  bold: t`Bold`,
};

type RiskFigures = Readonly<{
  risk_percent: number;
  daily_loss_percent: number;
  weekly_loss_percent: number;
  /** null for no such limit. */
  drawdown_percent: number | null;
}>;

/** @example riskSentence(RISK_PROFILES.standard) // 'Risks 1% per trade. Stops at a loss of 5% per day, 10% per week, 10% in total.' */
export function riskSentence(figures: RiskFigures): string {
  const { risk_percent: risk, daily_loss_percent: day, weekly_loss_percent: week } = figures;
  const total = figures.drawdown_percent;
  return total === null
    ? t`Risks ${risk}% per trade. Stops at a loss of ${day}% per day, ${week}% per week.`
    : t`Risks ${risk}% per trade. Stops at a loss of ${day}% per day, ${week}% per week, ${total}% in total.`;
}

/** What a profile risks, in one line. */
export function profileFigures(name: RiskProfileName): string {
  return riskSentence(RISK_PROFILES[name]);
}
