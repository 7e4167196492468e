import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCandleFile } from './candle-file.ts';
import { checkPriceScale, otherPairInName } from './price-scale.ts';
import { candleFolder } from './testing/candle-files.ts';

const { write } = candleFolder();

async function check(symbol: string, first: string, last: string): Promise<void> {
  const rows = [first, last].map(
    (price, hour) => `2025-01-02T0${hour}:00,${price},${price},${price},${price}\n`,
  );
  const file = await loadCandleFile(write(`time,open,high,low,close\n${rows.join('')}`), {
    zone: 'auto',
    timeframe: null,
  });
  checkPriceScale(file, symbol);
}

describe('the scale of prices', () => {
  it('fits the extremes that pairs and metals have really seen', async () => {
    for (const [symbol, low, high] of [
      ['EURUSD', '0.82300', '1.60400'],
      ['GBPUSD', '1.03500', '2.11600'],
      ['USDJPY', '75.350', '161.950'],
      ['GBPJPY', '116.830', '251.100'],
      ['EURGBP', '0.57000', '0.98000'],
      ['GBPNZD', '1.67000', '3.41000'],
      ['XAUUSD', '252.50', '4380.00'],
      ['XAGUSD', '4.02', '54.47'],
    ] as const) {
      await assert.doesNotReject(check(symbol, low, high), symbol);
      await assert.doesNotReject(check(`${symbol}.a`, high, low), symbol);
    }
  });

  it('does not fit another pair or prices in points', async () => {
    await assert.rejects(check('EURUSD', '157.123', '157.200'), {
      message:
        /the close of its first candle, 157\.123, is no price of EURUSD, which lies between 0\.29 and 4\.6; check --symbol/,
    });
    await assert.rejects(check('EURUSD', '1.1', '104215'), {
      message: /its last candle, 104215\.0, is no price of EURUSD/,
    });
    await assert.rejects(check('USDJPY', '1.1', '1.1'), { code: 'candle_file' });
  });

  it('is not judged where nothing is known of the symbol', async () => {
    await assert.doesNotReject(check('USDTRY', '34.1', '3.1'));
  });
});

describe('the name of a candle file', () => {
  it('warns of a pair that is not the one asked for', () => {
    assert.equal(otherPairInName('data/GBPUSD_H1.csv.gz', 'EURUSD'), 'GBPUSD');
    assert.equal(otherPairInName('C:\\data\\gbpusd-h1.csv', 'EURUSD'), 'GBPUSD');
    assert.equal(otherPairInName('data/EURUSD_H1_oanda.csv.gz', 'EURUSD.a'), null);
    assert.equal(otherPairInName('GBPUSD/candles.csv', 'EURUSD'), null);
    assert.equal(otherPairInName('EURUSD-against-GBPUSD.csv', 'EURUSD'), null);
    assert.equal(otherPairInName('prices.csv', 'EURUSD'), null);
  });
});
