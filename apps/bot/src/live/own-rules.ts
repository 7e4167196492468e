import { defaultRuleSet, presetOf } from '@quorate/trading/governor/presets';
import type { RuleSet } from '@quorate/trading/governor/rule-set';
import { settingsFrom } from '@quorate/trading/risk/rules';
import { currencyOf, moneyFromNumber } from '@quorate/values/money';
import type { Profile } from '../profiles/profile.ts';
import type { LiveJournal } from './live-journal.ts';

/** What governs an account whose owner has chosen nothing at the service: a preset of the profile, or its limits. */
export function ownRules({ rule_set, risk }: Pick<Profile, 'rule_set' | 'risk'>): RuleSet {
  const preset = rule_set === null ? undefined : presetOf(rule_set);
  if (preset) return preset;
  const { dailyLossPercent, weeklyLossPercent, drawdownPercent, weeklyProfitPercent } =
    settingsFrom(risk, []);
  return defaultRuleSet(
    dailyLossPercent,
    weeklyLossPercent,
    drawdownPercent ?? null,
    weeklyProfitPercent ?? null,
  );
}

/** The initial balance of a profile in minor units of the account; null while its currency is not known. */
export function initialMinorOf(
  { initial_balance }: Pick<Profile, 'initial_balance'>,
  journal: Pick<LiveJournal, 'account'>,
): number | null {
  const currency = journal.account()?.currency;
  if (initial_balance === null || currency === undefined) return null;
  return moneyFromNumber(initial_balance, currencyOf(currency)).minor;
}
