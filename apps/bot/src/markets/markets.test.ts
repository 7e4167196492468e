import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isoFromInstant } from '@quorate/values/instant';
import { replayStage } from '../testing/replay-stage.ts';
import { marketFilesOf } from './market-files.ts';
import { partOf, serverDayEnd, serverDayStart } from './period.ts';
import { type MarketTerms, setUpMarkets } from './set-up-markets.ts';

const stage = replayStage(200);

const terms = (more: Partial<MarketTerms>): MarketTerms => ({
  markets: [{ candles: stage.file('EURUSD'), symbol: 'EURUSD' }],
  zone: 'auto',
  timeframe: null,
  spread: 'usual',
  commission: null,
  from: null,
  to: null,
  warmUpBars: 100,
  accountCurrency: null,
  balance: null,
  inside: [],
  ...more,
});

describe('which candles are of which symbol', () => {
  it('is said in order, by the path, or by the name of the file', () => {
    assert.deepEqual(marketFilesOf(['a.csv', 'b.csv'], ['EURUSD', 'XAUUSD.a']), [
      { candles: 'a.csv', symbol: 'EURUSD' },
      { candles: 'b.csv', symbol: 'XAUUSD.a' },
    ]);
    assert.deepEqual(marketFilesOf(['eurusd.a=x/b=c.csv', 'data/gbpusd_h1.csv.gz'], []), [
      { candles: 'x/b=c.csv', symbol: 'EURUSD.a' },
      { candles: 'data/gbpusd_h1.csv.gz', symbol: 'GBPUSD' },
    ]);
  });

  it('is asked for when a name tells two, none, or what is there already', () => {
    assert.throws(
      () => marketFilesOf(['EURUSD_GBPUSD.csv'], []),
      /names EURUSD and GBPUSD; say which/,
    );
    assert.throws(() => marketFilesOf(['prices.csv'], []), /prices\.csv names no symbol/);
    assert.throws(() => marketFilesOf(['a.csv', 'b.csv'], ['EURUSD']), /there are 2 and 1/);
    assert.throws(
      () => marketFilesOf(['EURUSD_1.csv', 'EURUSD_2.csv'], []),
      /EURUSD is there twice/,
    );
  });
});

describe('a period', () => {
  it('counts the server’s days, in winter and in summer', () => {
    assert.equal(
      isoFromInstant(serverDayStart('2025-01-06') ?? assert.fail()),
      '2025-01-05T22:00:00.000Z',
    );
    assert.equal(
      isoFromInstant(serverDayEnd('2025-07-04') ?? assert.fail()),
      '2025-07-04T21:00:00.000Z',
    );
    assert.equal(serverDayStart('2025-02-30'), null);
    assert.equal(serverDayStart('6.1.2025'), null);
  });

  it('has the bars that open and close within it, and those before to warm up', async () => {
    const { markets } = await setUpMarkets(terms({}));
    const series = markets[0]?.series ?? assert.fail();
    const from = serverDayStart('2025-01-08') ?? assert.fail();
    const end = serverDayEnd('2025-01-08') ?? assert.fail();
    const part = partOf(series, { from, end }, 30);
    assert.deepEqual([part.series.length, part.warmUp], [54, 30]);
    assert.equal(part.series.time[30], from);
    assert.equal(part.series.close[30], series.close[48]);
    assert.equal(partOf(series, { from, end }, 500).warmUp, 48);
  });
});

describe('markets', () => {
  it('have the spread that was chosen', async () => {
    const spreadOf = async (spread: MarketTerms['spread']) => {
      const { markets } = await setUpMarkets(terms({ spread }));
      const { close, askClose } = markets[0]?.series ?? assert.fail();
      return (askClose[0] ?? 0) - (close[0] ?? 0);
    };
    // The made-up file says 3, and EURUSD's usual spread is 12.
    assert.deepEqual(
      await Promise.all(['usual' as const, 'file' as const, 7, 0].map(spreadOf)),
      [12, 3, 7, 0],
    );
  });

  it('refuse a spread where the file has both sides, or none where it is to be the file’s', async () => {
    const quotes = join(stage.folder, 'EURUSD_quotes.csv');
    const header = 'time,bid_open,bid_high,bid_low,bid_close,ask_open,ask_high,ask_low,ask_close';
    const row = (hour: string) => `2025-01-06T${hour}:00,1.1,1.2,1.0,1.1,1.1,1.2,1.0,1.1`;
    writeFileSync(quotes, [header, row('00'), row('01')].join('\n'));
    const markets = [{ candles: quotes, symbol: 'EURUSD' }];
    await assert.rejects(
      setUpMarkets(terms({ markets, spread: 9 })),
      /has bid and ask of its own, so --spread 9/,
    );
    const plain = join(stage.folder, 'EURUSD_plain.csv');
    writeFileSync(
      plain,
      'time,open,high,low,close\n2025-01-06T00:00,1.1,1.2,1.0,1.1\n2025-01-06T01:00,1.1,1.2,1.0,1.1\n',
    );
    await assert.rejects(
      setUpMarkets(terms({ markets: [{ candles: plain, symbol: 'EURUSD' }], spread: 'file' })),
      /has no spreads, so --spread file does not apply/,
    );
  });

  it('are made alike, and refused while they are not', async () => {
    const hours = stage.file('GBPUSD', 9);
    const m30 = join(stage.folder, 'USDCHF_M30.csv');
    writeFileSync(
      m30,
      'time,open,high,low,close\n2025-01-06T00:00,0.9,0.92,0.89,0.91\n2025-01-06T00:30,0.91,0.93,0.9,0.92\n2025-01-06T01:00,0.92,0.93,0.9,0.9\n',
    );
    const markets = [
      { candles: hours, symbol: 'GBPUSD' },
      { candles: m30, symbol: 'USDCHF' },
    ];
    await assert.rejects(
      setUpMarkets(terms({ markets })),
      /The candles of GBPUSD are H1 and those of USDCHF M30; make them alike with --timeframe H1\./,
    );
    const made = await setUpMarkets(terms({ markets, timeframe: 'H1' }));
    assert.deepEqual(
      made.markets.map(({ series }) => [series.timeframe, series.length]),
      [
        ['H1', 200],
        ['H1', 2],
      ],
    );
    await assert.rejects(
      setUpMarkets(terms({ timeframe: 'M15' })),
      /its candles are H1, and the timeframe M15 \(--timeframe, else the profile's\) is shorter/,
    );
  });

  it('take commission and balance in the account’s currency', async () => {
    const { markets, start, currency } = await setUpMarkets(
      terms({ commission: '2.25', balance: '5000' }),
    );
    assert.equal(markets[0]?.instrument.commissionPerLotPerSide.minor, 225);
    assert.deepEqual([start.minor, currency], [500_000, 'USD']);
    await assert.rejects(
      setUpMarkets(terms({ commission: '2.255' })),
      /--commission 2\.255 is no amount of USD/,
    );
  });
});
