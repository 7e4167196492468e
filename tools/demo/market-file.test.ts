import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { instantFromIso } from '@quorate/values/instant';
import { writeMarketFile } from './market-file.ts';

const MARKET = {
  symbol: 'USDJPY',
  timeframe: 'H1',
  digits: 3,
  bars: 200,
  // A Friday; the market closes at 21:00 UTC in summer.
  end: instantFromIso('2026-06-26T20:30:00Z'),
  seed: 3,
} as const;

describe('the made-up market as a file', () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'quorate market '));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function lines(name: string): string[] {
    const path = join(folder, name);
    writeMarketFile(path, MARKET);
    const bytes = readFileSync(path);
    return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().trimEnd().split('\n');
  }

  it('has a header and a row for each bar, the last one closed by the end', () => {
    const [header, ...rows] = lines('a.csv');
    assert.equal(header?.split(',').length, 9);
    assert.equal(rows.length, 200);
    assert.match(rows.at(-1) ?? '', /^2026-06-26 19:00:00,/);
  });

  it('keeps every price whole, with the digits of the symbol, and the ask above the bid', () => {
    for (const row of lines('a.csv').slice(1)) {
      const prices = row.split(',').slice(1);
      assert.ok(
        prices.every((price) => /^\d+\.\d{3}$/.test(price)),
        row,
      );
      const [, high = 0, low = 0, close = 0, , , , askClose = 0] = prices.map(Number);
      assert.ok(low <= close && close <= high && close < askClose, row);
    }
  });

  it('is the same every time, packed or not', () => {
    assert.deepEqual(lines('a.csv.gz'), lines('b.csv'));
  });
});
