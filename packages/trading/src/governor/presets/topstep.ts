import type { Preset, TurnsAt } from '../rule-set.ts';
import { preset } from './parts.ts';

const CHICAGO = 'America/Chicago';
const SESSION: TurnsAt = { time: '17:00', zone: CHICAGO };

const SIZES = [
  { thousands: 50, day: 1_000, total: 2_000, contracts: 5 },
  { thousands: 100, day: 2_000, total: 3_000, contracts: 10 },
  { thousands: 150, day: 3_000, total: 4_500, contracts: 15 },
] as const;

/** Futures, and so rules only: to see what an account of this kind would have done. Amounts are US dollars. */
export const TOPSTEP_PRESETS: readonly Preset[] = SIZES.map(
  ({ thousands, day, total, contracts }) =>
    preset(
      `topstep-${thousands}k`,
      {
        firm: 'Topstep',
        programme: `Trading Combine ${thousands}K`,
        source: 'Topstep, help centre',
        checkedOn: '2026-10-04',
        note: `The day's limit of $${day} is an option that pauses trading. Most lots means contracts. Orders may only come from your own device, not from a server. The time of the day's turn is not confirmed.`,
      },
      {
        lines: [
          {
            kind: 'day',
            basis: 'day_start_balance',
            amount: { moneyMinor: 100 * day },
            trails: 'no',
            stopsTrailingAtPercent: null,
            turnsAt: SESSION,
            onTouch: 'pause_until_turn',
          },
          {
            kind: 'total',
            basis: 'start_balance',
            amount: { moneyMinor: 100 * total },
            trails: 'on_day_end_balance',
            stopsTrailingAtPercent: 0,
            turnsAt: SESSION,
            onTouch: 'end',
          },
        ],
        profitTargetPercent: 6,
        bestDayPercent: 50,
        weekendHolding: false,
        mostLots: contracts,
        flatBy: { time: '15:10', zone: CHICAGO },
        automatedTrading: 'not_allowed',
      },
    ),
);
