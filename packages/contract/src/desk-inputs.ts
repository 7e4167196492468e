import { z } from 'zod';
import { currencyCode, symbolName, tradeSide } from './fields.ts';

/** Open positions in one report, at most. */
const POSITIONS_MAX = 50;
/** Names of settings, and of figures that the limits remember, at most. */
const NAMES_MAX = 64;

const TOO_MANY = `has more than ${NAMES_MAX} names`;
function hasFewNames(named: object): boolean {
  return Object.keys(named).length <= NAMES_MAX;
}

const whole = z.number().int();
const figure = z.number().min(-1e15).max(1e15);
/** Until 2100. */
const instant = whole.min(0).max(4_102_444_800_000);
const points = whole.min(-2_000_000_000).max(2_000_000_000);
const digits = whole.min(0).max(8);
const steps = whole.min(0).max(1e12);
const money = z.object({ minor: whole, currency: currencyCode });
const quote = z.object({ bid: points, ask: points });
const price = z.object({ points, digits });
const step = z.object({ units: whole.min(1).max(1e12), digits });
const key = z.string().max(128);
/** Figures under the names of the core. */
const named = z.record(z.string().max(64), figure.nullable()).refine(hasFewNames, TOO_MANY);

const position = z.object({
  ticket: key,
  order_key: key.nullable(),
  symbol: symbolName,
  side: tradeSide,
  lots: z.object({ steps, step }),
  open_price: price,
  stop_loss: price.nullable(),
  take_profit: price.nullable(),
  opened_at: instant,
  initial_risk: money.nullable(),
});

const instrument = z.object({
  symbol: symbolName,
  digits,
  contract_size: figure.positive(),
  volume_step: step,
  volume_min_steps: steps,
  volume_max_steps: steps,
  volume_limit_steps: steps.nullable().optional(),
  base_currency: currencyCode,
  quote_currency: currencyCode,
  typical_spread_points: figure,
  commission_per_lot_per_side: money,
  stops_level_points: points,
});

const governorFacts = z.object({
  rule_set_id: z.string().max(64),
  floor_minor: figure,
  open_risk_minor: figure,
  buffer_minor: figure,
  headroom_minor: figure,
  // Absent where no floor that ends the account was looked at.
  end_room_minor: figure.nullable().default(null),
  worst_beyond_minor: figure.min(0).default(0),
  worst_here_minor: figure.min(0).default(0),
  worst_points: figure.min(0).default(0),
  off: z.enum(['touched', 'locked', 'weekly_profit', 'flat_by']).nullable(),
  off_until: instant.nullable(),
  reserve_points: figure.min(0),
  swap_per_many_steps_minor: figure.min(0),
  open_positions: whole.min(0),
  most_positions: whole.min(0).nullable(),
  lots_left: figure.min(0).nullable(),
  open_risk_left_minor: figure.min(0).nullable(),
  news: z.union([
    z.object({ state: z.literal('clear') }),
    z.object({ state: z.literal('not_known'), holds: z.literal(true).optional() }),
    z.object({
      state: z.literal('near'),
      title: z.string().max(200),
      at: instant,
      until: instant,
    }),
  ]),
});

/**
 * Everything that the bot's risk desk looked at, so that the service can ask the same desk again with other
 * settings. Points are whole points of the instrument, instants milliseconds since 1970.
 */
export const deskInputs = z
  .object({
    v: z.literal(1),
    quote,
    as_of: instant,
    bar_closed_at: instant,
    timeframe: z.enum(['M1', 'M5', 'M15', 'M30', 'H1', 'H4', 'D1']),
    instrument,
    /** From the quote currency to the account's; null where none is needed, or none was known. */
    rate: z.object({ bid: figure.positive(), ask: figure.positive() }).nullable(),
    account: z.object({
      currency: currencyCode,
      balance: money,
      equity: money,
      margin: money,
      free_margin: money,
      leverage: figure.positive(),
    }),
    positions: z.array(position).max(POSITIONS_MAX),
    /** What those positions, and orders on their way, lose at their stops. */
    open_risks: z
      .array(
        z.object({ base: currencyCode, quote: currencyCode, side: tradeSide, risk_minor: figure }),
      )
      .max(2 * POSITIONS_MAX)
      .default([]),
    limits: named,
    trades_today: whole.min(0).max(1e6),
    plan_daily_trades: whole.min(0).nullable(),
    settings: z
      .object({ allowed_symbols: z.array(symbolName).max(64).nullable() })
      .catchall(figure.nullable())
      .refine(hasFewNames, TOO_MANY),
    /** What the bot's governor left; absent where nobody governed. Minor units. */
    governor: governorFacts.optional(),
    owner_halted: z.boolean().default(false),
  })
  .refine(
    ({ account, instrument: { commission_per_lot_per_side: commission } }) =>
      commission.currency === account.currency,
    { path: ['instrument'], message: "the commission must be in the account's currency" },
  );
export type DeskInputsReport = z.output<typeof deskInputs>;
