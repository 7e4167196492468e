/** Swap of one lot and one night, a cost negative: in minor units of the account's currency, or in the pair's second currency. */
export type SwapRate =
  | Readonly<{ unit: 'account'; longMinor: number; shortMinor: number }>
  | Readonly<{ unit: 'quote'; long: number; short: number }>;

/** The day of the interest rates and prices that `ASSUMED_SWAPS` comes from. */
export const SWAPS_AS_OF = '2025-01-02';

/**
 * An assumption for whoever does not know the terminal's own swaps: the difference of the two overnight
 * interest rates of that day, a percent a year worse for the trader on either side. The dollar at 4.33%, euro
 * 3.00, pound 4.75, yen 0.25, franc 0.50, Australian 4.35, Canadian 3.25, New Zealand 4.25, metals 0. In other
 * years swaps were other ones.
 */
export const ASSUMED_SWAPS: Readonly<Record<string, SwapRate>> = {
  EURUSD: { unit: 'quote', long: -6.55, short: 0.93 },
  GBPUSD: { unit: 'quote', long: -1.97, short: -4.82 },
  USDJPY: { unit: 'quote', long: 1_329, short: -2_192 },
  USDCHF: { unit: 'quote', long: 7.07, short: -12.07 },
  AUDUSD: { unit: 'quote', long: -1.67, short: -1.73 },
  USDCAD: { unit: 'quote', long: 0.32, short: -8.21 },
  NZDUSD: { unit: 'quote', long: -1.66, short: -1.41 },
  EURGBP: { unit: 'quote', long: -6.25, short: 1.7 },
  EURJPY: { unit: 'quote', long: 775, short: -1_661 },
  GBPJPY: { unit: 'quote', long: 1_870, short: -2_938 },
  EURCHF: { unit: 'quote', long: 3.85, short: -8.98 },
  AUDJPY: { unit: 'quote', long: 830, short: -1_365 },
  XAUUSD: { unit: 'quote', long: -38.81, short: 24.25 },
  XAGUSD: { unit: 'quote', long: -21.59, short: 13.49 },
};
