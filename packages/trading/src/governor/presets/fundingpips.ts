import type { EquityLine, Preset, PresetSource, RuleSet } from '../rule-set.ts';
import { dayLine, fixedTotal, newsWindow, preset, trailingTotal, UTC_PLUS_3 } from './parts.ts';

const BOTS =
  'A third-party bot is allowed only to manage trades or risk; your own only with proof that it is yours.';
const MASTER = `${BOTS} Profit of trades closed 5 minutes either side of high-impact news does not count unless they were opened 5 hours before. The loss of a trade idea (one direction within 5 minutes) may be 3% at most.`;

const source = (programme: string, checkedOn: string, note: string): PresetSource => ({
  firm: 'FundingPips',
  programme,
  source: 'FundingPips, help centre',
  checkedOn,
  note,
});

/** Percent of the higher of balance and equity at the platform's midnight, not of the initial balance. */
const day = (percentOfBasis: number): EquityLine =>
  dayLine(percentOfBasis, 'higher_of_both', UTC_PLUS_3, { amount: { percentOfBasis } });

const oneStep = [day(3), fixedTotal(6, UTC_PLUS_3)];
const twoStep = [day(5), fixedTotal(10, UTC_PLUS_3)];
const pro = [day(3), fixedTotal(6, UTC_PLUS_3)];

const no = { automatedTrading: 'not_allowed' } as const satisfies Partial<RuleSet>;
const master = { ...no, news: newsWindow(5, 'all') } as const satisfies Partial<RuleSet>;
const ONE = 'An older copy has 4% for the day; 3% is the newer and the stricter one.';

export const FUNDINGPIPS_PRESETS: readonly Preset[] = [
  preset('fundingpips-1-step', source('1-step', '2026-08-29', `${ONE} ${BOTS}`), {
    lines: oneStep,
    profitTargetPercent: 10,
    fewestTradingDays: 3,
    ...no,
  }),
  preset('fundingpips-1-step-master', source('1-step, master', '2026-08-29', `${ONE} ${MASTER}`), {
    lines: oneStep,
    ...master,
  }),
  preset(
    'fundingpips-2-step',
    source(
      '2-step, student',
      '2026-10-04',
      `${BOTS} With 8% as the target; 10% is sold, too, and a day's line of 3%.`,
    ),
    {
      lines: twoStep,
      profitTargetPercent: 8,
      fewestTradingDays: 3,
      ...no,
    },
  ),
  preset('fundingpips-2-step-2', source('2-step, practitioner', '2026-10-04', BOTS), {
    lines: twoStep,
    profitTargetPercent: 5,
    fewestTradingDays: 3,
    ...no,
  }),
  preset('fundingpips-2-step-master', source('2-step, master', '2026-10-04', MASTER), {
    lines: twoStep,
    ...master,
  }),
  preset('fundingpips-2-step-pro', source('2-step Pro, student', '2026-08-29', BOTS), {
    lines: pro,
    profitTargetPercent: 6,
    fewestTradingDays: 1,
    ...no,
  }),
  preset('fundingpips-2-step-pro-2', source('2-step Pro, practitioner', '2026-08-29', BOTS), {
    lines: pro,
    profitTargetPercent: 6,
    fewestTradingDays: 1,
    ...no,
  }),
  preset('fundingpips-2-step-pro-master', source('2-step Pro, master', '2026-08-29', MASTER), {
    lines: pro,
    ...master,
  }),
  preset('fundingpips-2-step-flex', source('2-step Flex, student', '2026-08-29', BOTS), {
    lines: [day(4), fixedTotal(12, UTC_PLUS_3)],
    profitTargetPercent: 10,
    ...no,
  }),
  preset(
    'fundingpips-zero',
    source(
      'Zero',
      '2026-08-29',
      `${BOTS} Floating loss may be 1% of the account at most. No positions over news or weekends. Seven profitable days before a pay-out; the floor does not move with it.`,
    ),
    {
      lines: [day(3), trailingTotal(5, 'on_equity', 0, UTC_PLUS_3)],
      bestDayPercent: 15,
      fewestTradingDays: 7,
      news: newsWindow(5, 'entries'),
      weekendHolding: false,
      mostOpenRiskPercent: 1,
      ...no,
    },
  ),
];
