import { type CandleFile, toSeries } from '@quorate/run/candles/candle-file';
import type { Zone } from '@quorate/run/candles/file-clock';
import { otherPairInName } from '@quorate/run/candles/price-scale';
import type { Instrument } from '@quorate/trading/account/instrument';
import { aggregateSeries } from '@quorate/trading/market/aggregate';
import {
  type CandleSeries,
  closeTimeAt,
  type Timeframe,
  timeframeMs,
} from '@quorate/trading/market/candle';
import { guardSeries } from '@quorate/trading/market/guards/data-guards';
import type { GuardFinding } from '@quorate/trading/market/guards/guard-finding';
import { instant } from '@quorate/values/instant';
import type { Currency, Money } from '@quorate/values/money';
import { BotFault } from '../bot-fault.ts';
import type { MarketFile } from '../paper-options.ts';
import { type Inside, openInside } from './inside.ts';
import { type AccountTerms, amountOf, clockText, openMarket, openMarkets } from './open-market.ts';
import { partOf, serverDayEnd, serverDayStart } from './period.ts';

/** What is to be traded, and on which terms. */
export type MarketTerms = AccountTerms &
  Readonly<{
    zone: Zone | 'auto';
    /** Shorter bars are made into these; null for those of the files, which must then be alike. */
    timeframe: Timeframe | null;
    spread: SpreadChoice;
    /** Of one lot and one side, in the account's currency; null for the usual one. */
    commission: string | null;
    /** First and last day on the server's calendar that are traded; null for all there is. */
    from: string | null;
    to: string | null;
    /** Bars before the first day that are read. */
    warmUpBars: number;
    /** Finer bars of some symbols. */
    inside: readonly MarketFile[];
  }>;

/** One symbol, whole. */
type Market = Readonly<{
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
  inside: readonly Inside[];
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
  const opened = await openMarkets(terms, (file, currency) => {
    opening(file);
    return setUpMarket(file, currency, terms);
  });
  refuseDifferentLengths(opened.markets);
  const { markets } = opened;
  const inside = await openInside(terms.inside, markets, terms.zone, (file, { instrument }) => {
    opening({ candles: file.path, symbol: instrument.symbol });
    return withSpread(file, instrument, terms.spread).series;
  });
  return { ...opened, inside };
}

async function setUpMarket(
  given: MarketFile,
  currency: Currency,
  terms: MarketTerms,
): Promise<Market> {
  const opened = await openMarket(given, currency, {
    zone: terms.zone,
    timeframe: null,
    dropRepeats: true,
  });
  const { symbol } = given;
  const { columns, ...file } = opened.file;
  const instrument = withCommission(opened.instrument, currency, terms);
  const { series: own, note } = withSpread({ ...file, columns }, instrument, terms.spread);
  const series = inTimeframe(own, file.path, terms.timeframe);
  const ownInBar = timeframeMs(series.timeframe) / timeframeMs(own.timeframe);
  const looked = lookedAt(own, terms, terms.warmUpBars * ownInBar);
  const findings = [...repeatFindings(symbol, file), ...guardSeries(looked, file.zone, own)];
  return { file, series, instrument, findings, note: noteOf(file, series, note) };
}

/** The bars that are traded on and those that are read before them: a hole of another year concerns nobody. */
function lookedAt(
  series: CandleSeries,
  { from, to }: MarketTerms,
  warmUpBars: number,
): CandleSeries {
  const first = (from === null ? null : serverDayStart(from)) ?? instant(series.time[0] ?? 0);
  const end = to === null ? null : serverDayEnd(to);
  const last = series.length === 0 ? first : closeTimeAt(series, series.length - 1);
  const { series: part } = partOf(series, { from: first, end: end ?? last }, warmUpBars);
  // A period without a bar is refused later, with the days that the file has.
  return part.length === 0 ? series : part;
}

function repeatFindings(symbol: string, { repeats }: Market['file']): GuardFinding[] {
  if (!repeats || repeats.count === 0) return [];
  const { count, firstLine } = repeats;
  const message = `${symbol}: ${count} ${count === 1 ? 'row repeats' : 'rows repeat'} the time of the row before, first line ${firstLine}; the first of each is kept.`;
  return [{ kind: 'repeats', level: 'warning', count, message }];
}

function withCommission(
  instrument: Instrument,
  currency: Currency,
  { commission }: MarketTerms,
): Instrument {
  if (commission === null) return instrument;
  return { ...instrument, commissionPerLotPerSide: amountOf('--commission', commission, currency) };
}

function inTimeframe(series: CandleSeries, path: string, wanted: Timeframe | null): CandleSeries {
  if (wanted === null) return series;
  if (timeframeMs(wanted) < timeframeMs(series.timeframe)) {
    throw new BotFault(
      'usage',
      `${path}: its candles are ${series.timeframe}, and the timeframe ${wanted} (--timeframe, else the profile's) is shorter; only longer ones can be made of them.`,
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

function noteOf(file: Market['file'], series: CandleSeries, spread: string): string {
  const made =
    series.timeframe === file.timeframe ? '' : `, made into ${series.length} ${series.timeframe}`;
  const other = otherPairInName(file.path, series.symbol);
  const warning = other ? ` Warning: the file's name speaks of ${other}.` : '';
  return (
    `${series.symbol}: ${file.length} ${file.timeframe} candles${made}, ${file.digits} digits, ` +
    `times read as ${clockText(file)}; ${spread}.${warning}`
  );
}

/**
 * What a quote's two sides lie apart where a file has one price. `usual`: the file's own spread, at least
 * the symbol's usual one; `file`: the file's own; a number: so many points on every bar.
 */
export type SpreadChoice = 'usual' | 'file' | number;

/** The bars of a file with both sides, and one sentence on where the spread comes from. @throws BotFault `usage` */
function withSpread(
  file: CandleFile,
  { symbol, typicalSpreadPoints }: Instrument,
  choice: SpreadChoice,
): { series: CandleSeries; note: string } {
  if (file.format === 'bid-ask') {
    if (typeof choice === 'number') {
      throw new BotFault(
        'usage',
        `${file.path}: has bid and ask of its own, so --spread ${choice} does not apply; leave it out.`,
      );
    }
    return { series: toSeries(file, symbol, 0), note: 'spreads are those of the file' };
  }
  if (typeof choice === 'number') {
    const spread = new Int32Array(file.columns.spread.length);
    const flat = { ...file, columns: { ...file.columns, spread } };
    return {
      series: toSeries(flat, symbol, choice),
      note: `a spread of ${choice} points is taken`,
    };
  }
  if (choice === 'file') {
    if (!file.hasSpread) {
      throw new BotFault(
        'usage',
        `${file.path}: has no spreads, so --spread file does not apply; say usual, or a number of points.`,
      );
    }
    const note =
      "spreads are those of the file, which are each bar's smallest: costs come out too low";
    return { series: toSeries(file, symbol, 0), note };
  }
  const usual = `the usual ${typicalSpreadPoints} points`;
  const note = file.hasSpread
    ? `spreads are those of the file, at least ${usual}`
    : `the file has no spreads; ${usual} are taken`;
  return { series: toSeries(file, symbol, typicalSpreadPoints), note };
}
