/** Every reason the desk or a broker has to say no. */
export const REFUSAL_CODES = [
  'owner_halt',
  'stop_loss_required',
  'stop_too_close',
  'risk_reward',
  'risk_percent',
  'daily_trades',
  'plan_daily_trades',
  'daily_loss',
  'weekly_loss',
  'weekly_profit',
  'symbol_not_allowed',
  'spread',
  'weekend',
  'rollover',
  'position_open',
  'margin',
  'volume_below_minimum',
  'volume_above_maximum',
  'volume_step',
  'volume_limit',
  'conversion_rate',
  'tick_value',
  'stale_decision',
  'currency_risk',
  'drawdown',
  'losing_streak',
  'crossed_quote',
  'unknown_symbol',
  'unknown_ticket',
  'stops_invalid',
  'order_expired',
  'order_on_its_way',
  'key_conflict',
  'foreign_position',
  'terminal_away',
  'broker_refused',
] as const;
/** Screens and tests branch on it; people read `message`. */
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** A no that is an answer, not a fault: what was asked, the limit, and the actual value. */
export type Refusal = Readonly<{
  kind: 'denied';
  code: RefusalCode;
  /** Figures in the unit that `message` names; text where there is no number (a symbol, a time). */
  limit: number | string;
  actual: number | string;
  /** One plain sentence with both figures. */
  message: string;
}>;

/** @example denied('spread', 36, 52, 'The spread of EURUSD is 52 points, the limit is 36.') */
export function denied(
  code: RefusalCode,
  limit: number | string,
  actual: number | string,
  message: string,
): Refusal {
  return { kind: 'denied', code, limit, actual, message };
}
