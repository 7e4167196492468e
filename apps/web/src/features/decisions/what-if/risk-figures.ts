import { type ReplayRisk, replayRisk } from '@quorate/contract/decision-replay';
import { formatFigure } from '@quorate/ui/decision-words';
import { formatCount } from '@quorate/ui/format';

type RiskName = keyof ReplayRisk;

const { shape } = replayRisk;

function fieldOf(name: RiskName, label: string) {
  const { minValue, maxValue } = shape[name].unwrap();
  return { name, label, bounds: `${formatFigure(minValue ?? 0)} to ${formatCount(maxValue ?? 0)}` };
}

/** Figures of a risk profile that can be tried, with the bounds of the desk. */
export const RISK_FIELDS = [
  fieldOf('risk_percent', 'Risk a trade, %'),
  fieldOf('min_risk_reward', 'Reward over risk, at least'),
  fieldOf('max_daily_trades', 'Trades a day, at most'),
  fieldOf('daily_loss_percent', 'Loss of a day, %'),
  fieldOf('weekly_loss_percent', 'Loss of a week, %'),
] as const;

export type TypedRisk = Readonly<Partial<Record<RiskName, string>>>;

/** The profile that was typed; what is left empty stays as it was. */
export function riskFrom(
  typed: TypedRisk,
): { risk: ReplayRisk; faults: null } | { risk: null; faults: TypedRisk } {
  const figures = Object.fromEntries(
    Object.entries(typed)
      .filter(([, text]) => text.trim() !== '')
      .map(([name, text]) => [
        name,
        name === 'max_daily_trades' ? wholeOf(text.trim()) : figureOf(text.trim()),
      ]),
  );
  const parsed = replayRisk.safeParse(figures);
  if (parsed.success) return { risk: parsed.data, faults: null };
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
  const faults = RISK_FIELDS.filter(({ name }) => wrong.has(name)).map(({ name, bounds }) => [
    name,
    `${name === 'max_daily_trades' ? 'A whole number' : 'A number'} from ${bounds}`,
  ]);
  return { risk: null, faults: Object.fromEntries(faults) };
}

/** NaN where it is no whole number, so that "1,000" is never read as one. */
function wholeOf(text: string): number {
  return /^(?:\d+|\d{1,3}(?:,\d{3})+)$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
}

/** Decimals may follow a comma, as many keyboards write them. NaN where it is no number. */
function figureOf(text: string): number {
  return /^(?:\d+[.,]?\d*|[.,]\d+)$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}
