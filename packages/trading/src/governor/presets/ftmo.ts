import type { EquityLine, Preset, PresetSource } from '../rule-set.ts';
import { dayLine, fixedTotal, newsWindow, PRAGUE, preset, trailingTotal } from './parts.ts';

const source = (programme: string, note: string | null = null): PresetSource => ({
  firm: 'FTMO',
  programme,
  source: 'FTMO, Trading Objectives and FAQ',
  checkedOn: '2026-06-30',
  note,
});

const twoStep: readonly EquityLine[] = [
  dayLine(5, 'day_start_balance', PRAGUE),
  fixedTotal(10, PRAGUE),
];
/** The 1-step programme's total rises with the highest balance at midnight. */
const oneStep: readonly EquityLine[] = [
  dayLine(3, 'day_start_balance', PRAGUE),
  trailingTotal(10, 'on_day_end_balance', null, PRAGUE),
];

export const FTMO_PRESETS: readonly Preset[] = [
  preset('ftmo-2-step', source('2-step challenge'), {
    lines: twoStep,
    profitTargetPercent: 10,
    fewestTradingDays: 4,
  }),
  preset('ftmo-2-step-verification', source('2-step verification'), {
    lines: twoStep,
    profitTargetPercent: 5,
    fewestTradingDays: 4,
  }),
  preset('ftmo-funded-standard', source('2-step funded, Standard'), {
    lines: twoStep,
    news: newsWindow(2, 'all'),
    weekendHolding: false,
  }),
  preset('ftmo-funded-swing', source('2-step funded, Swing'), { lines: twoStep }),
  preset('ftmo-1-step', source('1-step challenge'), {
    lines: oneStep,
    profitTargetPercent: 10,
    bestDayPercent: 50,
  }),
];
