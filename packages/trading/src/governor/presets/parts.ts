import type {
  EquityLine,
  NewsWindow,
  Preset,
  PresetSource,
  RuleSet,
  TurnsAt,
} from '../rule-set.ts';

/** Zones in which firms turn their days. The names of `Etc/GMT` zones have the sign of the other direction. */
export const PRAGUE: TurnsAt = { time: '00:00', zone: 'Europe/Prague' };
/** UTC+3 all year. */
export const UTC_PLUS_3: TurnsAt = { time: '00:00', zone: 'Etc/GMT-3' };
/** Servers that follow New York's summer time: midnight of UTC+2 or UTC+3. */
export const NEW_YORK_CLOSE: TurnsAt = { time: '17:00', zone: 'America/New_York' };

type DayBasis = Exclude<EquityLine['basis'], 'start_balance'>;

/** A day's line of so many percent of the initial balance; it ends the account unless it is said to pause it. */
export function dayLine(
  percentOfInitial: number,
  basis: DayBasis,
  turnsAt: TurnsAt,
  more: Partial<EquityLine> = {},
): EquityLine {
  return { ...ENDS, kind: 'day', basis, amount: { percentOfInitial }, turnsAt, ...more };
}

/** A total line of so many percent of the initial balance that never moves. */
export function fixedTotal(percentOfInitial: number, turnsAt: TurnsAt): EquityLine {
  const amount = { percentOfInitial };
  return { ...ENDS, kind: 'total', basis: 'start_balance', amount, turnsAt };
}

/** One that rises with the account, up to so many percent above the initial balance; null for no end. */
export function trailingTotal(
  percentOfInitial: number,
  trails: Exclude<EquityLine['trails'], 'no'>,
  stopsTrailingAtPercent: number | null,
  turnsAt: TurnsAt,
): EquityLine {
  return { ...fixedTotal(percentOfInitial, turnsAt), trails, stopsTrailingAtPercent };
}

const ENDS = { trails: 'no', stopsTrailingAtPercent: null, onTouch: 'end' } as const;

/** Nothing is opened or closed so many minutes either side of high-impact events. */
export function newsWindow(minutes: number, bars: NewsWindow['bars']): NewsWindow {
  return { minutesBefore: minutes, minutesAfter: minutes, importance: 'high', bars };
}

/** A rule set that asks for nothing but its lines. */
export const ONLY_LINES: Omit<RuleSet, 'id' | 'name' | 'lines'> = {
  weeklyProfitPercent: null,
  profitTargetPercent: null,
  fewestTradingDays: null,
  tradingDayLeastPercent: null,
  bestDayPercent: null,
  news: null,
  weekendHolding: true,
  mostLots: null,
  mostPositions: null,
  mostOpenRiskPercent: null,
  flatBy: null,
  automatedTrading: 'allowed',
};

/** @example preset('ftmo-2-step', { firm: 'FTMO', programme: '2-step challenge', … }, { lines }) */
export function preset(
  id: string,
  source: PresetSource,
  rules: Pick<RuleSet, 'lines'> & Partial<RuleSet>,
): Preset {
  const name = `${source.firm} ${source.programme}`;
  return { ...ONLY_LINES, ...rules, id, name, preset: source };
}
