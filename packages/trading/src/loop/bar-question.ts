import type { CandleSeries } from '../candle.ts';
import type { BarReading, DecisionRequest } from '../decision.ts';
import { type Snapshot, snapshotAt } from '../snapshot.ts';

/**
 * A question about one bar. Its document is made when somebody looks at it: the offline panel reads the
 * figures alone, and the document's thirty bars would cost a replay more than the decision. A class, because
 * an object with a getter of its own is a hundred times slower to make.
 */
export class BarQuestion implements DecisionRequest {
  readonly reading: BarReading;
  readonly tradesOpenedToday: number;
  readonly #series: CandleSeries;
  readonly #index: number;
  #snapshot: Snapshot | undefined;

  /** @param index of the newest bar of the series that may be known */
  constructor(reading: BarReading, tradesOpenedToday: number, series: CandleSeries, index: number) {
    this.reading = reading;
    this.tradesOpenedToday = tradesOpenedToday;
    this.#series = series;
    this.#index = index;
  }

  /** The same object each time. */
  get snapshot(): Snapshot {
    const { atrPoints, indicators } = this.reading;
    this.#snapshot ??= snapshotAt(this.#series, this.#index, atrPoints, indicators);
    return this.#snapshot;
  }
}
