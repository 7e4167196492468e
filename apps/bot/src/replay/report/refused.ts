import type { Instrument } from '@quorate/trading/account/instrument';
import { type PairQuote, ratesFrom } from '@quorate/trading/account/rates';
import { valuationOf } from '@quorate/trading/account/valuation';
import { type CandleSeries, firstAtOrAfter } from '@quorate/trading/market/candle';
import { type ShadowTerms, shadowOf, shadowOrder } from '@quorate/trading/simulation/shadow';
import type { RefusedIdea, WalkInput } from '../walk-series.ts';

/** One symbol with what it takes to follow an order on it. */
export type FollowTerms = ShadowTerms & Readonly<{ series: CandleSeries }>;

/** The ideas that one rule refused, and what became of them on the market. */
export type RefusedByRule = Readonly<{
  code: string;
  count: number;
  /** Those that would have been filled and have ended. */
  followed: number;
  wins: number;
  /** Sum of their results in R; each R is what the idea stood to lose. */
  sumR: number;
  /** The newest sentence, as an example. */
  example: string;
}>;

/** Ideas beyond these are counted and not followed: each may take hundreds of bars. */
const FOLLOWED_MOST = 20_000;

/** Refused ideas by rule, the most frequent first, each followed on the candles after it. */
export function refusedByRule(
  refused: readonly RefusedIdea[],
  termsOf: (symbol: string) => FollowTerms | undefined,
): readonly RefusedByRule[] {
  const rules = new Map<string, { -readonly [Key in keyof RefusedByRule]: RefusedByRule[Key] }>();
  let followed = 0;
  for (const idea of refused) {
    const { code, message } = idea;
    const rule = rules.get(code) ?? { code, count: 0, followed: 0, wins: 0, sumR: 0, example: '' };
    rules.set(code, rule);
    rule.count += 1;
    rule.example = message;
    const terms = termsOf(idea.symbol);
    if (!terms || followed >= FOLLOWED_MOST) continue;
    const r = follow(idea, terms);
    if (r === null) continue;
    followed += 1;
    rule.followed += 1;
    rule.sumR += r;
    if (r > 0) rule.wins += 1;
  }
  return [...rules.values()].toSorted((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}

function follow({ asked, asOf, decisionId }: RefusedIdea, terms: FollowTerms): number | null {
  if (decisionId === null) return null;
  const order = shadowOrder({ asked, asOf, decisionId }, terms);
  if (order === null) return null;
  return shadowOf(order, terms, terms.series, firstAtOrAfter(terms.series, asOf)).r;
}

/** Each symbol of a run with its bars and its worth, by its name. */
export function followTerms({
  parts,
  instruments,
  start,
  costs,
  inside: finer,
}: WalkInput): Map<string, FollowTerms> {
  const terms = new Map<string, FollowTerms>();
  // What is worked out with them, R and shares of costs, hardly depends on when a third currency's rate was taken.
  const rates = ratesFrom(() =>
    parts.flatMap(({ series }, at) => lastQuote(series, instruments[at])),
  );
  for (const [at, instrument] of instruments.entries()) {
    const series = parts[at]?.series;
    const valuation = valuationOf(instrument, start.currency, rates);
    if (!series || valuation.kind === 'denied') continue;
    const inside = finer.find(({ symbol }) => symbol === series.symbol);
    terms.set(series.symbol, { series, instrument, valuation, costs, inside });
  }
  return terms;
}

function lastQuote(series: CandleSeries, instrument: Instrument | undefined): readonly PairQuote[] {
  const bid = series.close[series.length - 1];
  const ask = series.askClose[series.length - 1];
  if (!instrument || bid === undefined || ask === undefined) return [];
  const { baseCurrency, quoteCurrency, digits } = instrument;
  const point = 10 ** -digits;
  return [{ base: baseCurrency, quote: quoteCurrency, bid: bid * point, ask: ask * point }];
}
