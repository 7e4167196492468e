import {
  HOSTED_TIMEFRAMES,
  type HostedTimeframe,
  type PriceSource,
} from '@quorate/contract/hosted-accounts';
import { PRACTICE_SUFFIX } from '@quorate/contract/hosted-terms';
import { type Instrument, instrumentFor } from '@quorate/trading/account/instrument';
import { type Aggregator, createAggregator } from '@quorate/trading/market/aggregate';
import type { CandleSeries } from '@quorate/trading/market/candle';
import { createPracticeMarket, type PracticeMarket } from '@quorate/trading/market/practice-market';
import { type Instant, instantFromIso } from '@quorate/values/instant';
import type { Currency } from '@quorate/values/money';

/**
 * Prices that hosted accounts trade on; every account of a process shares them.
 *
 * Another source, such as a broker's quotes, is one more of these: name it in `PRICE_SOURCES`, give it to
 * `readPrices`, and say in `hosted-words.ts` of the site what it is. A runner calls nothing but what is here, from
 * many accounts in turn, and nothing may throw but what is said: a source that has lost its connection has no new
 * bars, and accounts wait for them. Bars are never changed or taken away once they are there; series only grow.
 */
export type Prices = Readonly<{
  source: PriceSource;
  /** With a suffix of the source's own where they are not a real broker's: no figure of theirs may pass for real. */
  symbols: readonly string[];
  /** Those that there are bars of for every symbol, from the shortest. */
  timeframes: readonly HostedTimeframe[];
  /**
   * Of recorded prices: where an account on these symbols begins, in UTC. It goes through all bars in fast time, and
   * the last bar is the end. null: prices go on, and an account begins now or, in fast time, weeks ago.
   */
  begins: ((symbols: readonly string[]) => Instant) | null;
  /** How a symbol is quoted; null for one that there is not, or that cannot be valued in the currency alone. */
  instrument(symbol: string, currency: Currency): Instrument | null;
  /** Closed bars in UTC, with bid and ask in points; one object for the life of the process. @throws RangeError for a symbol that there is not */
  series(symbol: string, timeframe: HostedTimeframe): CandleSeries;
  /** Called before bars are looked for: has all bars that have closed by then. A clock set back changes nothing. */
  advance(now: Instant): void;
}>;

/** Before this moment the made-up market was shut: the same on every machine, so that its bars are, too. */
const PRACTICE_BEGAN = instantFromIso('2025-01-06T00:00:00Z');

type Pair = Readonly<{
  digits: number;
  startPoints: number;
  typicalSpreadPoints: number;
  seed: number;
}>;

const PAIRS: Readonly<Record<string, Pair>> = {
  EURUSD: { digits: 5, startPoints: 108_500, typicalSpreadPoints: 12, seed: 1_001 },
  GBPUSD: { digits: 5, startPoints: 127_000, typicalSpreadPoints: 16, seed: 1_002 },
  AUDUSD: { digits: 5, startPoints: 66_000, typicalSpreadPoints: 14, seed: 1_003 },
  USDJPY: { digits: 3, startPoints: 150_000, typicalSpreadPoints: 13, seed: 1_004 },
  USDCAD: { digits: 5, startPoints: 137_000, typicalSpreadPoints: 17, seed: 1_005 },
  EURGBP: { digits: 5, startPoints: 85_500, typicalSpreadPoints: 15, seed: 1_006 },
};

type Made = Readonly<{ market: PracticeMarket; longer: Map<HostedTimeframe, Aggregator> }>;

/** The made-up market, made as far as somebody trades on it. */
export function createPracticePrices(): Prices {
  const made = new Map<string, Made>();
  let now = PRACTICE_BEGAN;

  function marketOf(symbol: string): Made {
    const known = made.get(symbol);
    if (known) return known;
    const pair = PAIRS[pairOf(symbol)];
    if (!pair) throw new RangeError(`there is no ${symbol} on the practice market`);
    const market = createPracticeMarket({ symbol, from: PRACTICE_BEGAN, ...pair });
    market.advance(now);
    const one = { market, longer: new Map<HostedTimeframe, Aggregator>() };
    made.set(symbol, one);
    return one;
  }

  return {
    source: 'practice',
    symbols: Object.keys(PAIRS).map((pair) => `${pair}${PRACTICE_SUFFIX}`),
    timeframes: HOSTED_TIMEFRAMES,
    begins: null,
    instrument(symbol, currency) {
      const pair = symbol.endsWith(PRACTICE_SUFFIX) ? PAIRS[pairOf(symbol)] : undefined;
      return pair ? pairInstrument(symbol, pair.digits, currency) : null;
    },
    series(symbol, timeframe) {
      const { market, longer } = marketOf(symbol);
      if (timeframe === 'M5') return market.series;
      let bars = longer.get(timeframe);
      if (!bars) {
        bars = createAggregator(market.series, timeframe);
        bars.take();
        longer.set(timeframe, bars);
      }
      return bars.series;
    },
    advance(at) {
      // A clock that is set back takes no bar away.
      if (at <= now) return;
      now = at;
      for (const { market, longer } of made.values()) {
        market.advance(at);
        for (const bars of longer.values()) bars.take();
      }
    },
  };
}

/** A pair that an account in the currency can value by its own price alone; null for another. */
export function pairInstrument(
  symbol: string,
  digits: number,
  currency: Currency,
): Instrument | null {
  const instrument = instrumentFor(symbol, digits, currency);
  if ('kind' in instrument) return null;
  const { baseCurrency, quoteCurrency } = instrument;
  return [baseCurrency, quoteCurrency].includes(currency) ? instrument : null;
}

function pairOf(symbol: string): string {
  return symbol.slice(0, 6);
}
