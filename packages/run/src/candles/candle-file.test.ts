import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { instant, isoFromInstant } from '@quorate/values/instant';
import { type CandleFile, countCrossed, loadCandleFile, toSeries } from './candle-file.ts';
import { candleFolder, HEADER, ROWS } from './testing/candle-files.ts';

const files = candleFolder();

function load(content: string | Buffer): Promise<CandleFile> {
  return loadCandleFile(files.write(content), { zone: 'auto', timeframe: null });
}

const EXPORT =
  '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>\r\n' +
  '2025.01.02\t00:00:00\t1.03515\t1.03579\t1.03487\t1.03556\t1349\t0\t5\r\n' +
  '2025.01.02\t01:00:00\t1.03556\t1.03567\t1.03466\t1.03509\t1206\t0\t0\r\n';

describe('a candle file', () => {
  it('is read with single prices, which stand on the server clock, the spread at least the usual one', async () => {
    const file = await load(HEADER + ROWS.join(''));
    assert.equal(file.format, 'single-price');
    assert.equal(file.zone, 'server');
    assert.equal(file.timeframe, 'H1');
    assert.equal(file.digits, 5);
    const series = toSeries(file, 'EURUSD', 12);
    assert.equal(series.length, 3);
    assert.deepEqual([...series.open], [103515, 103556, 103509]);
    assert.deepEqual([...series.askClose], [103568, 103521, 103560]);
    // 00:00 on the server in winter is 22:00 UTC of the day before.
    assert.equal(isoFromInstant(instant(series.time[0] ?? 0)), '2025-01-01T22:00:00.000Z');
  });

  it('is on the summer clock of New York between March and November', async () => {
    const rows = ROWS.map((row) => row.replace('2025-01-02', '2025-07-02'));
    const series = toSeries(await load(HEADER + rows.join('')), 'EURUSD', 12);
    assert.equal(isoFromInstant(instant(series.time[0] ?? 0)), '2025-07-01T21:00:00.000Z');
  });

  it('is read with bid and ask, which stand in UTC, and its crossed bars are counted', async () => {
    const file = await load(
      'time,bid_open,bid_high,bid_low,bid_close,ask_open,ask_high,ask_low,ask_close\n' +
        '2012-02-01T00:00,1.57597,1.57606,1.57576,1.57576,1.57608,1.57610,1.57585,1.57585\n' +
        '2012-02-01T00:01,1.57576,1.57583,1.57543,1.57580,1.57585,1.57591,1.57552,1.57552\n',
    );
    assert.equal(file.zone, 'utc');
    const series = toSeries(file, 'GBPUSD', 12);
    assert.deepEqual([...series.askOpen], [157608, 157585]);
    assert.deepEqual([...series.askLow], [157585, 157552]);
    assert.equal(isoFromInstant(instant(series.time[0] ?? 0)), '2012-02-01T00:00:00.000Z');
    assert.equal(countCrossed(series), 1);
  });

  for (const [name, bytes] of [
    ['UTF-16 with a mark, as the terminal writes it', Buffer.from(`\ufeff${EXPORT}`, 'utf16le')],
    ['UTF-16 without its mark', Buffer.from(EXPORT, 'utf16le')],
    ['big-endian UTF-16', Buffer.from(`\ufeff${EXPORT}`, 'utf16le').swap16()],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${EXPORT}`)],
    ['gzip', gzipSync(EXPORT)],
    [
      'gzip in two members',
      Buffer.concat([gzipSync(EXPORT.slice(0, 130)), gzipSync(EXPORT.slice(130))]),
    ],
  ] as const) {
    it(`is read as an export of the terminal in ${name}`, async () => {
      const file = await load(bytes);
      assert.equal(file.format, 'mt5-export');
      assert.equal(file.zone, 'server');
      const series = toSeries(file, 'EURUSD', 1);
      assert.deepEqual([...series.close], [103556, 103509]);
      assert.deepEqual([...series.askClose], [103561, 103510]);
    });
  }

  it('is read as a daily export, which has no time of day', async () => {
    const file = await load(
      '<DATE>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>\n' +
        '2025.01.02\t1.1\t1.3\t1.0\t1.2\t5\t0\t2\n2025.01.03\t1.2\t1.3\t1.0\t1.1\t5\t0\t2\n',
    );
    assert.equal(file.timeframe, 'D1');
    assert.equal(file.digits, 1);
  });

  it('is read without a header as the terminal saves charts', async () => {
    const file = await load(
      '2025.01.02,00:00,1.1,1.3,1.0,1.25,5\n2025.01.02,00:15,1.2,1.3,1.0,1.1,5\n',
    );
    assert.equal(file.timeframe, 'M15');
    assert.deepEqual([...toSeries(file, 'EURUSD', 0).close], [125, 110]);
  });

  it('takes quotes, semicolons, blank lines, CRLF and columns in another order', async () => {
    const file = await load(
      '"time";"close";"low";"high";"open";"note"\r\n\r\n"2025-01-02 00:00";"1.2";"1.0";"1.3";"1.1";"x"\r\n' +
        '"2025-01-02 00:05";"1.2";"1.0";"1.3";"1.1";""\r\n\r\n',
    );
    assert.equal(file.timeframe, 'M5');
    assert.deepEqual([...toSeries(file, 'EURUSD', 0).high], [13, 13]);
  });

  it('has the digits of its longest price, wherever that stands', async () => {
    const file = await load(
      `${HEADER}2025-01-02T00:00,1.1,1.2,1.0,1.15,1,0\n2025-01-02T01:00,1,1.2,1,1.12345,1,0\n`,
    );
    const series = toSeries(file, 'EURUSD', 0);
    assert.equal(series.digits, 5);
    assert.deepEqual([...series.open], [110000, 100000]);
    assert.deepEqual([...series.close], [115000, 112345]);
  });

  it('is in UTC when its times say so', async () => {
    const file = await load(HEADER + ROWS.join('').replaceAll(':00,', ':00Z,'));
    assert.equal(file.zone, 'utc');
  });

  it('is known again by its content, packed or not', async () => {
    const plain = await load(HEADER + ROWS.join(''));
    const packed = await load(gzipSync(HEADER + ROWS.join('')));
    const other = await load(HEADER + ROWS.slice(0, 2).join(''));
    assert.equal(plain.contentHash, packed.contentHash);
    assert.notEqual(plain.contentHash, other.contentHash);
  });

  it('may have no line end after its last row, and rows across chunks of the disk', async () => {
    const rows = Array.from({ length: 20_000 }, (_, minute) => {
      const time = new Date(Date.UTC(2025, 0, 1) + minute * 60_000).toISOString().slice(0, 16);
      return `${time},1.1,1.4,1.0,1.${String(10_000 + minute)},1,0`;
    });
    const series = toSeries(await load(HEADER + rows.join('\n')), 'EURUSD', 0);
    assert.equal(series.length, 20_000);
    assert.equal(series.close[19_999], 129_999);
  });
});
