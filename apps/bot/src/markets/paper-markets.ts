import { type CandleFile, countCrossed, toSeries } from '@quorate/run/candles/candle-file';
import { otherPairInName } from '@quorate/run/candles/price-scale';
import type { Instrument } from '@quorate/trading/account/instrument';
import type { CandleSeries } from '@quorate/trading/market/candle';
import type { CostModel } from '@quorate/trading/simulation/costs';
import { type Currency, formatMoney, type Money } from '@quorate/values/money';
import type { MarketFile, PaperOptions } from '../paper-options.ts';
import { costModelOf, costNotes } from './cost-options.ts';
import { type Inside, openInside } from './inside.ts';
import { clockText, openMarket, openMarkets } from './open-market.ts';

/** What a paper run trades on: one account, and a market for each symbol. */
export type MarketsSetup = Readonly<{
  markets: readonly MarketSetup[];
  currency: Currency;
  start: Money;
  costs: CostModel;
  /** Finer candles of some symbols. */
  inside: readonly Inside[];
  /** Sentences on what was assumed, for the person who started the run. */
  notes: readonly string[];
}>;

/** One symbol of a paper run. */
export type MarketSetup = Readonly<{
  file: CandleFile;
  series: CandleSeries;
  instrument: Instrument;
  crossedBars: number;
}>;

/**
 * Loads the candles of every symbol and settles what they are traded with.
 *
 * @throws BotFault `candle_file` or `usage`
 */
export async function setUpMarkets(options: PaperOptions): Promise<MarketsSetup> {
  const opened = await openMarkets(options, (file, currency) =>
    setUpMarket(file, currency, options),
  );
  const assumed = options.accountCurrency === null;
  const { markets, currency } = opened;
  const symbols = markets.map(({ series }) => series.symbol);
  const costs = costModelOf(options, symbols, currency);
  const inside = await openInside(options.inside, markets, options.zone, (file, { instrument }) =>
    toSeries(file, instrument.symbol, instrument.typicalSpreadPoints),
  );
  return {
    ...opened,
    costs,
    inside,
    notes: [
      ...markets.flatMap((market) => notesOf(market)),
      ...inside.map(({ note }) => note),
      accountNote(opened.start, assumed),
      ...costNotes(costs, symbols),
      ...plainHttp(options),
    ],
  };
}

async function setUpMarket(
  given: MarketFile,
  currency: Currency,
  reading: PaperOptions,
): Promise<MarketSetup> {
  const { file, instrument } = await openMarket(given, currency, reading);
  const series = toSeries(file, given.symbol, instrument.typicalSpreadPoints);
  return { file, series, instrument, crossedBars: countCrossed(series) };
}

function notesOf({ file, series, instrument, crossedBars }: MarketSetup): string[] {
  const { symbol } = series;
  const other = otherPairInName(file.path, symbol);
  return [
    marketNote(file, symbol),
    spreadNote(file, instrument),
    ...(crossedBars > 0
      ? [
          `${crossedBars} candles of ${symbol} have an ask below their bid; nothing is traded on them.`,
        ]
      : []),
    ...(other ? [`Warning: the file's name speaks of ${other}, and --symbol says ${symbol}.`] : []),
  ];
}

function marketNote(file: CandleFile, symbol: string): string {
  return `${file.length} ${file.timeframe} candles of ${symbol}, ${file.digits} digits, times read as ${clockText(file)}.`;
}

function spreadNote(file: CandleFile, { typicalSpreadPoints }: Instrument): string {
  if (file.format === 'bid-ask') return 'Spreads are those of the file.';
  const usual = `the usual spread of ${typicalSpreadPoints} points`;
  return file.hasSpread
    ? `Spreads are those of the file, at least ${usual}.`
    : `The file has no spreads; ${usual} is taken.`;
}

function accountNote(start: Money, assumed: boolean): string {
  return `The paper account starts with ${formatMoney(start)}${assumed ? ' (another currency: --account-currency)' : ''}.`;
}

function plainHttp({ service }: PaperOptions): string[] {
  if (!service.startsWith('http://') || isLoopback(service)) return [];
  return [`Warning: the password travels unencrypted to ${service}; use https.`];
}

function isLoopback(service: string): boolean {
  const { hostname } = new URL(service);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
