import { instantFromIso, isoFromInstant } from '@quorate/values/instant';
import { currencyOf } from '@quorate/values/money';
import type { EquityLine, FloorsState, LineAmount, RuleSet, TurnsAt } from './rule-set.ts';
import { type RuleSetFault, ruleSetFaults } from './rule-set-faults.ts';

/** A rule set as it travels and lies in files: the same fields in snake_case, without a preset's source. */
export function ruleSetToJson(ruleSet: RuleSet): Record<string, unknown> {
  return {
    id: ruleSet.id,
    name: ruleSet.name,
    lines: ruleSet.lines.map(lineToJson),
    weekly_profit_percent: ruleSet.weeklyProfitPercent,
    profit_target_percent: ruleSet.profitTargetPercent,
    fewest_trading_days: ruleSet.fewestTradingDays,
    trading_day_least_percent: ruleSet.tradingDayLeastPercent,
    best_day_percent: ruleSet.bestDayPercent,
    news: ruleSet.news && {
      minutes_before: ruleSet.news.minutesBefore,
      minutes_after: ruleSet.news.minutesAfter,
      importance: ruleSet.news.importance,
      bars: ruleSet.news.bars,
    },
    weekend_holding: ruleSet.weekendHolding,
    most_lots: ruleSet.mostLots,
    most_positions: ruleSet.mostPositions,
    most_open_risk_percent: ruleSet.mostOpenRiskPercent,
    flat_by: ruleSet.flatBy && { time: ruleSet.flatBy.time, zone: ruleSet.flatBy.zone },
    automated_trading: ruleSet.automatedTrading,
  };
}

/** Two lines that mean the same have the same JSON. */
export function lineToJson(line: EquityLine): Record<string, unknown> {
  return {
    kind: line.kind,
    basis: line.basis,
    amount: amountToJson(line.amount),
    trails: line.trails,
    stops_trailing_at_percent: line.stopsTrailingAtPercent,
    turns_at: { time: line.turnsAt.time, zone: line.turnsAt.zone },
    on_touch: line.onTouch,
    ...(line.bankedProfitWidens && { banked_profit_widens: true }),
    ...(line.afterPayout === 'follows' && { after_payout: 'follows' }),
  };
}

function amountToJson(amount: LineAmount): Record<string, number> {
  if ('moneyMinor' in amount) return { money_minor: amount.moneyMinor };
  if ('percentOfInitial' in amount) return { percent_of_initial: amount.percentOfInitial };
  return { percent_of_basis: amount.percentOfBasis };
}

export type RuleSetReading =
  | Readonly<{ ruleSet: RuleSet; faults: null }>
  | Readonly<{ ruleSet: null; faults: readonly RuleSetFault[] }>;

/**
 * Reads a rule set that came over the wire or that somebody wrote into a file.
 *
 * @returns the rule set, or everything that is wrong with it, each with the path of its field
 * @example ruleSetFromJson({ id: 'own' }).faults[0] // { field: 'name', message: 'name is missing.' }
 */
export function ruleSetFromJson(value: unknown): RuleSetReading {
  const faults: RuleSetFault[] = [];
  const at = fieldsOf(value, '', faults, RULE_SET_FIELDS);
  const ruleSet: RuleSet = {
    id: at.text('id'),
    name: at.text('name'),
    lines: at.list('lines').map((line, index) => lineFrom(line, `lines.${index}`, faults)),
    weeklyProfitPercent: at.numberOrNull('weekly_profit_percent'),
    profitTargetPercent: at.numberOrNull('profit_target_percent'),
    fewestTradingDays: at.numberOrNull('fewest_trading_days'),
    tradingDayLeastPercent: at.numberOrNull('trading_day_least_percent'),
    bestDayPercent: at.numberOrNull('best_day_percent'),
    news: at.isSet('news') ? newsFrom(at.value('news'), faults) : null,
    weekendHolding: at.yesOrNo('weekend_holding', true),
    mostLots: at.numberOrNull('most_lots'),
    mostPositions: at.numberOrNull('most_positions'),
    mostOpenRiskPercent: at.numberOrNull('most_open_risk_percent'),
    flatBy: at.isSet('flat_by') ? turnsAtFrom(at.value('flat_by'), 'flat_by', faults) : null,
    automatedTrading: at.isSet('automated_trading')
      ? at.oneOf('automated_trading', ['allowed', 'not_allowed', 'ask'])
      : 'allowed',
  };
  // A field that could not be read would be complained about twice.
  if (faults.length === 0) faults.push(...ruleSetFaults(ruleSet));
  return faults.length === 0 ? { ruleSet, faults: null } : { ruleSet: null, faults };
}

const RULE_SET_FIELDS = [
  'id',
  'name',
  'lines',
  'weekly_profit_percent',
  'profit_target_percent',
  'fewest_trading_days',
  'trading_day_least_percent',
  'best_day_percent',
  'news',
  'weekend_holding',
  'most_lots',
  'most_positions',
  'most_open_risk_percent',
  'flat_by',
  'automated_trading',
];

function lineFrom(value: unknown, path: string, faults: RuleSetFault[]): EquityLine {
  const at = fieldsOf(value, path, faults, [
    'kind',
    'basis',
    'amount',
    'trails',
    'stops_trailing_at_percent',
    'turns_at',
    'on_touch',
    'banked_profit_widens',
    'after_payout',
  ]);
  const kind = at.oneOf('kind', ['day', 'week', 'total']);
  const bases = [
    'start_balance',
    'day_start_balance',
    'day_start_equity',
    'higher_of_both',
  ] as const;
  return {
    kind,
    // A total line counts from the initial balance: it need not say so.
    basis: kind === 'total' && !at.isSet('basis') ? 'start_balance' : at.oneOf('basis', bases),
    amount: amountFrom(at.value('amount'), `${path}.amount`, faults),
    trails: at.isSet('trails')
      ? at.oneOf('trails', ['no', 'on_day_end_balance', 'on_balance', 'on_equity'])
      : 'no',
    stopsTrailingAtPercent: at.numberOrNull('stops_trailing_at_percent'),
    turnsAt: turnsAtFrom(at.value('turns_at'), `${path}.turns_at`, faults),
    onTouch: at.oneOf('on_touch', ['end', 'pause_until_turn']),
    ...(at.yesOrNo('banked_profit_widens', false) && { bankedProfitWidens: true }),
    ...(at.isSet('after_payout') &&
      at.oneOf('after_payout', ['stays', 'follows']) === 'follows' && { afterPayout: 'follows' }),
  };
}

function amountFrom(value: unknown, path: string, faults: RuleSetFault[]): LineAmount {
  const names = ['percent_of_initial', 'percent_of_basis', 'money_minor'] as const;
  const at = fieldsOf(value, path, faults, names);
  const given = names.filter((name) => at.isSet(name));
  if (given.length !== 1 && isFields(value))
    faults.push({ field: path, message: `${path} must have exactly one of ${names.join(', ')}.` });
  if (given[0] === 'money_minor') return { moneyMinor: at.number('money_minor') };
  if (given[0] === 'percent_of_basis') return { percentOfBasis: at.number('percent_of_basis') };
  return { percentOfInitial: given[0] ? at.number('percent_of_initial') : 0 };
}

function turnsAtFrom(value: unknown, path: string, faults: RuleSetFault[]): TurnsAt {
  const at = fieldsOf(value, path, faults, ['time', 'zone']);
  return { time: at.text('time'), zone: at.text('zone') };
}

function newsFrom(value: unknown, faults: RuleSetFault[]): RuleSet['news'] {
  const at = fieldsOf(value, 'news', faults, [
    'minutes_before',
    'minutes_after',
    'importance',
    'bars',
  ]);
  return {
    minutesBefore: at.number('minutes_before'),
    minutesAfter: at.number('minutes_after'),
    importance: at.oneOf('importance', ['high', 'medium', 'low']),
    bars: at.oneOf('bars', ['entries', 'all']),
  };
}

/** Floors as they travel and as a bot keeps them. */
export function floorsToJson(state: FloorsState): Record<string, unknown> {
  const { lock } = state;
  return {
    v: state.v,
    rule_set_id: state.ruleSetId,
    currency: state.currency,
    initial_minor: state.initialMinor,
    lines: state.lines.map(({ floorMinor, basisMinor, peakMinor, turn, touchedAt }) => ({
      floor_minor: floorMinor,
      basis_minor: basisMinor,
      peak_minor: peakMinor,
      turn,
      touched_at: touchedAt === null ? null : isoFromInstant(touchedAt),
    })),
    lock: lock && {
      line: lock.line,
      since: isoFromInstant(lock.since),
      until: lock.until === null ? null : isoFromInstant(lock.until),
      equity_minor: lock.equityMinor,
    },
    week: state.week,
    week_start_minor: state.weekStartMinor,
    weekly_profit_latch: state.weeklyProfitLatch,
  };
}

export type FloorsReading =
  | Readonly<{ floors: FloorsState; faults: null }>
  | Readonly<{ floors: null; faults: readonly RuleSetFault[] }>;

/** Reads floors again. @returns them, or what is wrong with them by field */
export function floorsFromJson(value: unknown): FloorsReading {
  const faults: RuleSetFault[] = [];
  const at = fieldsOf(value, '', faults, null);
  if (isFields(value) && at.number('v') !== 1)
    faults.push({ field: 'v', message: 'v must be 1: these floors are of another version.' });
  const currency = at.text('currency');
  if (!/^[A-Z]{3}$/.test(currency))
    faults.push({ field: 'currency', message: 'currency must be a code such as USD.' });
  const lines = at.list('lines').map((line, index) => {
    const of = fieldsOf(line, `lines.${index}`, faults, null);
    return {
      floorMinor: of.number('floor_minor'),
      basisMinor: of.number('basis_minor'),
      peakMinor: of.number('peak_minor'),
      turn: of.number('turn'),
      touchedAt: of.isSet('touched_at') ? of.moment('touched_at') : null,
    };
  });
  const lockAt = at.isSet('lock') ? fieldsOf(at.value('lock'), 'lock', faults, null) : null;
  const lock = lockAt && {
    line: lockAt.number('line'),
    since: lockAt.moment('since'),
    until: lockAt.isSet('until') ? lockAt.moment('until') : null,
    equityMinor: lockAt.number('equity_minor'),
  };
  const figures = {
    ruleSetId: at.text('rule_set_id'),
    initialMinor: at.number('initial_minor'),
    week: at.number('week'),
    weekStartMinor: at.number('week_start_minor'),
    weeklyProfitLatch: at.numberOrNull('weekly_profit_latch'),
  };
  if (faults.length > 0) return { floors: null, faults };
  return {
    floors: { v: 1, currency: currencyOf(currency), lines, lock, ...figures },
    faults: null,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads fields of one object; what is missing or of another kind becomes a fault and a harmless value. */
function fieldsOf(
  value: unknown,
  path: string,
  faults: RuleSetFault[],
  known: readonly string[] | null,
) {
  const here = isFields(value) ? value : {};
  const of = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (!isFields(value)) {
    const field = path === '' ? 'rule_set' : path;
    faults.push({
      field,
      message: value === undefined ? `${field} is missing.` : `${field} must be an object.`,
    });
  } else if (known !== null) {
    for (const name of Object.keys(here).filter((each) => !known.includes(each)))
      faults.push({ field: of(name), message: `${of(name)} is not a field of a rule set.` });
  }
  function wrong<Value>(name: string, kind: string, instead: Value): Value {
    const missing = here[name] === undefined || here[name] === null;
    const message = missing ? `${of(name)} is missing.` : `${of(name)} must be ${kind}.`;
    if (isFields(value)) faults.push({ field: of(name), message });
    return instead;
  }
  const isSet = (name: string) => here[name] !== undefined && here[name] !== null;
  function number(name: string): number {
    const found = here[name];
    return typeof found === 'number' && Number.isFinite(found) ? found : wrong(name, 'a number', 0);
  }
  return {
    isSet,
    number,
    value: (name: string) => here[name],
    numberOrNull: (name: string) => (isSet(name) ? number(name) : null),
    text(name: string): string {
      const found = here[name];
      return typeof found === 'string' ? found : wrong(name, 'a text', '');
    },
    list(name: string): readonly unknown[] {
      const found = here[name];
      return Array.isArray(found) ? found : wrong(name, 'a list', []);
    },
    yesOrNo(name: string, otherwise: boolean): boolean {
      const found = here[name] ?? otherwise;
      return typeof found === 'boolean' ? found : wrong(name, 'true or false', otherwise);
    },
    oneOf<Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice {
      const found = choices.find((choice) => choice === here[name]);
      return found ?? wrong(name, `one of ${choices.join(', ')}`, choices[0]);
    },
    moment(name: string) {
      const found = here[name];
      try {
        return instantFromIso(typeof found === 'string' ? found : '');
      } catch {
        return wrong(
          name,
          'a UTC time such as 2025-01-02T14:00:00Z',
          instantFromIso('1970-01-01T00:00Z'),
        );
      }
    },
  };
}
