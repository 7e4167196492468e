import type { EquityLine, Preset, PresetSource } from '../rule-set.ts';
import { dayLine, fixedTotal, newsWindow, PRAGUE, preset, trailingTotal } from './parts.ts';

const source = (programme: string, note: string | null): PresetSource => ({
  firm: 'FTMO',
  programme,
  source: 'FTMO, Trading Objectives, Academy and FAQ',
  checkedOn: '2026-10-04',
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

const TOTAL =
  'One data set of 2026-08-29 reads the total line as trailing in the 2-step programme too; FTMO names the trailing line for the 1-step alone.';
const NEWS =
  'Stops and targets that fill in the window count as trading in it. Positions opened before may stay.';
const RESET = 'FTMO names no level at which the total line stops rising.';

export const FTMO_PRESETS: readonly Preset[] = [
  preset('ftmo-2-step', source('2-step challenge', TOTAL), {
    lines: twoStep,
    profitTargetPercent: 10,
    fewestTradingDays: 4,
  }),
  preset('ftmo-2-step-verification', source('2-step verification', TOTAL), {
    lines: twoStep,
    profitTargetPercent: 5,
    fewestTradingDays: 4,
  }),
  preset('ftmo-funded-standard', source('2-step funded, Standard', NEWS), {
    lines: twoStep,
    news: newsWindow(2, 'all'),
    weekendHolding: false,
  }),
  preset('ftmo-funded-swing', source('2-step funded, Swing', null), { lines: twoStep }),
  preset('ftmo-1-step', source('1-step challenge', RESET), {
    lines: oneStep,
    profitTargetPercent: 10,
    bestDayPercent: 50,
  }),
  preset('ftmo-1-step-funded-standard', source('1-step funded, Standard', `${RESET} ${NEWS}`), {
    lines: oneStep,
    bestDayPercent: 50,
    news: newsWindow(2, 'all'),
    weekendHolding: false,
  }),
  preset('ftmo-1-step-funded-swing', source('1-step funded, Swing', RESET), {
    lines: oneStep,
    bestDayPercent: 50,
  }),
];
