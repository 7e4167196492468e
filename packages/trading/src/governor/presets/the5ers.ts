import type { EquityLine, Preset, PresetSource } from '../rule-set.ts';
import { dayLine, fixedTotal, NEW_YORK_CLOSE, newsWindow, preset } from './parts.ts';

const EA = 'A bot must set a stop loss with each position, as ours does.';

const source = (programme: string, checkedOn: string, note: string): PresetSource => ({
  firm: 'The5ers',
  programme,
  source: 'The5ers, help centre',
  checkedOn,
  note,
});

/** 5% of the higher of balance and equity with which the day began; 17:00 New York is the servers' midnight. */
const highStakes: readonly EquityLine[] = [
  dayLine(5, 'higher_of_both', NEW_YORK_CLOSE, { amount: { percentOfBasis: 5 } }),
  fixedTotal(10, NEW_YORK_CLOSE),
];
const newer = (total: number): readonly EquityLine[] => [
  dayLine(3, 'day_start_balance', NEW_YORK_CLOSE, { amount: { percentOfBasis: 3 } }),
  fixedTotal(total, NEW_YORK_CLOSE),
];

const threeDays = { fewestTradingDays: 3, tradingDayLeastPercent: 0.5 } as const;
const news = newsWindow(2, 'all');
const STAKES = `${EA} A trading day is one that closes with at least 0.5% profit.`;
const NEWER = `${EA} Sold as a summer offer in 2026; the total line is fixed by the copies we read.`;

export const THE5ERS_PRESETS: readonly Preset[] = [
  preset('the5ers-high-stakes', source('High Stakes, step 1', '2026-10-04', STAKES), {
    lines: highStakes,
    profitTargetPercent: 8,
    ...threeDays,
    news,
  }),
  preset('the5ers-high-stakes-2', source('High Stakes, step 2', '2026-10-04', STAKES), {
    lines: highStakes,
    profitTargetPercent: 5,
    ...threeDays,
    news,
  }),
  preset('the5ers-high-stakes-funded', source('High Stakes, funded', '2026-10-04', STAKES), {
    lines: highStakes,
    ...threeDays,
    news,
  }),
  preset('the5ers-1-step', source('1-step', '2026-08-29', NEWER), {
    lines: newer(6),
    profitTargetPercent: 10,
    bestDayPercent: 50,
  }),
  preset('the5ers-2-step', source('2-step, step 1', '2026-08-29', NEWER), {
    lines: newer(10),
    profitTargetPercent: 8,
    fewestTradingDays: 1,
  }),
  preset('the5ers-2-step-2', source('2-step, step 2', '2026-08-29', NEWER), {
    lines: newer(10),
    profitTargetPercent: 5,
    fewestTradingDays: 1,
  }),
  preset(
    'the5ers-hyper-growth',
    source(
      'Hyper Growth',
      '2026-06-05',
      `${EA} The day's line pauses the account. The copies do not give the total line: 6% is not confirmed.`,
    ),
    {
      lines: [
        dayLine(3, 'higher_of_both', NEW_YORK_CLOSE, {
          amount: { percentOfBasis: 3 },
          onTouch: 'pause_until_turn',
        }),
        fixedTotal(6, NEW_YORK_CLOSE),
      ],
      profitTargetPercent: 10,
    },
  ),
];
