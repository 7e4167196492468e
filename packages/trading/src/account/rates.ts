import type { Currency } from '@quorate/values/money';

/** What one unit of a currency brings in another (bid), and what it costs (ask); not rounded. */
export type Rate = Readonly<{ bid: number; ask: number }>;

/** What currencies are worth in one another at this moment. */
export type Rates = Readonly<{
  /** undefined where nobody knows. */
  rate(from: Currency, to: Currency): Rate | undefined;
}>;

/** The newest quote of a pair: one unit of `base` in units of `quote`. */
export type PairQuote = Rate & Readonly<{ base: Currency; quote: Currency }>;

/**
 * Rates from the quotes of pairs: of the pair itself either way round, else crossed through one more
 * currency. Where more than one way leads there, the lowest bid and the highest ask of them: the worse side
 * for whoever needs the rate. A quote that is crossed, or yet to come, is none.
 *
 * @param quotes asked at every rate, for quotes move
 * @example ratesFrom(() => [{ base: GBP, quote: USD, bid: 1.27, ask: 1.2702 }]).rate(GBP, USD)
 */
export function ratesFrom(quotes: () => Iterable<PairQuote>): Rates {
  return {
    rate(from, to) {
      if (from === to) return { bid: 1, ask: 1 };
      const known = [...quotes()].filter(({ bid, ask }) => bid > 0 && ask >= bid);
      return direct(known, from, to) ?? crossed(known, from, to);
    },
  };
}

/** The first source that knows. @example ratesOneAfterAnother(fromQuotes, fromTickValues) */
export function ratesOneAfterAnother(...sources: readonly Rates[]): Rates {
  return {
    rate(from, to) {
      for (const source of sources) {
        const rate = source.rate(from, to);
        if (rate) return rate;
      }
      return undefined;
    },
  };
}

function direct(known: readonly PairQuote[], from: Currency, to: Currency): Rate | undefined {
  return worst(
    known.flatMap(({ base, quote, bid, ask }) => {
      if (base === from && quote === to) return [{ bid, ask }];
      return base === to && quote === from ? [{ bid: 1 / ask, ask: 1 / bid }] : [];
    }),
  );
}

function crossed(known: readonly PairQuote[], from: Currency, to: Currency): Rate | undefined {
  const between = new Set(known.flatMap(({ base, quote }) => [base, quote]));
  return worst(
    [...between].flatMap((via) => {
      const first = via === from || via === to ? undefined : direct(known, from, via);
      const second = first && direct(known, via, to);
      return first && second ? [{ bid: first.bid * second.bid, ask: first.ask * second.ask }] : [];
    }),
  );
}

function worst(rates: readonly Rate[]): Rate | undefined {
  if (rates.length === 0) return undefined;
  return {
    bid: Math.min(...rates.map(({ bid }) => bid)),
    ask: Math.max(...rates.map(({ ask }) => ask)),
  };
}
