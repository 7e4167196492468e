import { t } from '@lingui/core/macro';
import type { NumberSetting } from '@quorate/trading/risk/rule';
import { formatFigure } from '@quorate/ui/decision-words';
import { formatCount } from '@quorate/ui/format';

/** What was typed of settings, or what is wrong with it, by their field. */
export type TypedSettings = Readonly<Record<string, string>>;

type FieldSetting = NumberSetting & Readonly<{ field: string }>;

/** What is typed for no such setting, in the reader's language; `none` is taken in each. */
function wordForNone(): string {
  return t({ message: 'none', context: 'typed into a field, in small letters' });
}

/** @example boundsOf(setting) // '0.1 to 20, or none' */
export function boundsOf({ least, most, optional }: NumberSetting, none = wordForNone()): string {
  const from = formatFigure(least);
  const to = formatCount(most);
  return optional ? t`${from} to ${to}, or ${none}` : t`${from} to ${to}`;
}

/** The settings that were typed; what is left empty is not among them, `none` is null. */
export function typedSettings(
  settings: readonly FieldSetting[],
  typed: TypedSettings,
): { values: Record<string, number | null>; faults: null | TypedSettings } {
  const values: Record<string, number | null> = {};
  const faults: Record<string, string> = {};
  for (const setting of settings) {
    const { field, least, most, whole, optional } = setting;
    const text = (typed[field] ?? '').trim();
    if (text === '') continue;
    if (optional && ['none', wordForNone()].includes(text.toLocaleLowerCase())) {
      values[field] = null;
      continue;
    }
    const figure = whole ? wholeOf(text) : figureOf(text);
    if (figure >= least && figure <= most) values[field] = figure;
    else
      faults[field] = whole
        ? t`A whole number from ${boundsOf(setting)}`
        : t`A number from ${boundsOf(setting)}`;
  }
  return { values, faults: Object.keys(faults).length === 0 ? null : faults };
}

/** NaN where it is no whole number, so that "1,000" is never read as one. */
function wholeOf(text: string): number {
  return /^(?:\d+|\d{1,3}(?:,\d{3})+)$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
}

/** Decimals may follow a comma, as many keyboards write them. NaN where it is no number. */
function figureOf(text: string): number {
  return /^(?:\d+[.,]?\d*|[.,]\d+)$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}
