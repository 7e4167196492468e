import type { Rate } from '../account/rates.ts';
import { valuationOf } from '../account/valuation.ts';
import { startLimits } from './limits-state.ts';
import { DEFAULT_RISK_SETTINGS, type StandingContext } from './rules.ts';

/**
 * Everything that the desk looked at before a trade, as a plain JSON object with snake_case keys: stored with a
 * decision, it lets the same desk be asked again with other settings. Its fields are those of `StandingContext`,
 * with the rate to the account's currency in place of the valuation; the wire's schema lists them.
 */
export type DeskInputs = Readonly<{ v: 1; rate: Rate | null }> & Readonly<Record<string, unknown>>;

/** @example outcome.desk_inputs = deskInputsOf(context) */
export function deskInputsOf({ valuation, ...context }: StandingContext): DeskInputs {
  return { ...snakeKeys(context), v: 1, rate: valuation.rate?.() ?? null };
}

/**
 * The context that the inputs were made of.
 *
 * @param inputs checked by the wire's schema: brands and exact types are not checked again
 * @throws ValueError for figures that cannot be
 */
export function contextFrom({ v: _, rate, ...rest }: DeskInputs): StandingContext {
  const context = camelKeys(rest) as Omit<StandingContext, 'valuation'>;
  const { instrument, account, asOf } = context;
  // A rule that came after the report finds its setting at the default, and nothing remembered.
  const settings = { ...DEFAULT_RISK_SETTINGS, ...context.settings };
  const limits = { ...startLimits(asOf, account.equity.minor), ...context.limits };
  const rates = { rate: () => rate ?? undefined };
  const valuation = valuationOf(instrument, account.currency, rates);
  if (valuation.kind === 'denied') throw new TypeError(valuation.message);
  return { ...context, settings, limits, valuation };
}

function snakeKeys(value: object): Record<string, unknown> {
  return withKeys(value, (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

function camelKeys(value: object): object {
  return withKeys(value, (key) =>
    key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
}

function withKeys(value: object, rename: (key: string) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [rename(key), renamed(inner, rename)]),
  );
}

function renamed(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, rename));
  return typeof value === 'object' && value !== null ? withKeys(value, rename) : value;
}
