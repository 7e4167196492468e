import { t } from '@lingui/core/macro';
import { type AccountRuleSet, type RuleSetJson, ruleSet } from '@quorate/contract/rule-sets';
import { FIRM_RULES, OWN_RULES } from '@quorate/trading/governor/floors';
import type { RuleSetFault } from '@quorate/trading/governor/rule-set-faults';
import { ruleSetFromJson, ruleSetToJson } from '@quorate/trading/governor/rule-set-json';
import { viewerTimeZone } from '@quorate/ui/time-format';
import { type Currency, money, moneyFromDecimal, moneyToDecimal } from '@quorate/values/money';

type Line = RuleSetJson['lines'][number];
type News = NonNullable<RuleSetJson['news']>;

/** What the form of own rules holds, as it is typed; an empty text is "no such rule". */
export type RuleFields = Readonly<{
  name: string;
  /** In the unit of the line that it shows: a new one is a percentage of the initial balance. */
  dayAmount: string;
  dayBasis: Line['basis'];
  weekAmount: string;
  totalAmount: string;
  totalTrails: Line['trails'];
  trailsUntil: string;
  time: string;
  zone: string;
  target: string;
  tradingDays: string;
  bestDay: string;
  openRisk: string;
  positions: string;
  newsBefore: string;
  newsAfter: string;
  newsImportance: News['importance'];
  newsBars: News['bars'];
  lots: string;
  flatBy: string;
  weeklyProfit: string;
  tradingDayLeast: string;
  weekend: boolean;
  /** Whether a firm made them: then only the firm lets the account begin again. */
  firm: boolean;
}>;

const AMOUNTS = { day: 'dayAmount', week: 'weekAmount', total: 'totalAmount' } as const;
const KINDS = ['day', 'week', 'total'] as const;

/** Whether somebody wrote these rules here, of their own or from a firm's page. */
export function areWritten(rules: RuleSetJson | null): boolean {
  return rules?.id === OWN_RULES || rules?.id === FIRM_RULES;
}

/** What the form begins with: the rules that were written for the account, or new ones where it follows others. */
export function ownRulesOf({ rule_set: rules }: AccountRuleSet): RuleSetJson {
  return rules && areWritten(rules) ? rules : newRules(viewerTimeZone());
}

function newRules(zone: string): RuleSetJson {
  const common = {
    trails: 'no',
    stops_trailing_at_percent: null,
    turns_at: { time: '00:00', zone },
  } as const;
  const day = { kind: 'day', basis: 'day_start_equity', on_touch: 'pause_until_turn' } as const;
  const total = { kind: 'total', basis: 'start_balance', on_touch: 'end' } as const;
  return {
    id: OWN_RULES,
    name: t`My own rules`,
    lines: [
      { ...common, ...day, amount: { percent_of_initial: 5 } },
      { ...common, ...total, amount: { percent_of_initial: 10 } },
    ],
    weekly_profit_percent: null,
    profit_target_percent: null,
    fewest_trading_days: null,
    trading_day_least_percent: null,
    best_day_percent: null,
    news: null,
    weekend_holding: true,
    most_lots: null,
    most_positions: null,
    most_open_risk_percent: null,
    flat_by: null,
    automated_trading: 'allowed',
  };
}

/** Rules as the form shows them: the first line of each kind, amounts of money in `currency`. */
export function ruleFieldsOf(rules: RuleSetJson, currency: Currency): RuleFields {
  const { day, week, total } = shownLines(rules);
  const { news } = rules;
  const turns = turnsOf(rules);
  return {
    name: rules.name,
    dayAmount: amountText(day, currency),
    dayBasis: (day ?? week)?.basis ?? 'day_start_equity',
    weekAmount: amountText(week, currency),
    totalAmount: amountText(total, currency),
    totalTrails: total?.trails ?? 'no',
    trailsUntil: textOf(total?.stops_trailing_at_percent ?? null),
    time: turns.time,
    zone: turns.zone,
    target: textOf(rules.profit_target_percent),
    tradingDays: textOf(rules.fewest_trading_days),
    bestDay: textOf(rules.best_day_percent),
    openRisk: textOf(rules.most_open_risk_percent),
    positions: textOf(rules.most_positions),
    newsBefore: textOf(news?.minutes_before ?? null),
    newsAfter: textOf(news?.minutes_after ?? null),
    newsImportance: news?.importance ?? 'high',
    newsBars: news?.bars ?? 'entries',
    lots: textOf(rules.most_lots),
    flatBy: rules.flat_by?.time ?? '',
    weeklyProfit: textOf(rules.weekly_profit_percent),
    tradingDayLeast: textOf(rules.trading_day_least_percent),
    weekend: rules.weekend_holding,
    firm: rules.id === FIRM_RULES,
  };
}

/** The line of each kind that the form shows. */
export function shownLines({ lines }: RuleSetJson): Partial<Record<Line['kind'], Line>> {
  const [day, week, total] = KINDS.map((kind) => lines.find((line) => line.kind === kind));
  return { ...(day && { day }), ...(week && { week }), ...(total && { total }) };
}

/** Further lines of a kind, which stay as they are. */
export function hiddenLines(rules: RuleSetJson): Line[] {
  const shown = Object.values(shownLines(rules));
  return rules.lines.filter((line) => !shown.includes(line));
}

function turnsOf(rules: RuleSetJson): Line['turns_at'] {
  const line = shownLines(rules).day ?? rules.lines[0];
  return line?.turns_at ?? { time: '00:00', zone: viewerTimeZone() };
}

function amountText(line: Line | undefined, currency: Currency): string {
  if (!line) return '';
  const { amount } = line;
  if ('money_minor' in amount) return moneyToDecimal(money(amount.money_minor, currency));
  return String(
    'percent_of_initial' in amount ? amount.percent_of_initial : amount.percent_of_basis,
  );
}

function textOf(value: number | null): string {
  return value === null ? '' : String(value);
}

export type FieldFaults = ReadonlyMap<string, string>;

/**
 * The rules with what was edited: everything else, shown or not, stays exactly as it was.
 *
 * @returns them, or what is wrong with them by the field of the form; `limits` where it is none of them
 */
export function rulesFromFields(
  rules: RuleSetJson,
  fields: RuleFields,
  currency: Currency,
): Readonly<{ rules: RuleSetJson | null; faults: FieldFaults }> {
  const json = editedRules(rules, fields, currency);
  const { ruleSet: read, faults } = ruleSetFromJson(json);
  if (read) return { rules: ruleSet.parse(ruleSetToJson(read)), faults: new Map() };
  return { rules: null, faults: faultsByField(faults, json.lines) };
}

type LineFields = Readonly<Record<string, unknown>> & Readonly<{ kind: Line['kind'] }>;

function editedRules(rules: RuleSetJson, fields: RuleFields, currency: Currency) {
  const before = ruleFieldsOf(rules, currency);
  const isEdited = (...names: (keyof RuleFields)[]) =>
    names.some((name) => fields[name] !== before[name]);
  const figure = (name: TextName, kept: number | null) =>
    isEdited(name) ? figureOf(fields[name]) : kept;
  const { flat_by: flatBy } = rules;
  // The end of the day is told in the zone of its turn where nothing else was said.
  const flatZone = flatBy && flatBy.zone !== before.zone ? flatBy.zone : fields.zone.trim();
  return {
    ...rules,
    id: fields.firm ? FIRM_RULES : OWN_RULES,
    name: isEdited('name') ? fields.name.trim() : rules.name,
    lines: editedLines(rules, fields, isEdited, currency),
    weekly_profit_percent: figure('weeklyProfit', rules.weekly_profit_percent),
    profit_target_percent: figure('target', rules.profit_target_percent),
    fewest_trading_days: figure('tradingDays', rules.fewest_trading_days),
    trading_day_least_percent: figure('tradingDayLeast', rules.trading_day_least_percent),
    best_day_percent: figure('bestDay', rules.best_day_percent),
    news: isEdited('newsBefore', 'newsAfter', 'newsImportance', 'newsBars')
      ? newsOf(fields)
      : rules.news,
    weekend_holding: fields.weekend,
    most_lots: figure('lots', rules.most_lots),
    most_positions: figure('positions', rules.most_positions),
    most_open_risk_percent: figure('openRisk', rules.most_open_risk_percent),
    flat_by:
      isEdited('flatBy', 'zone') && fields.flatBy.trim() !== ''
        ? { time: fields.flatBy.trim(), zone: flatZone }
        : isEdited('flatBy')
          ? null
          : flatBy,
  };
}

/** Names of the fields that are typed. */
export type TextName = {
  [Name in keyof RuleFields]: string extends RuleFields[Name] ? Name : never;
}[keyof RuleFields];

function newsOf(fields: RuleFields): Record<string, unknown> | null {
  const [before, after] = [figureOf(fields.newsBefore), figureOf(fields.newsAfter)];
  if (before === null && after === null) return null;
  return {
    minutes_before: before ?? 0,
    minutes_after: after ?? 0,
    importance: fields.newsImportance,
    bars: fields.newsBars,
  };
}

type IsEdited = (...names: (keyof RuleFields)[]) => boolean;

function editedLines(
  rules: RuleSetJson,
  fields: RuleFields,
  isEdited: IsEdited,
  currency: Currency,
): LineFields[] {
  const shown = shownLines(rules);
  const was = turnsOf(rules);
  const turnsAt = { time: fields.time.trim(), zone: fields.zone.trim() };
  const wasBasis = (shown.day ?? shown.week)?.basis;
  const of = (line: Line): LineFields[] => {
    const isMoved = isEdited('time', 'zone') && isSame(line.turns_at, was);
    const moved = isMoved ? { ...line, turns_at: turnsAt } : line;
    if (shown[line.kind] !== line) return [moved];
    const text = AMOUNTS[line.kind];
    if (!isEdited(text)) return [withShown(moved)];
    const figure = figureOf(fields[text]);
    return figure === null ? [] : [{ ...withShown(moved), amount: amountOf(line, figure) }];
  };
  const withShown = (line: Line): LineFields => {
    if (line.kind === 'total') return withTrails(line, fields, isEdited);
    const isBased = isEdited('dayBasis') && line.basis === wasBasis;
    return isBased ? { ...line, basis: fields.dayBasis } : line;
  };
  const amountOf = ({ amount }: Line, figure: number | string) => {
    if ('money_minor' in amount) return { money_minor: minorOf(figure, currency) };
    return { [Object.keys(amount)[0] ?? 'percent_of_initial']: figure };
  };
  const added = KINDS.filter((kind) => !shown[kind]).flatMap((kind) =>
    newLine(kind, fields, turnsAt),
  );
  return [...rules.lines.flatMap(of), ...added];
}

function withTrails(line: Line, fields: RuleFields, isEdited: IsEdited): LineFields {
  if (!isEdited('totalTrails', 'trailsUntil')) return line;
  const { after_payout: payout, ...rest } = line;
  const trails = fields.totalTrails;
  if (trails === 'no') return { ...rest, trails, stops_trailing_at_percent: null };
  const until = figureOf(fields.trailsUntil);
  return { ...rest, trails, stops_trailing_at_percent: until, after_payout: payout };
}

/** A line that the rules did not have, where an amount was typed for it. */
function newLine(kind: Line['kind'], fields: RuleFields, turns_at: Line['turns_at']): LineFields[] {
  const percent_of_initial = figureOf(fields[AMOUNTS[kind]]);
  if (percent_of_initial === null) return [];
  const line = { kind, amount: { percent_of_initial }, turns_at };
  if (kind !== 'total')
    return [{ ...line, trails: 'no', basis: fields.dayBasis, on_touch: 'pause_until_turn' }];
  const trails = fields.totalTrails;
  const until = trails === 'no' ? null : figureOf(fields.trailsUntil);
  return [
    { ...line, basis: 'start_balance', trails, stops_trailing_at_percent: until, on_touch: 'end' },
  ];
}

function isSame(a: Line['turns_at'], b: Line['turns_at']): boolean {
  return a.time === b.time && a.zone === b.zone;
}

/** null for an empty field; what is no number stays a text, which the rules' reader names as a fault. */
function figureOf(text: string): number | string | null {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : trimmed;
}

function minorOf(figure: number | string, currency: Currency): number | string {
  try {
    return moneyFromDecimal(String(figure), currency).minor;
  } catch {
    return String(figure);
  }
}

/** Which of the form's fields a path of the wire is. */
const FIELDS: ReadonlyArray<readonly [RegExp, keyof RuleFields, string]> = [
  [/^name$/, 'name', t`The name needs 1 to 80 letters.`],
  [/^flat_by/, 'flatBy', t`Positions are closed by a time such as 21:30.`],
  [/turns_at/, 'zone', t`The day turns at a time such as 17:00, in a zone such as Europe/Prague.`],
  [/stops_trailing/, 'trailsUntil', t`The limit stops rising at a percentage from 0 to 100.`],
  [/^lines$/, 'dayAmount', t`Name at least one limit: without one nothing limits a loss.`],
  [/^weekly_profit/, 'weeklyProfit', t`The weekly profit is a percentage from 0.1 to 1000.`],
  [/^profit_target/, 'target', t`The profit target is a percentage from 0.1 to 1000.`],
  [/^fewest_trading_days$/, 'tradingDays', t`Trading days are a whole number up to 366.`],
  [/^trading_day_least/, 'tradingDayLeast', t`A trading day's profit is from 0.01% to 100%.`],
  [/^best_day_percent$/, 'bestDay', t`The best day is a percentage from 0.01 to 100.`],
  [/^most_open_risk/, 'openRisk', t`Open risk is a percentage from 0.01 to 100.`],
  [/^most_positions$/, 'positions', t`Positions are a whole number from 1.`],
  [/^most_lots$/, 'lots', t`Lots are a number from 0.01.`],
  [/^news\.minutes_after/, 'newsAfter', t`Minutes after news are a whole number up to 1440.`],
  [/^news/, 'newsBefore', t`Minutes before news are a whole number up to 1440.`],
];

/** Each fault once, at the field of the form that it is about. */
function faultsByField(faults: readonly RuleSetFault[], lines: readonly LineFields[]): FieldFaults {
  return new Map(
    faults.map(({ field, message }) => {
      const known = FIELDS.find(([path]) => path.test(field));
      return known ? [known[1], known[2]] : limitFault(field, message, lines);
    }),
  );
}

function limitFault(
  field: string,
  message: string,
  lines: readonly LineFields[],
): [string, string] {
  const [, at] = /^lines\.(\d+)\.amount/.exec(field) ?? [];
  const line = at === undefined ? undefined : lines[Number(at)];
  // Of several lines of a kind the first one is what the form shows.
  if (!line || lines.find(({ kind }) => kind === line.kind) !== line) return ['limits', message];
  return [
    AMOUNTS[line.kind],
    field.includes('money_minor')
      ? t`This limit is an amount of money above 0.`
      : t`A limit is a percentage from 0.01 to 100.`,
  ];
}
