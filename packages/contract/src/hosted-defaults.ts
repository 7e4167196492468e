import type { CallInput } from './endpoint.ts';
import {
  type createHostedAccount,
  DEFAULT_HOSTED_SETTINGS,
  type HostedSettings,
  type OfferedSource,
  type Pace,
} from './hosted-accounts.ts';
import { DEFAULT_HOSTED_BALANCE, symbolText } from './hosted-terms.ts';

type NewHostedAccount = NonNullable<CallInput<typeof createHostedAccount>['body']>;

/**
 * The account of one button: what its owner gets who chooses nothing, within what the operator offers.
 *
 * @param hostedId made by the caller, so that it can be sent again
 */
export function defaultHosted(
  hostedId: string,
  offered: OfferedSource,
  currency: string,
): NewHostedAccount {
  return {
    hosted_id: hostedId,
    source: offered.source,
    pace: paceWithin(offered, 'accelerated'),
    currency,
    balance: DEFAULT_HOSTED_BALANCE,
    settings: {
      ...DEFAULT_HOSTED_SETTINGS,
      symbols: symbolsWithin(offered, DEFAULT_HOSTED_SETTINGS.symbols, currency),
      timeframes: timeframesWithin(offered, DEFAULT_HOSTED_SETTINGS.timeframes),
    },
  };
}

/** The made-up market, which needs nothing of anybody, or what else there is. */
export function firstSource(sources: readonly OfferedSource[]): OfferedSource | undefined {
  return sources.find(({ source }) => source === 'practice') ?? sources[0];
}

/** Symbols of a source that an account in the currency can trade: pairs with the currency in them. */
export function symbolsFor(offered: OfferedSource | undefined, currency: string): string[] {
  const symbols = offered?.symbols ?? [];
  const fitting = symbols.filter((symbol) =>
    [symbol.slice(0, 3), symbol.slice(3, 6)].includes(currency),
  );
  // Where none is named as a pair, the service knows better.
  return fitting.length > 0 ? fitting : symbols;
}

/** Of the wanted symbols those that the source has, under its own names; its first where it has none. */
export function symbolsWithin(
  offered: OfferedSource | undefined,
  wanted: readonly string[],
  currency: string,
): string[] {
  const possible = symbolsFor(offered, currency);
  // The same pair has other names elsewhere.
  const pairs = wanted.map(symbolText);
  const kept = possible.filter((symbol) => pairs.includes(symbolText(symbol)));
  return kept.length > 0 ? kept : possible.slice(0, 1);
}

/** The wanted pace, or the first that the source has. */
export function paceWithin(offered: OfferedSource | undefined, wanted: Pace): Pace {
  return offered && !offered.paces.includes(wanted) ? (offered.paces[0] ?? wanted) : wanted;
}

/** Of the wanted timeframes those that the source has; its first where it has none. */
export function timeframesWithin(
  offered: OfferedSource | undefined,
  wanted: HostedSettings['timeframes'],
): HostedSettings['timeframes'] {
  if (!offered) return wanted;
  const kept = wanted.filter((timeframe) => offered.timeframes.includes(timeframe));
  return kept.length > 0 ? kept : offered.timeframes.slice(0, 1);
}
