import type { Instant } from '@quorate/values/instant';
import type { Currency } from '@quorate/values/money';
import { ValueError } from '@quorate/values/value-error';
import type { Instrument } from '../account/instrument.ts';
import type { Rates } from '../account/rates.ts';
import { type Quote, type Valuation, valuationOf } from '../account/valuation.ts';
import { type CandleSeries, firstAtOrAfter, timeframeMs } from '../market/candle.ts';
import { createMarketReader, type MarketReader } from '../market/market-reader.ts';
import type { TouchWatch } from '../simulation/first-touch.ts';

/** One symbol of a run: its bars, its terms, and what its analysts read. */
export type Lane = Readonly<{
  series: CandleSeries;
  instrument: Instrument;
  valuation: Valuation;
  reader: MarketReader;
  /** Decisions after which it is not known yet what price did first, the oldest first. */
  touches: WatchedTouch[];
}>;

export type WatchedTouch = Readonly<{
  decisionId: string;
  /** Close of the bar that it was made on. */
  asOf: Instant;
  atrPoints: number;
  watch: TouchWatch;
}>;

/** @throws ValueError when the instruments do not fit the series, or one cannot be valued in the account's currency */
export function createLanes(
  series: readonly CandleSeries[],
  instruments: readonly Instrument[],
  currency: Currency,
  rates?: Rates,
  readFrom: readonly number[] = [],
): readonly Lane[] {
  if (series.length !== instruments.length) {
    throw new ValueError(
      `${series.length} series need as many instruments, not ${instruments.length}`,
    );
  }
  return series.map((bars, index) =>
    createLane(bars, instruments[index], currency, rates, readFrom[index]),
  );
}

/** The lane of the bar that the market says has closed. */
export function laneAt(lanes: readonly Lane[], index: number): Lane {
  const lane = lanes[index];
  if (!lane) throw new RangeError(`there is no series ${index}; there are ${lanes.length}`);
  return lane;
}

/** The newest bar that had closed by then; -1 where there is none. */
export function newestIndex(series: CandleSeries, asOf: Instant): number {
  // Bars that closed then or before opened before one that closes a millisecond later.
  return firstAtOrAfter(series, asOf - timeframeMs(series.timeframe) + 1) - 1;
}

/** The close of the newest bar of a symbol that had closed by then; undefined where there is none. */
export function quoteOfNewestBar(
  lanes: readonly Lane[],
  symbol: string,
  asOf: Instant,
): Quote | undefined {
  const series = lanes.find((lane) => lane.series.symbol === symbol)?.series;
  if (!series) return undefined;
  const index = newestIndex(series, asOf);
  const [bid, ask] = [series.close[index], series.askClose[index]];
  return bid === undefined || ask === undefined ? undefined : { bid, ask };
}

function createLane(
  series: CandleSeries,
  instrument: Instrument | undefined,
  currency: Currency,
  rates: Rates | undefined,
  readFrom = 0,
): Lane {
  if (instrument?.symbol !== series.symbol || instrument.digits !== series.digits) {
    throw new ValueError(
      `bars of ${series.symbol} with ${series.digits} digits do not fit the instrument ${instrument?.symbol} with ${instrument?.digits}`,
    );
  }
  const valuation = valuationOf(instrument, currency, rates);
  if (valuation.kind === 'denied') throw new ValueError(valuation.message);
  return {
    series,
    instrument,
    valuation,
    reader: createMarketReader(series, readFrom),
    touches: [],
  };
}
