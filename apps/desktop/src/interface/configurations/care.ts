import { t } from '@lingui/core/macro';
import { RISK_PROFILES } from '@quorate/contract/hosted-accounts';
import { presetOf } from '@quorate/trading/governor/presets';
import { limitsInShort } from '@quorate/trading/governor/rule-set-words';
import type { RiskFields } from '@quorate/trading/risk/rules';
import { PROFILE_WORDS, profileFigures, riskSentence } from '@quorate/ui/risk-profile-words';
import { type RiskDraft, typedNumber } from '../risk/check-risk.ts';

/** How careful a configuration is: a profile of the service's, the rules of a firm, or figures of its own. */
export type Care = 'careful' | 'standard' | 'prop_firm' | 'own';

export const CARE_WORDS: Readonly<Record<Care, string>> = {
  careful: PROFILE_WORDS.careful,
  standard: PROFILE_WORDS.standard,
  prop_firm: t`Prop firm`,
  own: t`Your own figures`,
};

type CareDraft = Readonly<{
  care: Care;
  risk: RiskDraft;
  /** The firm's, by id; empty before one is chosen. */
  rules: Readonly<{ rule_set: string }>;
}>;

type ProfileName = 'careful' | 'standard';
type RiskTexts = Partial<RiskDraft>;

/** What a choice writes into the risk settings; the other settings stay. */
export function riskOf(care: Exclude<Care, 'own'>): RiskTexts {
  if (care !== 'prop_firm') return textsOf(care);
  return {
    ...textsOf('standard'),
    risk_per_trade_percent: textsOf('careful').risk_per_trade_percent,
    // The firm's own lines are the total limit; one that follows the highest equity would be another.
    drawdown_limit_percent: '',
  };
}

function textsOf(name: ProfileName) {
  const profile = RISK_PROFILES[name];
  return {
    risk_per_trade_percent: String(profile.risk_percent),
    daily_loss_limit_percent: String(profile.daily_loss_percent),
    weekly_loss_limit_percent: String(profile.weekly_loss_percent),
    drawdown_limit_percent: String(profile.drawdown_percent),
  } satisfies Partial<Record<keyof RiskFields, string>>;
}

/** Which choice a configuration comes to: one of before there were any keeps its figures. */
export function careOf(risk: RiskDraft, ruleSet: string): Care {
  if (ruleSet !== '') return 'prop_firm';
  const isOf = (name: ProfileName) =>
    Object.entries(textsOf(name)).every(
      ([field, text]) => typedNumber(risk[field as keyof RiskFields]) === Number(text),
    );
  return (['careful', 'standard'] as const).find(isOf) ?? 'own';
}

const SPANS = {
  day: (amount: string) => t`${amount} per day`,
  week: (amount: string) => t`${amount} per week`,
  total: (amount: string) => t`${amount} in total`,
} as const;

/**
 * A choice in one line with its figures.
 *
 * @param draft as it is in the form
 */
export function careFigures(care: Care, draft: CareDraft): string {
  const { risk } = draft;
  switch (care) {
    case 'careful':
    case 'standard':
      return profileFigures(care);
    case 'prop_firm': {
      const rules = presetOf(draft.rules.rule_set);
      const { risk_per_trade_percent: share } = draft.care === care ? risk : riskOf(care);
      const limits = rules
        ? `${rules.name}: ${limitsInShort(rules, SPANS)}.`
        : t`Daily and total limit are those of your firm.`;
      return `${t`Risks ${share ?? '–'}% per trade.`} ${limits}`;
    }
    case 'own':
      return ownFigures(risk);
  }
}

function ownFigures(risk: RiskDraft): string {
  const share = typedNumber(risk.risk_per_trade_percent);
  const day = typedNumber(risk.daily_loss_limit_percent);
  const week = typedNumber(risk.weekly_loss_limit_percent);
  if (share === null || day === null || week === null) return t`Those under Advanced.`;
  return riskSentence({
    risk_percent: share,
    daily_loss_percent: day,
    weekly_loss_percent: week,
    drawdown_percent: typedNumber(risk.drawdown_limit_percent),
  });
}
