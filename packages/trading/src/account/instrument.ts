import { type Lots, lots, type VolumeStep, volumeStep } from '@quorate/values/lots';
import { type Currency, currencyOf, type Money, moneyFromDecimal } from '@quorate/values/money';
import { pointsPerPip } from '@quorate/values/pips';
import { denied, type Refusal } from '../risk/refusal.ts';

/** How one symbol is quoted and traded at one broker. */
export type Instrument = Readonly<{
  /** As the broker names it, suffix included. */
  symbol: string;
  /** Decimals of a price; a point is 10^-digits. */
  digits: number;
  /** Units of the base currency in one lot. */
  contractSize: number;
  volumeStep: VolumeStep;
  /** Least and greatest volume of an order, in whole steps. */
  volumeMinSteps: number;
  volumeMaxSteps: number;
  /** Most volume of this symbol in one direction, all that is open together; null or absent for no limit. */
  volumeLimitSteps?: number | null;
  baseCurrency: Currency;
  /** What a change of price is worth, before it is turned into the account's currency. */
  quoteCurrency: Currency;
  typicalSpreadPoints: number;
  /** Positive, in the account's currency, paid when opening and again when closing. */
  commissionPerLotPerSide: Money;
  /** Least distance of a stop or a target from the quote. */
  stopsLevelPoints: number;
  /** Within this distance of its stop or target a position is neither changed nor closed; absent where there is none. */
  freezeLevelPoints?: number;
  /** Stops stand on multiples of this; absent where every point will do. */
  tickPoints?: number;
}>;

const METALS: Readonly<Record<string, { ounces: number; spread: number }>> = {
  XAU: { ounces: 100, spread: 0.3 },
  XAG: { ounces: 5_000, spread: 0.03 },
};

/** Typical spreads of retail accounts in pips; pairs that are not named cost like an exotic one. */
const SPREAD_PIPS: Readonly<Record<string, number>> = {
  EURUSD: 1.2,
  GBPUSD: 1.6,
  USDJPY: 1.3,
  AUDUSD: 1.4,
  USDCHF: 1.6,
  USDCAD: 1.7,
  NZDUSD: 1.8,
  EURGBP: 1.5,
  EURJPY: 1.8,
  GBPJPY: 2.6,
  EURCHF: 1.9,
  AUDJPY: 2,
};
const OTHER_SPREAD_PIPS = 3;

const CURRENCIES = new Set(
  (
    'AED AUD BGN BRL CAD CHF CLP CNH CNY COP CZK DKK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW KWD ' +
    'MXN MYR NOK NZD PHP PKR PLN QAR RON RUB SAR SEK SGD THB TRY TWD USD VND ZAR'
  ).split(' '),
);

/** What brokers with raw spreads take, about 3.50 US dollars. */
const COMMISSION: Readonly<Record<string, string>> = { JPY: '500', KRW: '4500', HUF: '1250.00' };

/** Whether a symbol's name is that of a forex pair, or of gold or silver in a currency, as `instrumentFor` reads it. */
export function isForexPairOrMetal(symbol: string): boolean {
  const base = symbol.slice(0, 3).toUpperCase();
  const quote = symbol.slice(3, 6).toUpperCase();
  const isKnown = CURRENCIES.has(quote) && base !== quote;
  return (
    isKnown &&
    (base in METALS || CURRENCIES.has(base)) &&
    /^[A-Za-z0-9._#+-]*$/.test(symbol.slice(6))
  );
}

/**
 * The usual terms of a forex pair or of gold and silver, for bars that come without a broker's own.
 * The first six letters are the pair; what follows is the broker's suffix (`EURUSD.a`, `XAUUSD#`).
 *
 * @param digits of the symbol's prices, 0 to 8
 * @returns the instrument, or a refusal that names the symbol when it is neither
 * @example instrumentFor('EURUSD', 5, currencyOf('USD'))
 */
export function instrumentFor(
  symbol: string,
  digits: number,
  accountCurrency: Currency,
): Instrument | Refusal {
  const base = symbol.slice(0, 3).toUpperCase();
  const quote = symbol.slice(3, 6).toUpperCase();
  const metal = METALS[base];
  if (!isForexPairOrMetal(symbol)) {
    return denied(
      'unknown_symbol',
      'a forex pair or XAU, XAG',
      symbol,
      `${symbol} is no forex pair and neither gold nor silver.`,
    );
  }
  const point = 10 ** -digits;
  const spreadPips = SPREAD_PIPS[base + quote] ?? OTHER_SPREAD_PIPS;
  const spread = metal ? metal.spread / point : spreadPips * pointsPerPip(digits);
  const step = volumeStep('0.01');
  return {
    symbol,
    digits,
    contractSize: metal ? metal.ounces : 100_000,
    volumeStep: step,
    volumeMinSteps: 1,
    volumeMaxSteps: 10_000,
    baseCurrency: currencyOf(base),
    quoteCurrency: currencyOf(quote),
    typicalSpreadPoints: Math.max(1, Math.round(spread)),
    commissionPerLotPerSide: moneyFromDecimal(
      COMMISSION[accountCurrency] ?? '3.5',
      accountCurrency,
    ),
    stopsLevelPoints: 0,
  };
}

/**
 * The same volume in the instrument's own steps.
 *
 * @returns undefined when it is not a whole number of them
 */
export function inStepsOf(instrument: Instrument, volume: Lots): Lots | undefined {
  if (volume.step === instrument.volumeStep) return volume;
  const { units, digits } = instrument.volumeStep;
  const shared = Math.max(digits, volume.step.digits);
  const wanted = volume.steps * volume.step.units * 10 ** (shared - volume.step.digits);
  const step = units * 10 ** (shared - digits);
  return wanted % step === 0 ? lots(wanted / step, instrument.volumeStep) : undefined;
}

/**
 * The account currency in which an instrument can be valued with its own price alone: the dollar where
 * it is part of the pair, else the quote currency.
 */
export function naturalAccountCurrency(symbol: string): Currency | undefined {
  const base = symbol.slice(0, 3).toUpperCase();
  const quote = symbol.slice(3, 6).toUpperCase();
  if (!CURRENCIES.has(quote)) return undefined;
  return currencyOf(base === 'USD' ? base : quote);
}
