import type { DeskCheckReply } from '@quorate/contract/decision-outcomes';
import { formatFigure, sentenceCase } from '@quorate/ui/decision-words';
import { formatMoney } from '@quorate/ui/format';
import { currencyDigits, currencyOf } from '@quorate/values/money';

const RULES: Readonly<Record<string, string>> = {
  owner_halt: 'Halted by its owner',
  quote_spread_points: 'Ask above bid',
  crossed_quote: 'Ask above bid',
  symbol_allowed: 'Symbol allowed',
  risk_percent: 'Risk a trade',
  daily_loss_percent: 'Loss of the day',
  weekly_loss_percent: 'Loss of the week',
  weekly_profit_percent: 'Profit of the week',
  drawdown_percent: 'Fall from the highest equity',
  drawdown: 'Fall from the highest equity',
  losses_in_row: 'Losses in a row',
  losing_streak: 'Losses in a row',
  currency_risk_percent: 'Risk on one currency',
  currency_risk: 'Risk on one currency',
  decision_age_seconds: 'Age of the decision',
  stale_decision: 'Age of the decision',
  conversion_rate: 'Rate to the account’s currency',
  daily_trades: 'Trades of the day',
  plan_daily_trades: 'Trades of the day, plan',
  weekend: 'Before the weekend',
  rollover: 'At the rollover',
  open_positions: 'Open positions',
  stop_loss_points: 'Distance to the stop',
  stop_too_close: 'Distance to the stop',
  take_profit_points: 'Distance to the target',
  spread_points: 'Spread',
  risk_reward: 'Reward over risk',
  loss_at_stop_minor: 'Loss at the stop',
  margin_minor: 'Margin',
};

/** The name people read. @example ruleName('spread_points') // 'Spread' */
export function ruleName(rule: string): string {
  return RULES[rule] ?? sentenceCase(rule);
}

/** A name inside a sentence; R stays a capital. @example inSentence('Expected R') // 'expected R' */
export function inSentence(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Rules whose figures are 0 and 1 for no and yes. */
const YES_NO = new Set(['owner_halt', 'symbol_allowed', 'weekend', 'rollover']);

/** How a value has to stand to its limit; without a sign where that is not known of a rule. */
const SIGNS: Readonly<Record<string, '≥' | '≤' | '<'>> = {
  voters: '≥',
  agreeing: '≥',
  majority: '≥',
  probability: '≥',
  expected_r: '≥',
  dispersion: '≤',
  quote_spread_points: '≥',
  crossed_quote: '≥',
  risk_percent: '≤',
  daily_loss_percent: '<',
  daily_loss: '<',
  weekly_loss_percent: '<',
  weekly_loss: '<',
  weekly_profit_percent: '<',
  weekly_profit: '<',
  drawdown_percent: '<',
  drawdown: '<',
  losses_in_row: '<',
  losing_streak: '<',
  currency_risk_percent: '≤',
  currency_risk: '≤',
  decision_age_seconds: '≤',
  stale_decision: '≤',
  daily_trades: '<',
  plan_daily_trades: '<',
  open_positions: '<',
  position_open: '<',
  stop_loss_points: '≥',
  stop_too_close: '≥',
  take_profit_points: '≥',
  spread_points: '≤',
  spread: '≤',
  risk_reward: '≥',
  loss_at_stop_minor: '≤',
  margin_minor: '≤',
  margin: '≤',
};

/** @example signOf('risk_reward') // '≥ ' */
export function signOf(rule: string): string {
  const sign = SIGNS[rule];
  return sign === undefined ? '' : `${sign} `;
}

type Check = Pick<DeskCheckReply, 'rule' | 'value' | 'limit' | 'unit'>;

/** What was found, with its unit. @param currency of the account */
export function checkValue({ rule, value, unit }: Check, currency: string): string {
  return figureWords(rule, value, unit, currency);
}

/** What it was held against, and on which side of it the value has to be. */
export function checkLimit({ rule, limit, unit }: Check, currency: string): string {
  if (limit === null) return 'none';
  // The value beside it says the unit.
  const words = figureWords(rule, limit, unit === 'points' ? '' : unit, currency);
  return YES_NO.has(rule) || typeof limit === 'string' ? words : `${signOf(rule)}${words}`;
}

function figureWords(
  rule: string,
  figure: DeskCheckReply['value'],
  unit: string,
  currency: string,
): string {
  if (typeof figure === 'string') return figure;
  if (YES_NO.has(rule)) return figure === 0 ? 'no' : 'yes';
  switch (unit) {
    case 'minor':
      return formatMoney(figure / 10 ** currencyDigits(currencyOf(currency)), currency);
    case 'percent':
      return `${formatFigure(figure)}%`;
    case 'points':
      return `${formatFigure(figure)} points`;
    case 'seconds':
      return `${formatFigure(figure)} s`;
    default:
      return formatFigure(figure);
  }
}
