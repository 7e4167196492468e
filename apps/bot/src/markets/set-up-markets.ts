import { aggregateSeries } from '@quorate/trading/aggregate';
import { type CandleSeries, type Timeframe, timeframeMs } from '@quorate/trading/candle';
import { guardSeries } from '@quorate/trading/guards/data-guards';
import type { GuardFinding } from '@quorate/trading/guards/guard-finding';
import {
  type Instrument,
  instrumentFor,
  naturalAccountCurrency,
} from '@quorate/trading/instrument';
import { ratesFrom } from '@quorate/trading/rates';
import {
  type Currency,
  currencyDigits,
  currencyOf,
  type Money,
  moneyFromDecimal,
} from '@quorate/values/money';
import { ValueError } from '@quorate/values/value-error';
import { BotFault } from '../bot-fault.ts';
import { type CandleFile, loadCandleFile } from '../candles/candle-file.ts';
import type { Zone } from '../candles/file-clock.ts';
import { checkPriceScale, otherPairInName } from '../candles/price-scale.ts';
import type { MarketFile } from '../paper-options.ts';
import { type SpreadChoice, withSpread } from './spread-choice.ts';

/** What is to be traded, and on which terms. */
export type MarketTerms = Readonly<{
  markets: readonly MarketFile[];
  zone: Zone | 'auto';
  /** Shorter bars are made into these; null for those of the files, which must then be alike. */
  timeframe: Timeframe | null;
  spread: SpreadChoice;
  /** Of one lot and one side, in the account's currency; null for the usual one. */
  commission: string | null;
  accountCurrency: string | null;
  /** null for the usual one of the currency. */
  balance: string | null;
}>;

/** One symbol, whole. */
export type Market = Readonly<{
  file: Omit<CandleFile, 'columns'>;
  series: CandleSeries;
  instrument: Instrument;
  findings: readonly GuardFinding[];
  /** A sentence on what the bars are. */
  note: string;
}>;

/** Every symbol of an account. */
export type Markets = Readonly<{
  markets: readonly Market[];
  currency: Currency;
  start: Money;
}>;

/**
 * Loads the candles of every symbol, makes their bars as long as wanted, looks them over, and settles
 * the terms on which they are traded.
 *
 * @param opening told before each file
 * @throws BotFault `candle_file` or `usage`
 */
export async function setUpMarkets(
  terms: MarketTerms,
  opening: (file: MarketFile) => void = () => {},
): Promise<Markets> {
  const currency = accountCurrencyOf(terms);
  const markets: Market[] = [];
  // One after the other: a file of millions of candles takes its memory twice while it is read.
  for (const file of terms.markets) {
    opening(file);
    markets.push(await setUpMarket(file, currency, terms));
  }
  refuseDifferentLengths(markets);
  refuseWithoutRate(markets, currency);
  const balance = terms.balance ?? (currencyDigits(currency) === 0 ? '1000000' : '10000');
  return { markets, currency, start: amountOf('--balance', balance, currency) };
}

function accountCurrencyOf({ markets, accountCurrency }: MarketTerms): Currency {
  const natural = markets.map(({ symbol }) => {
    const currency = naturalAccountCurrency(symbol);
    if (currency) return currency;
    throw new BotFault('usage', `${symbol} is no forex pair and neither gold nor silver.`);
  });
  if (accountCurrency !== null) return currencyOf(accountCurrency);
  return natural.find((currency) => currency === 'USD') ?? natural[0] ?? currencyOf('USD');
}

async function setUpMarket(
  { symbol, candles }: MarketFile,
  currency: Currency,
  terms: MarketTerms,
): Promise<Market> {
  const { columns, ...file } = await loadCandleFile(candles, {
    zone: terms.zone,
    timeframe: null,
    dropRepeats: true,
  });
  checkPriceScale({ ...file, columns }, symbol);
  const instrument = instrumentOf(symbol, file.digits, currency, terms);
  const { series: own, note } = withSpread({ ...file, columns }, instrument, terms.spread);
  const findings = [...repeatFindings(symbol, file), ...guardSeries(own, file.zone)];
  const series = inTimeframe(own, file.path, terms.timeframe);
  return { file, series, instrument, findings, note: noteOf(file, series, note) };
}

function repeatFindings(symbol: string, { repeats }: Market['file']): GuardFinding[] {
  if (!repeats || repeats.count === 0) return [];
  const { count, firstLine } = repeats;
  const message = `${symbol}: ${count} ${count === 1 ? 'row repeats' : 'rows repeat'} the time of the row before, first line ${firstLine}; the first of each is kept.`;
  return [{ kind: 'repeats', level: 'warning', count, message }];
}

function instrumentOf(
  symbol: string,
  digits: number,
  currency: Currency,
  { commission }: MarketTerms,
): Instrument {
  const instrument = instrumentFor(symbol, digits, currency);
  if ('kind' in instrument) throw new BotFault('usage', instrument.message);
  if (commission === null) return instrument;
  return { ...instrument, commissionPerLotPerSide: amountOf('--commission', commission, currency) };
}

function inTimeframe(series: CandleSeries, path: string, wanted: Timeframe | null): CandleSeries {
  if (wanted === null) return series;
  if (timeframeMs(wanted) < timeframeMs(series.timeframe)) {
    throw new BotFault(
      'usage',
      `${path}: its candles are ${series.timeframe}, and --timeframe ${wanted} is shorter; longer ones can be made of them.`,
    );
  }
  return aggregateSeries(series, wanted);
}

function refuseDifferentLengths(markets: readonly Market[]): void {
  const [first] = markets;
  const other = markets.find(({ series }) => series.timeframe !== first?.series.timeframe);
  if (!first || !other) return;
  const longest = markets.reduce((a, b) =>
    timeframeMs(a.series.timeframe) >= timeframeMs(b.series.timeframe) ? a : b,
  );
  throw new BotFault(
    'usage',
    `The candles of ${first.series.symbol} are ${first.series.timeframe} and those of ${other.series.symbol} ${other.series.timeframe}; make them alike with --timeframe ${longest.series.timeframe}.`,
  );
}

/** A symbol of two other currencies than the account's needs the candles of a third pair for its rate. */
function refuseWithoutRate(markets: readonly Market[], currency: Currency): void {
  const pairs = markets.map(({ instrument }) => ({
    base: instrument.baseCurrency,
    quote: instrument.quoteCurrency,
    bid: 1,
    ask: 1,
  }));
  for (const { instrument } of markets) {
    const { symbol, quoteCurrency, baseCurrency } = instrument;
    if (baseCurrency === currency || ratesFrom(() => pairs).rate(quoteCurrency, currency)) continue;
    throw new BotFault(
      'usage',
      `${symbol} cannot be valued in ${currency} without a rate from ${quoteCurrency} to ${currency}: give the candles of that pair, too, or take --account-currency ${quoteCurrency}.`,
    );
  }
}

function noteOf(file: Market['file'], series: CandleSeries, spread: string): string {
  const clock = file.zone === 'utc' ? 'UTC' : 'broker server time (New York + 7 h)';
  const made =
    series.timeframe === file.timeframe ? '' : `, made into ${series.length} ${series.timeframe}`;
  const other = otherPairInName(file.path, series.symbol);
  const warning = other ? ` Warning: the file's name speaks of ${other}.` : '';
  return (
    `${series.symbol}: ${file.length} ${file.timeframe} candles${made}, ${file.digits} digits, ` +
    `times read as ${clock}; ${spread}.${warning}`
  );
}

function amountOf(option: string, text: string, currency: Currency): Money {
  try {
    return moneyFromDecimal(text, currency);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const message = `${option} ${text} is no amount of ${currency}: ${error.message}.`;
    throw new BotFault('usage', message, { cause: error });
  }
}
