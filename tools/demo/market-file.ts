import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { CandleSeries } from '@quorate/trading/market/candle';
import { type GeneratedMarket, generateMarket } from '@quorate/trading/market/market-generator';
import { instant, isoFromInstant } from '@quorate/values/instant';
import { price, priceToDecimal } from '@quorate/values/price';

const HEADER = 'time,bid_open,bid_high,bid_low,bid_close,ask_open,ask_high,ask_low,ask_close';

/** Writes a made-up market as a candle file in UTC, packed when the path ends in .gz. */
export function writeMarketFile(path: string, market: GeneratedMarket): void {
  const text = marketCsv(generateMarket(market));
  writeFileSync(path, path.endsWith('.gz') ? gzipSync(text) : text);
}

/** A series as the CSV the bot reads: bar openings in UTC, both sides of the quote. */
function marketCsv(series: CandleSeries): string {
  const columns = [
    series.open,
    series.high,
    series.low,
    series.close,
    series.askOpen,
    series.askHigh,
    series.askLow,
    series.askClose,
  ];
  const rows = Array.from({ length: series.length }, (_, bar) => {
    const time = isoFromInstant(instant(series.time[bar] ?? Number.NaN));
    const prices = columns.map((column) => priceToDecimal(price(column[bar] ?? 0, series.digits)));
    return `${time.slice(0, 19).replace('T', ' ')},${prices.join(',')}`;
  });
  return `${[HEADER, ...rows].join('\n')}\n`;
}
