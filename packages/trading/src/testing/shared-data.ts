import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { gunzipSync } from 'node:zlib';
import { unitsFromDecimal } from '@quorate/values/decimal';
import { instant, instantFromIso } from '@quorate/values/instant';
import type { CandleSeries, Timeframe } from '../market/candle.ts';
import { createCandleBuilder } from '../market/candle-builder.ts';
import { instantFromServerTime } from '../market/new-york-clock.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const FOLDER = process.env.QUORATE_SHARED_DATA ?? join(ROOT, '../shared/data');

/**
 * Reads one of the optional real bar files, for tests only.
 *
 * @param zone of the file's times: UTC, or the server's clock (New York + 7 h)
 * @param spreadPoints for files that have one price; files with bid and ask ignore it
 * @returns undefined where the files are absent: the test then skips itself
 */
export function sharedBars(
  file: string,
  market: { symbol: string; timeframe: Timeframe; digits: number; zone: 'utc' | 'server' },
  spreadPoints = 12,
): CandleSeries | undefined {
  const path = join(FOLDER, 'bars', file);
  if (!existsSync(path)) return undefined;
  const { zone, ...rest } = market;
  const rows = gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n');
  const builder = createCandleBuilder(rest, rows.length);
  const points = (text = '') => unitsFromDecimal(text, market.digits);
  for (const row of rows.slice(1)) {
    const [when = '', a, b, c, d, e, f, g, h] = row.split(',');
    const read = instantFromIso(`${when}Z`);
    const time = zone === 'utc' ? read : instantFromServerTime(read);
    const bid = {
      time: instant(time),
      open: points(a),
      high: points(b),
      low: points(c),
      close: points(d),
    };
    if (h === undefined) builder.pushBid(bid, spreadPoints);
    else {
      const [askOpen, askHigh, askLow, askClose] = [points(e), points(f), points(g), points(h)];
      builder.push({ ...bid, askOpen, askHigh, askLow, askClose });
    }
  }
  return builder.series;
}
