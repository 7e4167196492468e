import type { ReplayRisk } from '@quorate/contract/decision-replay';
import { PROFILE_SETTINGS, type ProfileSetting } from '@quorate/trading/risk/rules';
import { formatFigure } from '@quorate/ui/decision-words';
import { formatCount } from '@quorate/ui/format';

/** The risk settings that can be tried, with the bounds of the desk. */
export const RISK_FIELDS = PROFILE_SETTINGS.map((setting) => ({
  name: setting.field,
  isUsual: setting.guide !== undefined,
  label: setting.unit === '%' ? `${setting.label}, %` : setting.label,
  bounds: boundsOf(setting),
}));

function boundsOf({ least, most, optional }: ProfileSetting): string {
  return `${formatFigure(least)} to ${formatCount(most)}${optional ? ', or none' : ''}`;
}

export type TypedRisk = Readonly<Record<string, string>>;

/** The settings that were typed; what is left empty stays as it was. */
export function riskFrom(
  typed: TypedRisk,
): { risk: ReplayRisk; faults: null } | { risk: null; faults: TypedRisk } {
  const risk: Record<string, number | null> = {};
  const faults: Record<string, string> = {};
  for (const setting of PROFILE_SETTINGS) {
    const { field, least, most, whole, optional } = setting;
    const text = (typed[field] ?? '').trim();
    if (text === '') continue;
    if (optional && text.toLowerCase() === 'none') {
      risk[field] = null;
      continue;
    }
    const figure = whole ? wholeOf(text) : figureOf(text);
    if (figure >= least && figure <= most) risk[field] = figure;
    else faults[field] = `A ${whole ? 'whole ' : ''}number from ${boundsOf(setting)}`;
  }
  return Object.keys(faults).length === 0 ? { risk, faults: null } : { risk: null, faults };
}

/** NaN where it is no whole number, so that "1,000" is never read as one. */
function wholeOf(text: string): number {
  return /^(?:\d+|\d{1,3}(?:,\d{3})+)$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
}

/** Decimals may follow a comma, as many keyboards write them. NaN where it is no number. */
function figureOf(text: string): number {
  return /^(?:\d+[.,]?\d*|[.,]\d+)$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}
