import type { EquityLine, Preset, PresetSource, RuleSet } from '../rule-set.ts';
import { dayLine, fixedTotal, NEW_YORK_CLOSE, newsWindow, preset, trailingTotal } from './parts.ts';

const BOTS =
  'Automated trading is not allowed on cTrader; on MetaTrader it is an option to buy, by the copies we read. Ask before you start.';
const FUNDED = `${BOTS} Only 40% of the profit of trades 5 minutes either side of high-impact news counts. Risk above 3% lowers the pay-out.`;

const source = (programme: string, checkedOn: string, note: string): PresetSource => ({
  firm: 'FundedNext',
  programme,
  source: 'FundedNext, help centre and general rules for CFDs',
  checkedOn,
  note,
});

/** Server midnight is GMT+2, and GMT+3 in summer. Profit of the day may be lost again on top of the limit. */
const lines = (day: number, total: number): readonly EquityLine[] => [
  dayLine(day, 'day_start_balance', NEW_YORK_CLOSE, { bankedProfitWidens: true }),
  fixedTotal(total, NEW_YORK_CLOSE),
];
const twoStep = lines(5, 10);
const oneStep = lines(3, 6);
const lite = lines(4, 8);

const ask = { automatedTrading: 'ask' } as const satisfies Partial<RuleSet>;
const funded = {
  ...ask,
  mostOpenRiskPercent: 3,
  news: newsWindow(5, 'all'),
} as const satisfies Partial<RuleSet>;

export const FUNDEDNEXT_PRESETS: readonly Preset[] = [
  preset('fundednext-stellar-2-step', source('Stellar 2-step, phase 1', '2026-10-04', BOTS), {
    lines: twoStep,
    profitTargetPercent: 8,
    fewestTradingDays: 5,
    ...ask,
  }),
  preset('fundednext-stellar-2-step-2', source('Stellar 2-step, phase 2', '2026-10-04', BOTS), {
    lines: twoStep,
    profitTargetPercent: 5,
    fewestTradingDays: 5,
    ...ask,
  }),
  preset(
    'fundednext-stellar-2-step-funded',
    source('Stellar 2-step, funded', '2026-06-05', FUNDED),
    {
      lines: twoStep,
      ...funded,
    },
  ),
  preset('fundednext-stellar-1-step', source('Stellar 1-step', '2026-08-29', BOTS), {
    lines: oneStep,
    profitTargetPercent: 10,
    fewestTradingDays: 2,
    ...ask,
  }),
  preset(
    'fundednext-stellar-1-step-funded',
    source('Stellar 1-step, funded', '2026-06-05', FUNDED),
    {
      lines: oneStep,
      ...funded,
    },
  ),
  preset('fundednext-stellar-lite', source('Stellar Lite, phase 1', '2026-08-29', BOTS), {
    lines: lite,
    profitTargetPercent: 8,
    fewestTradingDays: 5,
    ...ask,
  }),
  preset('fundednext-stellar-lite-2', source('Stellar Lite, phase 2', '2026-08-29', BOTS), {
    lines: lite,
    profitTargetPercent: 4,
    fewestTradingDays: 5,
    ...ask,
  }),
  preset('fundednext-stellar-lite-funded', source('Stellar Lite, funded', '2026-06-05', FUNDED), {
    lines: lite,
    ...funded,
  }),
  preset(
    'fundednext-stellar-instant',
    source(
      'Stellar Instant',
      '2026-07-16',
      `${FUNDED} The copies do not agree on what the 6% trail: this follows equity, which is the strictest.`,
    ),
    { lines: [trailingTotal(6, 'on_equity', 0, NEW_YORK_CLOSE)], ...funded },
  ),
];
