import type { EquityLine, Preset, PresetSource } from '../rule-set.ts';
import { dayLine, fixedTotal, NEW_YORK_CLOSE, newsWindow, preset, trailingTotal } from './parts.ts';

const LOTS = 'The most lots depend on the size of the account: look them up in the plan.';

const source = (
  programme: string,
  checkedOn: string,
  note: string | null = null,
): PresetSource => ({
  firm: 'Alpha Capital',
  programme,
  source: 'Alpha Capital, help centre',
  checkedOn,
  note: note === null ? LOTS : `${LOTS} ${note}`,
});

/** Percent of the balance with which the day began; floating results of the day before do not raise it. */
const onBalance = (day: number, total: number): readonly EquityLine[] => [
  dayLine(day, 'day_start_balance', NEW_YORK_CLOSE, { amount: { percentOfBasis: day } }),
  fixedTotal(total, NEW_YORK_CLOSE),
];
const onHigher = (day: number): EquityLine =>
  dayLine(day, 'higher_of_both', NEW_YORK_CLOSE, { amount: { percentOfBasis: day } });

const pro10 = onBalance(5, 10);
const pro8 = onBalance(4, 8);
const pro6 = [onHigher(3), fixedTotal(6, NEW_YORK_CLOSE)];
const one = [onHigher(4), trailingTotal(6, 'on_balance', 0, NEW_YORK_CLOSE)];
const BEST = 'The best day may be 40% of the profit where pay-outs are on demand.';

export const ALPHA_CAPITAL_PRESETS: readonly Preset[] = [
  preset('alpha-pro-10', source('Alpha Pro 10%, phase 1', '2026-10-04'), {
    lines: pro10,
    profitTargetPercent: 10,
    fewestTradingDays: 3,
  }),
  preset('alpha-pro-10-2', source('Alpha Pro 10%, phase 2', '2026-10-04'), {
    lines: pro10,
    profitTargetPercent: 5,
    fewestTradingDays: 3,
  }),
  preset('alpha-pro-10-funded', source('Alpha Pro 10%, funded', '2026-10-04', BEST), {
    lines: pro10,
    bestDayPercent: 40,
    news: newsWindow(2, 'all'),
  }),
  preset('alpha-pro-8', source('Alpha Pro 8%, phase 1', '2026-10-04'), {
    lines: pro8,
    profitTargetPercent: 8,
    fewestTradingDays: 3,
  }),
  preset('alpha-pro-8-funded', source('Alpha Pro 8%, funded', '2026-10-04', BEST), {
    lines: pro8,
    bestDayPercent: 40,
    news: newsWindow(2, 'all'),
  }),
  preset('alpha-pro-6', source('Alpha Pro 6%, phase 1', '2026-10-09'), {
    lines: pro6,
    profitTargetPercent: 6,
    fewestTradingDays: 3,
  }),
  preset('alpha-pro-6-funded', source('Alpha Pro 6%, funded', '2026-10-09', BEST), {
    lines: pro6,
    bestDayPercent: 40,
    news: newsWindow(5, 'all'),
  }),
  preset('alpha-one', source('Alpha One', '2026-06-05'), {
    lines: one,
    profitTargetPercent: 10,
    fewestTradingDays: 1,
  }),
  preset(
    'alpha-one-funded',
    source(
      'Alpha One, funded',
      '2026-06-05',
      'Once the floor is at the start, a pay-out of all profit ends the account.',
    ),
    { lines: one, bestDayPercent: 40, news: newsWindow(5, 'all') },
  ),
  preset('alpha-swing', source('Alpha Swing, phase 1', '2026-06-05'), {
    lines: pro10,
    profitTargetPercent: 10,
    fewestTradingDays: 3,
  }),
  preset('alpha-swing-2', source('Alpha Swing, phase 2', '2026-06-05'), {
    lines: pro10,
    profitTargetPercent: 5,
    fewestTradingDays: 3,
  }),
  preset('alpha-swing-funded', source('Alpha Swing, funded', '2026-06-05', BEST), {
    lines: pro10,
    bestDayPercent: 40,
  }),
];
