import { turnsAtIsKnown } from './day-turn.ts';
import type { EquityLine, RuleSet, TurnsAt } from './rule-set.ts';

/** What is wrong with a field of a rule set that somebody wrote. */
export type RuleSetFault = Readonly<{
  /** Its path on the wire. @example 'lines.0.amount' */
  field: string;
  message: string;
}>;

/** Bounds of every number, as the wire names them. */
export const RULE_SET_BOUNDS = {
  linesMost: 8,
  percent: { least: 0.01, most: 100 },
  moneyMinor: { least: 1, most: 1e12 },
  profitPercent: { least: 0.1, most: 1_000 },
  tradingDays: { least: 0, most: 366 },
  newsMinutes: { least: 0, most: 1_440 },
  lots: { least: 0.01, most: 100_000 },
  positions: { least: 1, most: 100_000 },
} as const;

type Bounds = Readonly<{ least: number; most: number; whole?: true }>;

/**
 * What is wrong with a rule set whose fields are of the right kinds: figures out of bounds, and rules that
 * contradict each other.
 *
 * @returns an empty list where nothing is
 */
export function ruleSetFaults(ruleSet: RuleSet): RuleSetFault[] {
  const { percent, profitPercent, tradingDays, newsMinutes, lots, positions } = RULE_SET_BOUNDS;
  const faults: RuleSetFault[] = [];
  const say = (field: string, message: string): void => {
    faults.push({ field, message });
  };
  const check = (field: string, value: number | null, bounds: Bounds) => {
    if (value !== null && !isWithin(value, bounds)) say(field, outOf(field, value, bounds));
  };
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(ruleSet.id))
    say('id', 'id must be a name such as ftmo-2-step: small letters, digits and hyphens.');
  const letters = ruleSet.name.trim().length;
  if (letters === 0 || ruleSet.name.length > 80) say('name', 'name must have 1 to 80 letters.');
  const { length } = ruleSet.lines;
  if (length === 0)
    say('lines', 'lines must have at least one line: without one nothing limits a loss.');
  if (length > RULE_SET_BOUNDS.linesMost)
    say('lines', `lines has ${length} lines, the most is ${RULE_SET_BOUNDS.linesMost}.`);
  for (const [at, line] of ruleSet.lines.entries()) lineFaults(line, `lines.${at}`, say, check);
  check('weekly_profit_percent', ruleSet.weeklyProfitPercent, profitPercent);
  check('profit_target_percent', ruleSet.profitTargetPercent, profitPercent);
  check('fewest_trading_days', ruleSet.fewestTradingDays, { ...tradingDays, whole: true });
  check('trading_day_least_percent', ruleSet.tradingDayLeastPercent, percent);
  check('best_day_percent', ruleSet.bestDayPercent, percent);
  check('most_open_risk_percent', ruleSet.mostOpenRiskPercent, percent);
  check('most_lots', ruleSet.mostLots, lots);
  check('most_positions', ruleSet.mostPositions, { ...positions, whole: true });
  if (ruleSet.news) {
    check('news.minutes_before', ruleSet.news.minutesBefore, { ...newsMinutes, whole: true });
    check('news.minutes_after', ruleSet.news.minutesAfter, { ...newsMinutes, whole: true });
  }
  if (ruleSet.flatBy) turnFaults(ruleSet.flatBy, 'flat_by', say);
  return faults;
}

type Say = (field: string, message: string) => void;

function lineFaults(
  line: EquityLine,
  path: string,
  say: Say,
  check: (field: string, value: number, bounds: Bounds) => void,
): void {
  const { amount, kind, trails, stopsTrailingAtPercent, bankedProfitWidens, afterPayout } = line;
  const { percent, moneyMinor } = RULE_SET_BOUNDS;
  if ('moneyMinor' in amount)
    check(`${path}.amount.money_minor`, amount.moneyMinor, { ...moneyMinor, whole: true });
  else if ('percentOfInitial' in amount)
    check(`${path}.amount.percent_of_initial`, amount.percentOfInitial, percent);
  else check(`${path}.amount.percent_of_basis`, amount.percentOfBasis, percent);
  if (stopsTrailingAtPercent !== null) {
    const field = `${path}.stops_trailing_at_percent`;
    check(field, stopsTrailingAtPercent, { least: 0, most: 100 });
    if (trails === 'no') say(field, `${field} is only for a line that trails.`);
  }
  if (kind === 'total' && line.basis !== 'start_balance')
    say(`${path}.basis`, `${path}.basis must be start_balance: a total line counts from it.`);
  if (bankedProfitWidens && kind !== 'day')
    say(`${path}.banked_profit_widens`, `${path}.banked_profit_widens is only for a day's line.`);
  if (afterPayout && (kind !== 'total' || trails === 'no'))
    say(`${path}.after_payout`, `${path}.after_payout is only for a total line that trails.`);
  turnFaults(line.turnsAt, `${path}.turns_at`, say);
}

function turnFaults(turnsAt: TurnsAt, path: string, say: Say): void {
  if (turnsAtIsKnown(turnsAt)) return;
  say(
    path,
    `${path} must be a time such as 00:00 and a zone with a name such as Europe/Prague; for a fixed UTC+3 write Etc/GMT-3.`,
  );
}

function isWithin(value: number, { least, most, whole }: Bounds): boolean {
  return value >= least && value <= most && (!whole || Number.isInteger(value));
}

function outOf(field: string, value: number, { least, most, whole }: Bounds): string {
  return `${field} is ${value}; it must be ${whole ? 'a whole number ' : ''}from ${least} to ${most}.`;
}
