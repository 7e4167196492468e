import { DEFAULT_RISK_SETTINGS, type RiskSettings } from '@quorate/trading/risk/risk-settings';
import type { RiskProfile } from './profile.ts';

/**
 * What a profile lets the risk desk do. Whatever a profile does not name stays at its default.
 *
 * @param symbols the profile's currency pairs as the broker names them, suffix included
 * @example riskSettingsOfProfile(profile.risk, ['EURUSD.a'])
 */
export function riskSettingsOfProfile(
  risk: RiskProfile,
  symbols: readonly string[] = risk.currency_pairs,
): RiskSettings {
  return {
    ...DEFAULT_RISK_SETTINGS,
    riskPercent: risk.risk_per_trade_percent,
    minRiskReward: risk.minimum_risk_reward,
    maxDailyTrades: risk.maximum_daily_trades,
    dailyLossPercent: risk.daily_loss_limit_percent,
    weeklyLossPercent: risk.weekly_loss_limit_percent,
    weeklyProfitPercent: risk.weekly_profit_limit_percent,
    allowedSymbols: symbols,
    maxCurrencyRiskTrades: risk.currency_risk_limit_trades,
    drawdownPercent: risk.drawdown_limit_percent,
    drawdownPauseHours: risk.drawdown_pause_hours,
    maxLossesInRow: risk.losses_in_a_row_limit,
    lossesPauseHours: risk.losses_pause_hours,
  };
}
