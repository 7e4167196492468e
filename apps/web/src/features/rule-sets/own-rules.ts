import { type AccountRuleSet, type RuleSetJson, ruleSet } from '@quorate/contract/rule-sets';
import type { RuleSetFault } from '@quorate/trading/governor/rule-set-faults';
import { ruleSetFromJson, ruleSetToJson } from '@quorate/trading/governor/rule-set-json';
import { viewerTimeZone } from '@quorate/ui/time-format';

/** What the form of own rules holds, as it is typed; an empty text is "no such rule". */
export type RuleFields = Readonly<{
  name: string;
  dayPercent: string;
  dayBasis: RuleSetJson['lines'][number]['basis'];
  weekPercent: string;
  totalPercent: string;
  totalTrails: RuleSetJson['lines'][number]['trails'];
  time: string;
  zone: string;
  target: string;
  tradingDays: string;
  bestDay: string;
  openRisk: string;
  positions: string;
  newsMinutes: string;
  weekend: boolean;
}>;

const NEW_RULES: RuleFields = {
  name: 'My own rules',
  dayPercent: '5',
  dayBasis: 'day_start_equity',
  weekPercent: '',
  totalPercent: '10',
  totalTrails: 'no',
  time: '00:00',
  zone: 'UTC',
  target: '',
  tradingDays: '',
  bestDay: '',
  openRisk: '',
  positions: '',
  newsMinutes: '',
  weekend: true,
};

/** The form's fields of an account's own rules; of a new set where it has none that the form can show. */
export function ownRulesOf({ rule_set: rules }: AccountRuleSet): RuleFields {
  if (rules?.id !== 'own') return { ...NEW_RULES, zone: viewerTimeZone() };
  const lineOf = (kind: 'day' | 'week' | 'total') => rules.lines.find((each) => each.kind === kind);
  const [day, week, total] = [lineOf('day'), lineOf('week'), lineOf('total')];
  const turns = (day ?? rules.lines[0])?.turns_at;
  return {
    name: rules.name,
    dayPercent: percentOf(day),
    dayBasis: day?.basis ?? NEW_RULES.dayBasis,
    weekPercent: percentOf(week),
    totalPercent: percentOf(total),
    totalTrails: total?.trails ?? 'no',
    time: turns?.time ?? NEW_RULES.time,
    zone: turns?.zone ?? viewerTimeZone(),
    target: textOf(rules.profit_target_percent),
    tradingDays: textOf(rules.fewest_trading_days),
    bestDay: textOf(rules.best_day_percent),
    openRisk: textOf(rules.most_open_risk_percent),
    positions: textOf(rules.most_positions),
    newsMinutes: textOf(rules.news?.minutes_before ?? null),
    weekend: rules.weekend_holding,
  };
}

function percentOf(line: RuleSetJson['lines'][number] | undefined): string {
  if (!line) return '';
  if ('percent_of_initial' in line.amount) return String(line.amount.percent_of_initial);
  return 'percent_of_basis' in line.amount ? String(line.amount.percent_of_basis) : '';
}

function textOf(value: number | null): string {
  return value === null ? '' : String(value);
}

/** @returns the rules, or what is wrong with them */
export function rulesFromFields(
  fields: RuleFields,
): Readonly<{ rules: RuleSetJson | null; faults: readonly RuleSetFault[] }> {
  const { ruleSet: read, faults } = ruleSetFromJson(jsonOf(fields));
  return read ? { rules: ruleSet.parse(ruleSetToJson(read)), faults: [] } : { rules: null, faults };
}

function jsonOf(fields: RuleFields): Record<string, unknown> {
  const minutes = figureOf(fields.newsMinutes);
  return {
    id: 'own',
    name: fields.name.trim(),
    lines: linesOf(fields),
    weekly_profit_percent: null,
    profit_target_percent: figureOf(fields.target),
    fewest_trading_days: figureOf(fields.tradingDays),
    trading_day_least_percent: null,
    best_day_percent: figureOf(fields.bestDay),
    news:
      minutes === null
        ? null
        : { minutes_before: minutes, minutes_after: minutes, importance: 'high', bars: 'entries' },
    weekend_holding: fields.weekend,
    most_lots: null,
    most_positions: figureOf(fields.positions),
    most_open_risk_percent: figureOf(fields.openRisk),
    flat_by: null,
    automated_trading: 'allowed',
  };
}

function linesOf(fields: RuleFields): Record<string, unknown>[] {
  const turns_at = { time: fields.time, zone: fields.zone.trim() };
  const common = { stops_trailing_at_percent: null, turns_at };
  const pausing = { ...common, trails: 'no', on_touch: 'pause_until_turn' };
  const of = (kind: string, text: string, rest: Record<string, unknown>) => {
    const percent_of_initial = figureOf(text);
    return percent_of_initial === null ? [] : [{ kind, amount: { percent_of_initial }, ...rest }];
  };
  return [
    ...of('day', fields.dayPercent, { ...pausing, basis: fields.dayBasis }),
    ...of('week', fields.weekPercent, { ...pausing, basis: fields.dayBasis }),
    ...of('total', fields.totalPercent, {
      ...common,
      basis: 'start_balance',
      trails: fields.totalTrails,
      on_touch: 'end',
    }),
  ];
}

/** null for an empty field; what is no number stays a text, which the rules' reader names as a fault. */
function figureOf(text: string): number | string | null {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : trimmed;
}

/** Which of the form's fields a path of the wire is. */
const FIELDS: ReadonlyArray<readonly [RegExp, keyof RuleFields, string]> = [
  [/^name$/, 'name', 'The name needs 1 to 80 letters.'],
  [/turns_at/, 'zone', 'The day turns at a time such as 17:00, in a zone such as Europe/Prague.'],
  [/^lines$/, 'dayPercent', 'Name at least one limit: without one nothing limits a loss.'],
  [/^profit_target_percent$/, 'target', 'The profit target is a percentage from 0.1 to 1000.'],
  [/^fewest_trading_days$/, 'tradingDays', 'Trading days are a whole number up to 366.'],
  [/^best_day_percent$/, 'bestDay', 'The best day is a percentage from 0.01 to 100.'],
  [/^most_open_risk_percent$/, 'openRisk', 'Open risk is a percentage from 0.01 to 100.'],
  [/^most_positions$/, 'positions', 'Positions are a whole number from 1.'],
  [/^news/, 'newsMinutes', 'Minutes around news are a whole number up to 1440.'],
];

/** Each fault once, at the field of the form that it is about. */
export function faultsByField(faults: readonly RuleSetFault[]): ReadonlyMap<string, string> {
  return new Map(
    faults.map(({ field, message }) => {
      const known = FIELDS.find(([path]) => path.test(field));
      return known ? [known[1], known[2]] : ['limits', limitFault(field, message)];
    }),
  );
}

function limitFault(field: string, message: string): string {
  return /^lines\.\d+\.amount/.test(field) ? 'A limit is a percentage from 0.01 to 100.' : message;
}
