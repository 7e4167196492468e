import { select, t } from '@lingui/core/macro';
import {
  type ExitProfile,
  exitProfile,
  type RiskProfile,
  riskProfile,
} from '@quorate/bot/profiles/profile';
import { EXIT_SETTINGS, type ExitFields } from '@quorate/trading/exits/exits';
import type { NumberSetting } from '@quorate/trading/risk/rule';
import {
  PROFILE_SETTINGS,
  type ProfileSetting,
  type RiskFields,
} from '@quorate/trading/risk/rules';
import { formatMoney } from '@quorate/ui/format';
import { NUMBERS } from '@quorate/ui/language';

/** The risk settings as they stand in a form. */
export type RiskDraft = Readonly<
  Record<keyof RiskFields, string> & { currency_pairs: readonly string[] }
>;

/** The settings of exits as they stand in a form. */
export type ExitDraft = Readonly<Record<keyof ExitFields, string>>;

/** By the path of the field, such as `risk.maximum_daily_trades`. */
export type Faults = Readonly<Record<string, string>>;

type CheckedRisk =
  | { kind: 'right'; risk: RiskProfile }
  /** What is wrong, with the limit and the value. */
  | { kind: 'wrong'; faults: Faults };

/** A form's texts of settings. */
export function riskDraftOf(risk: RiskProfile): RiskDraft {
  const texts = PROFILE_SETTINGS.map(({ field }) => [field, String(risk[field] ?? '')]);
  return { ...Object.fromEntries(texts), currency_pairs: risk.currency_pairs };
}

export function exitDraftOf(exits: ExitProfile): ExitDraft {
  const texts = EXIT_SETTINGS.map(({ field }) => [field, String(exits[field] ?? '')]);
  return Object.fromEntries(texts) as ExitDraft;
}

/** What the exits of a form are, or what is wrong with them; an empty one is off. */
export function checkExits(
  draft: ExitDraft,
): { kind: 'right'; exits: ExitProfile } | { kind: 'wrong'; faults: Faults } {
  const { values, faults } = checkNumbers('exits', EXIT_SETTINGS, draft);
  if (Object.keys(faults).length > 0) return { kind: 'wrong', faults };
  return { kind: 'right', exits: exitProfile.parse(values) };
}

/** @param planSymbols most currency pairs of the plan; null where there is no limit or nobody knows */
export function checkRisk(draft: RiskDraft, planSymbols: number | null): CheckedRisk {
  const { values, faults } = checkNumbers('risk', PROFILE_SETTINGS, draft);
  values.currency_pairs = draft.currency_pairs;
  const pairs = pairsFault(draft.currency_pairs, planSymbols);
  if (pairs) faults['risk.currency_pairs'] = pairs;
  if (Object.keys(faults).length > 0) return { kind: 'wrong', faults };
  const checked = riskProfile.safeParse(values);
  if (checked.success) return { kind: 'right', risk: checked.data };
  for (const issue of checked.error.issues) {
    faults[`risk.${String(issue.path[0] ?? '')}`] ??= issue.message;
  }
  return { kind: 'wrong', faults };
}

/** Typed texts as numbers, each that is wrong under its path. */
function checkNumbers<Field extends string>(
  group: 'risk' | 'exits',
  settings: readonly (NumberSetting & Readonly<{ field: Field }>)[],
  draft: Readonly<Record<Field, string>>,
): { values: Record<string, unknown>; faults: Record<string, string> } {
  const values: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const setting of settings) {
    const { field, optional } = setting;
    const text = draft[field];
    const isNone = optional && text.trim() === '';
    const value = isNone ? null : typedNumber(text);
    const fault = isNone ? null : faultOf(setting, text, value);
    if (fault) faults[`${group}.${field}`] = fault;
    values[field] = value;
  }
  return { values, faults };
}

function faultOf(field: NumberSetting, text: string, value: number | null): string | null {
  const range = t`${field.least} to ${field.most.toLocaleString(NUMBERS)}`;
  const kind = field.whole ? 'whole' : 'other';
  const typed = text.trim();
  if (value === null || (field.whole && !Number.isInteger(value)))
    return typed === ''
      ? t`It is empty: enter ${select(kind, { whole: 'a whole number', other: 'a number' })} from ${range}.`
      : t`“${typed.slice(0, 20)}” cannot be used: enter ${select(kind, { whole: 'a whole number', other: 'a number' })} from ${range}.`;
  if (value < field.least) return t`${typed} is too small: enter ${range}.`;
  return value > field.most ? t`${typed} is too large: enter ${range}.` : null;
}

function pairsFault(pairs: readonly string[], planSymbols: number | null): string | null {
  if (pairs.length === 0) return t`Add at least one currency pair.`;
  const most = Math.min(planSymbols ?? MOST_PAIRS, MOST_PAIRS);
  if (pairs.length <= most) return null;
  const [count, surplus] = [pairs.length, pairs.length - most];
  return planSymbols === most
    ? t`These are ${count}, and your plan allows ${most}: remove ${surplus}.`
    : t`These are ${count}, and at most ${most}: remove ${surplus}.`;
}

const MOST_PAIRS = 64;

/** What a typed text is as a number: a comma may stand for the point; null where it is none. */
export function typedNumber(text: string): number | null {
  const trimmed = text.trim().replace(',', '.');
  return /^\d{1,9}(\.\d{1,6})?$/.test(trimmed) ? Number(trimmed) : null;
}

/** What an account is worth now, as its terminal told last. */
export type Equity = Readonly<{ amount: number; currency: string }>;

/**
 * What a percentage is in money now; null where it cannot be told.
 *
 * @example moneyWords('1', { amount: 10_000, currency: 'USD' }) // 'Now about $100.00 of $10,000.00.'
 */
export function moneyWords(text: string, equity: Equity | null): string | null {
  const percent = typedNumber(text);
  if (equity === null || percent === null) return null;
  const { amount, currency } = equity;
  return t`Now about ${formatMoney((amount * percent) / 100, currency)} of ${formatMoney(amount, currency)}.`;
}

/** The risk settings of the guide under their names, in the guide's order. */
export const RISK_FIELDS: readonly ProfileSetting[] = PROFILE_SETTINGS.filter(
  ({ guide }) => guide !== undefined,
);

/** For those who want more: each works as it stands. */
export const MORE_RISK_FIELDS: readonly ProfileSetting[] = PROFILE_SETTINGS.filter(
  ({ guide }) => guide === undefined,
);
