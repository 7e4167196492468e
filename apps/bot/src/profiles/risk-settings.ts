import { type RiskSettings, settingsFrom } from '@quorate/trading/risk/rules';
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
  return settingsFrom(risk, symbols);
}
