import { money } from '@quorate/values/money';
import type { Instrument } from '../account/instrument.ts';
import type { CandleSeries } from '../market/candle.ts';
import type { CostModel } from './costs.ts';

/** What a run is traded on, as far as it costs something. */
export type Priced = Readonly<{
  series: CandleSeries;
  instrument: Instrument;
}>;

/**
 * The same bars and terms at so many times the costs: the ask lies so much further above the same bid, the
 * broker's usual spread and its commission grow alike. Crossed quotes stay what they are.
 *
 * @example dearer({ series, instrument }, 1.5)
 */
export function dearer({ series, instrument }: Priced, factor: number): Priced {
  const { typicalSpreadPoints, commissionPerLotPerSide: commission } = instrument;
  return {
    series: widerSpread(series, factor),
    instrument: {
      ...instrument,
      typicalSpreadPoints: Math.round(typicalSpreadPoints * factor),
      commissionPerLotPerSide: money(Math.round(commission.minor * factor), commission.currency),
    },
  };
}

/** The bars with an ask that lies so many times as far above the bid, in whole points. */
export function widerSpread(series: CandleSeries, factor: number): CandleSeries {
  const { length } = series;
  const wider = (bids: Int32Array, asks: Int32Array) => {
    const wide = new Int32Array(length);
    for (let at = 0; at < length; at += 1) {
      const bid = bids[at] ?? 0;
      const spread = (asks[at] ?? 0) - bid;
      wide[at] = bid + (spread > 0 ? Math.round(spread * factor) : spread);
    }
    return wide;
  };
  return {
    ...series,
    askOpen: wider(series.open, series.askOpen),
    askHigh: wider(series.high, series.askHigh),
    askLow: wider(series.low, series.askLow),
    askClose: wider(series.close, series.askClose),
  };
}

/** The same model at so many times its costs. */
export function dearerCosts(costs: CostModel, factor: number): CostModel {
  return { ...costs, factor: costs.factor * factor };
}
