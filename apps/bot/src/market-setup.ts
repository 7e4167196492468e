import type { CandleSeries } from '@quorate/trading/candle';
import { conversionRefusal } from '@quorate/trading/conversion';
import {
  type Instrument,
  instrumentFor,
  naturalAccountCurrency,
} from '@quorate/trading/instrument';
import {
  type Currency,
  currencyDigits,
  currencyOf,
  formatMoney,
  type Money,
  moneyFromDecimal,
} from '@quorate/values/money';
import { ValueError } from '@quorate/values/value-error';
import { BotFault } from './bot-fault.ts';
import { type CandleFile, countCrossed, loadCandleFile, toSeries } from './candles/candle-file.ts';
import { checkPriceScale, otherPairInName } from './candles/price-scale.ts';
import type { MarketFile, PaperOptions } from './paper-options.ts';

/** What a paper run trades on: one account, and a market for each symbol. */
export type MarketsSetup = Readonly<{
  markets: readonly MarketSetup[];
  currency: Currency;
  start: Money;
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
  const currency = accountCurrency(options);
  const markets: MarketSetup[] = [];
  // One after the other: a file of millions of candles takes its memory twice while it is read.
  for (const file of options.markets) markets.push(await setUpMarket(file, currency, options));
  const refusal = conversionRefusal(
    markets.map(({ instrument }) => instrument),
    currency,
  );
  if (refusal) throw new BotFault('usage', refusal.message);
  const start = startBalance(options.balance ?? defaultBalance(currency), currency);
  const assumed = options.accountCurrency === null;
  return {
    markets,
    currency,
    start,
    notes: [
      ...markets.flatMap((market) => notesOf(market)),
      accountNote(start, assumed),
      ...plainHttp(options),
    ],
  };
}

/** What was chosen, else what suits the first symbol. */
function accountCurrency({ markets, accountCurrency: chosen }: PaperOptions): Currency {
  const natural = markets.map(({ symbol }) => {
    const currency = naturalAccountCurrency(symbol);
    if (currency) return currency;
    throw new BotFault(
      'usage',
      `${symbol} is no forex pair and neither gold nor silver, which is what the paper account trades.`,
    );
  });
  return currencyOf(chosen ?? natural[0] ?? 'USD');
}

async function setUpMarket(
  { symbol, candles }: MarketFile,
  currency: Currency,
  { zone, timeframe }: PaperOptions,
): Promise<MarketSetup> {
  const file = await loadCandleFile(candles, { zone, timeframe });
  checkPriceScale(file, symbol);
  const instrument = instrumentFor(symbol, file.digits, currency);
  if ('kind' in instrument) throw new BotFault('usage', instrument.message);
  const series = toSeries(file, symbol, instrument.typicalSpreadPoints);
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

/** Ten thousand yen would be too little for the smallest order. */
function defaultBalance(currency: Currency): string {
  return currencyDigits(currency) === 0 ? '1000000' : '10000';
}

function startBalance(text: string, currency: Currency): Money {
  try {
    return moneyFromDecimal(text, currency);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw new BotFault(
      'usage',
      `--balance ${text} is no amount of ${currency}: ${error.message}.`,
      { cause: error },
    );
  }
}

function marketNote(file: CandleFile, symbol: string): string {
  const clock = file.zone === 'utc' ? 'UTC' : 'broker server time (New York + 7 h)';
  return `${file.length} ${file.timeframe} candles of ${symbol}, ${file.digits} digits, times read as ${clock}.`;
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
