import type { EquityLine, Preset, PresetSource } from '../rule-set.ts';
import { dayLine, fixedTotal, NEW_YORK_CLOSE, newsWindow, preset, trailingTotal } from './parts.ts';

const CHOSEN =
  'You choose the percentages when you buy: compare them with your account. The zone of the servers is not stated.';
const BOTS = 'A bot is allowed unless many accounts make the same trades.';

const source = (programme: string, checkedOn: string, note: string): PresetSource => ({
  firm: 'E8 Markets',
  programme,
  source: 'E8 Markets, help centre',
  checkedOn,
  note,
});

const one: readonly EquityLine[] = [
  dayLine(4, 'day_start_balance', NEW_YORK_CLOSE),
  trailingTotal(6, 'on_balance', 0, NEW_YORK_CLOSE),
];
const classic: readonly EquityLine[] = [
  dayLine(4, 'day_start_balance', NEW_YORK_CLOSE),
  fixedTotal(8, NEW_YORK_CLOSE),
];
const funded = { bestDayPercent: 40, news: newsWindow(5, 'all') } as const;
const NEWS = `${BOTS} No trades 5 minutes either side of high-impact news on funded accounts.`;

export const E8_PRESETS: readonly Preset[] = [
  preset('e8-one', source('E8 One', '2026-10-04', `${CHOSEN} ${BOTS}`), {
    lines: one,
    profitTargetPercent: 10,
  }),
  preset('e8-one-funded', source('E8 One, funded', '2026-10-04', `${CHOSEN} ${NEWS}`), {
    lines: one,
    ...funded,
  }),
  preset('e8-classic', source('E8 Classic, phase 1', '2026-06-05', `${CHOSEN} ${BOTS}`), {
    lines: classic,
    profitTargetPercent: 8,
  }),
  preset('e8-classic-2', source('E8 Classic, phase 2', '2026-06-05', `${CHOSEN} ${BOTS}`), {
    lines: classic,
    profitTargetPercent: 4,
  }),
  preset('e8-classic-funded', source('E8 Classic, funded', '2026-06-05', `${CHOSEN} ${NEWS}`), {
    lines: classic,
    ...funded,
  }),
];
