import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { replayStage } from '../testing/replay-stage.ts';

const root =
  process.env.QUORATE_SHARED_DATA ?? join(import.meta.dirname, '../../../../../shared/data');
const bars = join(root, 'bars');
const skip = existsSync(bars) ? false : `no test data at ${bars}`;
const stage = replayStage(10);

const tenYears = (symbol: string) => [
  '--candles',
  join(bars, `${symbol}_H1_ejtrader_2012-2022.csv.gz`),
];

type Report = {
  candles: number;
  trades: number;
  balance_start: number;
  balance_end: number;
  net_profit: number;
  trade_list: { symbol: string }[];
  data: { kind: string; message: string }[];
};

describe('a replay of real candles', { skip }, () => {
  it('walks ten years of four symbols on one account, one of them valued through another', async () => {
    const args = ['GBPUSD', 'XAUUSD', 'USDJPY', 'EURGBP'].flatMap(tenYears);
    const started = performance.now();
    const { out } = await stage.replay([...args, '--json']);
    const tookMs = performance.now() - started;
    const found = JSON.parse(out) as Report;
    assert.ok(found.candles > 225_000, `${found.candles} candles`);
    const traded = new Set(found.trade_list.map(({ symbol }) => symbol));
    assert.deepEqual([...traded].toSorted(), ['EURGBP', 'GBPUSD', 'USDJPY', 'XAUUSD']);
    const cents = (amount: number) => Math.round(amount * 100);
    assert.equal(cents(found.balance_end), cents(found.balance_start) + cents(found.net_profit));
    assert.ok(tookMs < 20_000, `${tookMs} ms`);
  });

  it('makes of minutes what it makes of the broker’s own hours', async () => {
    const period = ['--from', '2025-01-20', '--to', '2025-03-28', '--spread', '12', '--json'];
    const file = (name: string) => ['--candles', join(bars, `${name}.csv.gz`)];
    const minutes = await stage.replay([
      ...file('EURUSD_M1_icmarkets-demo_2025Q1'),
      '--timeframe',
      'H1',
      ...period,
    ]);
    const hours = await stage.replay([...file('EURUSD_H1_icmarkets-demo_2025H1'), ...period]);
    const [own, broker] = [minutes, hours].map(({ out }) => JSON.parse(out) as Report);
    assert.ok((own?.trades ?? 0) > 5);
    assert.deepEqual(own?.trade_list, broker?.trade_list);
    assert.equal(own?.balance_end, broker?.balance_end);
  });

  it('names the hole of five days in the quotes of 2016', async () => {
    const quotes = join(bars, 'EURUSD_H1_oanda_bidask_2007-2018.csv.gz');
    const { out } = await stage.replay([
      '--candles',
      quotes,
      '--from',
      '2016-12-01',
      '--to',
      '2016-12-31',
      '--json',
    ]);
    const { data } = JSON.parse(out) as Report;
    assert.ok(
      data.some(({ message }) => message.includes('2016-12-09 22:00 UTC to 2016-12-16 05:00 UTC')),
    );
  });

  it('says nothing of the holes of years that are not traded', async () => {
    const quotes = join(bars, 'EURUSD_H1_oanda_bidask_2007-2018.csv.gz');
    const { out } = await stage.replay([
      '--candles',
      quotes,
      '--from',
      '2014-02-01',
      '--to',
      '2014-03-31',
      '--json',
    ]);
    const { data } = JSON.parse(out) as Report;
    assert.deepEqual(
      data.filter(({ message }) => /a hole of/.test(message)),
      [],
    );
  });
});
