import {
  type HostedTimeframe,
  PRACTICE_SUFFIX,
  type PriceSource,
} from '@quorate/contract/hosted-accounts';
import { type Instrument, instrumentFor } from '@quorate/trading/account/instrument';
import { type Aggregator, createAggregator } from '@quorate/trading/market/aggregate';
import type { CandleSeries } from '@quorate/trading/market/candle';
import { createPracticeMarket, type PracticeMarket } from '@quorate/trading/market/practice-market';
import { type Instant, instantFromIso } from '@quorate/values/instant';
import type { Currency } from '@quorate/values/money';

/** Prices that hosted accounts trade on; every account of a process shares them. */
export type Prices = Readonly<{
  source: PriceSource;
  symbols: readonly string[];
  /** How a symbol is quoted; null for one that there is not, or that cannot be valued in the currency alone. */
  instrument(symbol: string, currency: Currency): Instrument | null;
  /** Closed bars, one object for the life of the process. @throws RangeError for a symbol that there is not */
  series(symbol: string, timeframe: HostedTimeframe): CandleSeries;
  /** Has all bars that have closed by then. */
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
    instrument(symbol, currency) {
      const pair = symbol.endsWith(PRACTICE_SUFFIX) ? PAIRS[pairOf(symbol)] : undefined;
      if (!pair) return null;
      const instrument = instrumentFor(symbol, pair.digits, currency);
      if ('kind' in instrument) return null;
      const { baseCurrency, quoteCurrency } = instrument;
      return [baseCurrency, quoteCurrency].includes(currency) ? instrument : null;
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

function pairOf(symbol: string): string {
  return symbol.slice(0, 6);
}
