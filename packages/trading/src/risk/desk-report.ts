import type { RuleCheck } from '../vote.ts';
import type { Refusal } from './refusal.ts';

/** In what the figures of a check are: '' where they have no unit. */
export type CheckUnit =
  | 'points'
  | 'percent'
  | 'trades'
  | 'positions'
  | 'minor'
  | 'ratio'
  | 'seconds'
  | 'lots'
  | '';

/** One check of the desk as it is told. Figures are text where there is no number: a symbol, a time, `not known`. */
export type DeskCheck = Readonly<{
  rule: string;
  value: number | string;
  /** null where no limit is set. */
  limit: number | string | null;
  unit: CheckUnit;
  pass: boolean;
}>;

const UNITS: Readonly<Record<string, CheckUnit>> = {
  quote_spread_points: 'points',
  spread_points: 'points',
  stop_loss_points: 'points',
  take_profit_points: 'points',
  crossed_quote: 'points',
  spread: 'points',
  stop_too_close: 'points',
  stops_invalid: 'points',
  risk_percent: 'percent',
  daily_loss_percent: 'percent',
  weekly_loss_percent: 'percent',
  weekly_profit_percent: 'percent',
  drawdown_percent: 'percent',
  currency_risk_percent: 'percent',
  daily_loss: 'percent',
  weekly_loss: 'percent',
  weekly_profit: 'percent',
  drawdown: 'percent',
  currency_risk: 'percent',
  tick_value: 'percent',
  losses_in_row: 'trades',
  losing_streak: 'trades',
  decision_age_seconds: 'seconds',
  stale_decision: 'seconds',
  daily_trades: 'trades',
  plan_daily_trades: 'trades',
  open_positions: 'positions',
  position_open: 'positions',
  loss_at_stop_minor: 'minor',
  margin_minor: 'minor',
  margin: 'minor',
  risk_reward: 'ratio',
  volume_below_minimum: 'lots',
  volume_above_maximum: 'lots',
  volume_step: 'lots',
  volume_limit: 'lots',
};

/**
 * Every check that the desk did, in its order: those that were kept and, last, the one that refused.
 * The desk itself keeps only figures, so that a replay pays nothing for the words.
 *
 * @example deskReport(answer.checks, answer.kind === 'refused' ? answer.refusal : null)
 */
export function deskReport(
  checks: readonly RuleCheck[],
  refusal: Refusal | null,
): readonly DeskCheck[] {
  const kept = checks.map(
    ({ name, value, limit, pass }): DeskCheck => ({
      rule: name,
      value: Number.isNaN(value) ? 'not known' : value,
      limit: limit === Number.MAX_SAFE_INTEGER ? null : limit,
      unit: UNITS[name] ?? '',
      pass,
    }),
  );
  if (!refusal) return kept;
  const { code, actual, limit } = refusal;
  return [...kept, { rule: code, value: actual, limit, unit: UNITS[code] ?? '', pass: false }];
}
