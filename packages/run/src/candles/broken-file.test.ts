import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { CandleFileError } from './candle-fault.ts';
import { loadCandleFile } from './candle-file.ts';
import { candleFolder, HEADER, ROWS } from './testing/candle-files.ts';

const { folder, write: fileOf } = candleFolder();
const AUTO = { zone: 'auto', timeframe: null } as const;
const EXPECTED =
  'give candles with the columns time,open,high,low,close (tick_volume and spread_points may follow), ' +
  'time and bid_open to ask_close, or the export of the MT5 terminal';

async function faultOf(
  path: string,
  options: Parameters<typeof loadCandleFile>[1] = AUTO,
): Promise<string> {
  try {
    await loadCandleFile(path, options);
  } catch (error) {
    assert.ok(error instanceof CandleFileError, String(error));
    assert.equal(error.code, 'candle_file');
    return error.message.replaceAll(path, 'FILE').replace(EXPECTED, 'EXPECTED');
  }
  return assert.fail('the file was taken');
}

describe('a broken candle file', () => {
  const cases: readonly [string, string | Buffer, string][] = [
    ['empty', '', 'FILE: is empty.'],
    ['empty but for line ends', '\n\r\n', 'FILE: is empty.'],
    ['a header alone', HEADER, 'FILE: holds a header and no candle.'],
    [
      'gzip, cut off',
      gzipSync(HEADER + ROWS.join('')).subarray(0, 60),
      'FILE: is a gzip file that ends too early; it was cut off, so copy or download it again.',
    ],
    [
      'gzip, damaged',
      damaged(gzipSync(HEADER + ROWS.join(''))),
      'FILE: is a damaged gzip file; copy or download it again.',
    ],
    [
      'gzip of one endless line',
      gzipSync(Buffer.alloc(100_000_000, 'x')),
      'FILE, line 1: is longer than 4096 characters; this is no candle file.',
    ],
    [
      'a zip archive',
      Buffer.from('504b030414000000', 'hex'),
      'FILE: is a zip archive; unpack it first and give the CSV file in it.',
    ],
    [
      'a row with too few columns',
      `${HEADER}2025-01-02T00:00,1.1,1.2\n`,
      "FILE, line 2: has 3 columns and needs 7 ('2025-01-02T00:00,1.1,1.2').",
    ],
    [
      'a row cut in the middle',
      HEADER + ROWS[0] + ROWS[1].slice(0, 30),
      "FILE, line 3: has 3 columns and needs 7 ('2025-01-02T01:00,1.03556,1.035').",
    ],
    [
      'a high below the low',
      `${HEADER}2025-01-02T00:00,1.15,1.1,1.2,1.15,1,0\n`,
      'FILE, line 2, column high: a candle needs low <= open, close <= high, but this one has open 1.15, high 1.10, low 1.20, close 1.15.',
    ],
    [
      'a low above the open',
      `${HEADER}2025-01-02T00:00,1.10,1.30,1.2,1.25,1,0\n`,
      'FILE, line 2, column low: a candle needs low <= open, close <= high, but this one has open 1.10, high 1.30, low 1.20, close 1.25.',
    ],
    [
      'a price of 0',
      `${HEADER}2025-01-02T00:00,0.0,1.1,1.0,1.05,1,0\n`,
      "FILE, line 2, column open: '0.0' is not above 0.",
    ],
    [
      'a negative price',
      `${HEADER}2025-01-02T00:00,1.1,1.1,-1.0,1.05,1,0\n`,
      "FILE, line 2, column low: '-1.0' is not a price such as 1.08214.",
    ],
    [
      'NaN',
      `${HEADER}2025-01-02T00:00,1.1,nan,1.0,1.05,1,0\n`,
      "FILE, line 2, column high: 'nan' is not a price such as 1.08214.",
    ],
    [
      'an empty price',
      `${HEADER}2025-01-02T00:00,1.1,,1.0,1.05,1,0\n`,
      "FILE, line 2, column high: '' is not a price such as 1.08214.",
    ],
    [
      'an exponent',
      `${HEADER}2025-01-02T00:00,1.1,1e9,1.0,1.05,1,0\n`,
      "FILE, line 2, column high: '1e9' is not a price such as 1.08214.",
    ],
    [
      'a decimal comma',
      'time;open;high;low;close\n2025-01-02T00:00;1,1;1,2;1,0;1,1\n',
      "FILE, line 2, column open: '1,1' is not a price such as 1.08214.",
    ],
    [
      'float noise',
      `${HEADER}2025-01-02T00:00,1.1,1.1,1.0,1.0500000000000001,1,0\n`,
      "FILE, line 2, column close: '1.0500000000000001' has 16 decimals; the limit is 8.",
    ],
    [
      'a price beyond the points',
      `${HEADER}2025-01-02T00:00,30000.12345,30000.2,30000,30000,1,0\n`,
      "FILE, line 2, column open: '30000.12345' with 5 decimals passes the limit of 2000000000 points.",
    ],
    [
      'a spread that is no number',
      `${HEADER}2025-01-02T00:00,1.1,1.1,1.0,1.05,1,-3\n`,
      "FILE, line 2, column spread_points: '-3' is not a whole number of points from 0 to 1000000.",
    ],
    [
      'a time of nonsense',
      `${HEADER}yesterday,1.1,1.1,1.0,1.05,1,0\n`,
      "FILE, line 2, column time: 'yesterday' is not a time such as 2025-01-02T14:00.",
    ],
    [
      '30 February',
      `${HEADER}2025-02-30T00:00,1.1,1.1,1.0,1.05,1,0\n`,
      "FILE, line 2, column time: '2025-02-30T00:00' is not a time such as 2025-01-02T14:00.",
    ],
    [
      'hour 25',
      `${HEADER}2025-02-03T25:00,1.1,1.1,1.0,1.05,1,0\n`,
      "FILE, line 2, column time: '2025-02-03T25:00' is not a time such as 2025-01-02T14:00.",
    ],
    [
      'a duplicate time',
      `${HEADER}${ROWS[0]}${ROWS[0]}`,
      "FILE, line 3, column time: '2025-01-02T00:00' is the time of the candle before it, too.",
    ],
    [
      'a backwards time',
      `${HEADER}${ROWS[1]}${ROWS[0]}`,
      "FILE, line 3, column time: '2025-01-02T00:00' is before 2025-01-02T01:00 of the candle before it; sort the file by time.",
    ],
    [
      'seconds in its times',
      `${HEADER}2025-01-02T00:00:07,1.1,1.1,1.0,1.05,1,0\n`,
      "FILE, line 2, column time: '2025-01-02T00:00:07' is no whole minute, so this is no candle; ticks cannot be replayed.",
    ],
    [
      'ticks',
      'time,bid,ask\n2014-05-01T00:00:00.292,1.38676,1.38686\n',
      'FILE, line 1: this file holds ticks (time,bid,ask), not candles; EXPECTED.',
    ],
    [
      'ticks of the terminal',
      '<DATE>\t<TIME>\t<BID>\t<ASK>\t<LAST>\t<VOLUME>\t<FLAGS>\n',
      'FILE, line 1: this file holds ticks (<DATE>?<TIME>?<BID>?<ASK>?<LAST>?<VOLUME…), not candles; EXPECTED.',
    ],
    [
      'a header without close',
      'time,open,high,low\n2025-01-02T00:00,1,1,1\n',
      'FILE, line 1: the header has no column close; EXPECTED.',
    ],
    [
      'a header that names a column twice',
      'time,open,high,low,close,open\n',
      'FILE, line 1: the header names the column open twice.',
    ],
    [
      'candles 2 h apart',
      `${HEADER}${ROWS[0]}${ROWS[2]}`,
      'FILE: its candles are 2 h apart; the timeframes are M1, M5, M15, M30, H1, H4, D1.',
    ],
    [
      'one candle',
      `${HEADER}${ROWS[0]}`,
      'FILE: holds one candle, which does not say how long it is; name it with --timeframe.',
    ],
    [
      'a bar that begins within another',
      `${HEADER}${ROWS.join('')}2025-01-02T02:30,1.03509,1.03556,1.03500,1.03520,800,40\n`,
      'FILE: the candle of 2025-01-02T02:30 begins 30 min after the one before it, but H1 candles last 1 h.',
    ],
    [
      'binary bytes',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      "FILE, line 1: '?PNG' is no header of a candle file; EXPECTED.",
    ],
    [
      'a web page',
      '<!doctype html>\n<title>404</title>\n',
      "FILE, line 1: '<!doctype html>' is no header of a candle file; EXPECTED.",
    ],
    [
      'an endless line',
      `${HEADER}${'1'.repeat(5_000)}`,
      'FILE, line 2: is longer than 4096 characters; this is no candle file.',
    ],
    [
      'terminal commands in a cell',
      `${HEADER}\x1b[2J,1,1,1,1,1,1\n`,
      "FILE, line 2, column time: '?[2J' is not a time such as 2025-01-02T14:00.",
    ],
  ];
  for (const [name, content, message] of cases) {
    it(`is refused for being ${name}`, async () => {
      assert.equal(await faultOf(fileOf(content)), message);
    });
  }

  it('is refused when it is not there, or a folder, or below a file', async () => {
    assert.equal(await faultOf(join(folder, 'none.csv')), 'FILE: there is no such file.');
    mkdirSync(join(folder, 'sub'));
    assert.equal(
      await faultOf(join(folder, 'sub')),
      'FILE: is a folder; give one candle file, such as EURUSD_H1.csv.gz.',
    );
    assert.equal(await faultOf(join(fileOf(HEADER), 'x.csv')), 'FILE: there is no such file.');
    assert.equal(await faultOf('/dev/null'), 'FILE: is no regular file.');
  });

  it('is refused when the person says something else of it than it says itself', async () => {
    const path = fileOf(HEADER + ROWS.join(''));
    assert.equal(
      await faultOf(path, { zone: 'auto', timeframe: 'M5' }),
      'FILE: its candles are H1, not M5.',
    );
    const utc = fileOf(HEADER + ROWS.join('').replaceAll(':00,', ':00Z,'));
    assert.equal(
      await faultOf(utc, { zone: 'server', timeframe: null }),
      'FILE: its times end with Z, so they are UTC and not server time.',
    );
  });
});

function damaged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(0xff, 40, 60);
  return copy;
}
