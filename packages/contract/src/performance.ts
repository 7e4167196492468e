import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { currencyCode } from './fields.ts';
import { checkCustomPeriod, tradeFilterFields } from './trade-filter.ts';

/** The newest closed trades of a selection that are worked with; `of` says how many there are. */
export const PERFORMANCE_TRADES_MAX = 50_000;

export const SEED_MAX = 2 ** 32 - 1;
export const SIMULATION_RUNS = { default: 1_000, most: 5_000 } as const;
export const SIMULATION_TRADES = { default: 100, most: 1_000 } as const;
export const RUIN_PERCENT_DEFAULT = 50;

/** Plain decimal in the currency's major unit, such as 10000 or 2500.50. */
const startingBalance = z
  .string()
  .regex(/^\d{1,11}(\.\d{1,3})?$/, 'must be an amount such as 10000.00')
  .refine((text) => Number(text) > 0, 'must be more than 0');

const fields = {
  ...tradeFilterFields,
  /**
   * Balance of the accounts before the first trade of their record, in `currency`. The balance before
   * the first selected trade is worked out from it; deposits and withdrawals are not in the record. Needed where
   * no bot has reported a balance, as of an import.
   */
  starting_balance: startingBalance.optional(),
  /** Of what a simulation draws at random: the same one gives the same answer. Measures draw nothing. */
  seed: z.coerce.number().int().min(0).max(SEED_MAX).default(1),
};

/** 95%; null on a side that has no end. */
const interval = z.object({ low: z.number().nullable(), high: z.number().nullable() });
export type MeasureInterval = z.output<typeof interval>;

export const missingReason = z.enum([
  'not_enough_data',
  'needs_balance',
  'balance_gone',
  'no_wins',
  'no_losses',
  'no_drawdown',
  'no_variation',
  'not_known',
]);
export type MissingReason = z.output<typeof missingReason>;

/**
 * One measure by its key; docs/reference/formulas.md has the name, the formula and the unit of each. Money is in
 * `currency`, rates are percentages, times milliseconds.
 */
export const measure = z.object({
  key: z.string(),
  value: z.number().nullable(),
  /** Trades, days or whatever the measure counts. */
  n: z.number().int(),
  /** With fewer there is no figure. */
  least: z.number().int(),
  /** Why there is no figure. */
  missing: missingReason.nullable(),
  interval: interval.nullable(),
  /** From how many on the interval is shown; null for a figure that never has one. */
  interval_from: z.number().int().nullable(),
});
export type Measure = z.output<typeof measure>;

/**
 * Who has said the balance before the first of the trades. `equity`: it was kept as the bot reported it, for the whole
 * period. `entered`: `starting_balance`. `reported`: worked out from a balance that bots reported at another time.
 */
export const balanceSource = z.enum(['equity', 'entered', 'reported']);
export type BalanceSource = z.output<typeof balanceSource>;

const basis = {
  success: z.literal(true),
  currency: currencyCode,
  /** Closed trades that were worked with, the newest, and how many the filter selects. */
  based_on: z.number().int(),
  of: z.number().int(),
  seed: z.number().int(),
};

export const getPerformance = defineEndpoint({
  method: 'GET',
  path: '/api/user/performance',
  auth: 'user_or_device',
  summary: 'Measures of the selected closed trades, each with its sample and its interval',
  query: z.object(fields).superRefine(checkCustomPeriod),
  reply: z.object({
    ...basis,
    /** Balance before the first of the trades; null where nobody has said it. */
    balance_before: z.number().nullable(),
    balance_source: balanceSource.nullable(),
    /**
     * What drawdown, recovery, Sharpe, Sortino, Calmar, Ulcer index and yearly return are of: the equity that the
     * account's bot reported, where it covers the whole period, or the balance after closed trades.
     */
    basis: z.enum(['equity', 'closed_trades']),
    measures: z.array(measure),
  }),
  errors: ['unauthorized', 'validation_failed'],
});
export type PerformanceReply = z.output<typeof getPerformance.reply>;

/** Levels at the 5, 25, 50, 75 and 95%. */
const outcomes = z.object({
  p5: z.number(),
  p25: z.number(),
  p50: z.number(),
  p75: z.number(),
  p95: z.number(),
});
export type Outcomes = z.output<typeof outcomes>;

/** A share of the runs. */
const chance = { runs: z.number().int(), percent: z.number(), interval: interval.nullable() };

export const simulation = z.object({
  runs: z.number().int(),
  trades: z.number().int(),
  /** How many trades in a row are drawn together. */
  block_length: z.number().int(),
  /** Net results after so many trades, from 0 on. */
  fan: z.array(z.object({ trade: z.number().int(), ...outcomes.shape })),
  drawdown: outcomes,
  /** Of the peak, in percent; null without a starting balance. */
  drawdown_percent: outcomes.nullable(),
  /** Runs that ended with a loss. */
  loss: z.object(chance),
  /** Runs that lost `percent_lost` of the balance at any time; null without a starting balance. */
  ruin: z.object({ ...chance, percent_lost: z.number(), level: z.number() }).nullable(),
});
export type Simulation = z.output<typeof simulation>;

export const getSimulation = defineEndpoint({
  method: 'GET',
  path: '/api/user/simulation',
  auth: 'user_or_device',
  summary: 'What the selected trades might bring if they came again in another order',
  query: z
    .object({
      ...fields,
      runs: z.coerce
        .number()
        .int()
        .min(100)
        .max(SIMULATION_RUNS.most)
        .default(SIMULATION_RUNS.default),
      trades: z.coerce
        .number()
        .int()
        .min(10)
        .max(SIMULATION_TRADES.most)
        .default(SIMULATION_TRADES.default),
      ruin_percent: z.coerce.number().min(1).max(100).default(RUIN_PERCENT_DEFAULT),
    })
    .superRefine(checkCustomPeriod),
  reply: z.object({
    ...basis,
    /** Balance after the last of the trades, which the runs begin with. */
    balance_now: z.number().nullable(),
    /** Fewer trades than these are too few to draw from. */
    least: z.number().int(),
    simulation: simulation.nullable(),
  }),
  errors: ['unauthorized', 'validation_failed'],
});
export type SimulationReply = z.output<typeof getSimulation.reply>;
