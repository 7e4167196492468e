import { instantFromServerTime } from '@quorate/trading/market/new-york-clock';
import { type Instant, instant, isoFromInstant } from '@quorate/values/instant';
import { candleFault } from './candle-fault.ts';
import type { CandleColumns } from './read-columns.ts';
import { wallText } from './read-row.ts';

/** Whose clock the times of a file are read from: the broker server's (New York + 7 h) or UTC. */
export type Zone = 'server' | 'utc';

/**
 * The clock of a file that does not name it: quotes with bid and ask come from data vendors, who write
 * UTC; single prices come from terminals, which write server time.
 *
 * @throws CandleFileError when the person says server time and the times say UTC
 */
export function zoneOf(
  file: string,
  { layout, statesUtc }: CandleColumns,
  wanted: Zone | 'auto',
): Zone {
  if (wanted === 'server' && statesUtc) {
    throw candleFault({ file }, 'its times end with Z, so they are UTC and not server time');
  }
  if (wanted !== 'auto') return wanted;
  return layout.format === 'bid-ask' || statesUtc ? 'utc' : 'server';
}

/**
 * Turns the times of a file into moments, in place, because a file may hold twenty million.
 *
 * @throws CandleFileError when two times are one moment, as when clocks go back
 */
export function toInstants(file: string, time: Float64Array, length: number, zone: Zone): void {
  if (zone === 'utc') return;
  let before = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < length; index++) {
    const wallMs = time[index] ?? 0;
    const moment: Instant = instantFromServerTime(wallMs);
    if (moment <= before) {
      const same = isoFromInstant(instant(before));
      throw candleFault(
        { file },
        `on the server's clock ${wallText(wallMs)} and the candle before it are both ${same}; if the times are UTC, say --zone utc`,
      );
    }
    time[index] = moment;
    before = moment;
  }
}
