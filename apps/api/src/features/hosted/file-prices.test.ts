import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import {
  changeHostedAccount,
  createHostedAccount,
  resetHostedAccount,
} from '@quorate/contract/hosted-accounts';
import { instantFromIso } from '@quorate/values/instant';
import { currencyOf } from '@quorate/values/money';
import { v7 } from 'uuid';
import { readFilePrices } from './file-prices.ts';
import { createPracticePrices } from './price-sources.ts';
import { hostedStage } from './testing/hosted-stage.ts';

const NOW = instantFromIso('2026-06-01T00:00:00Z');
const HEADER = 'time,open,high,low,close,tick_volume,spread_points\n';

/** Bars of an hour that rise and fall, from 2 January 2025 on, on the server's clock. */
function bars(count: number, from = '2025-01-02T00:00:00Z', stepMs = 3_600_000): string {
  const rows: string[] = [];
  let close = 1.1;
  for (let index = 0; index < count; index += 1) {
    const time = new Date(Date.parse(from) + index * stepMs).toISOString().slice(0, 16);
    const open = close;
    close = 1.1 + 0.02 * Math.sin(index / 9) + 0.003 * Math.sin(index * 1.7);
    const [high, low] = [Math.max(open, close) + 0.0006, Math.min(open, close) - 0.0006];
    rows.push(
      `${time},${[open, high, low, close].map((price) => price.toFixed(5)).join()},100,8\n`,
    );
  }
  return HEADER + rows.join('');
}

function folderOf(t: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'hosted-files-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('recorded prices', () => {
  it('are those of the files in a folder, by the pairs in their names', async (t) => {
    const folder = folderOf(t, {
      'EURUSD_H1.csv': bars(100),
      'GBPUSD_M15.csv': bars(100, '2025-01-03T00:00:00Z', 900_000),
      'read-me.txt': 'not one',
    });
    const prices = await readFilePrices(folder, NOW);
    assert.deepEqual(prices.symbols, ['EURUSD.recorded', 'GBPUSD.recorded']);
    assert.deepEqual(prices.timeframes, ['H1', 'H4']);
    assert.equal(prices.begins?.(prices.symbols), instantFromIso('2025-01-01T22:00:00Z'));
    const hour = prices.series('GBPUSD.recorded', 'H1');
    assert.equal(hour.length, 25);
    assert.equal(prices.series('GBPUSD.recorded', 'H1'), hour, 'one object');
    assert.ok(prices.instrument('EURUSD.recorded', currencyOf('USD')));
    assert.equal(prices.instrument('EURUSD.recorded', currencyOf('CAD')), null);
    assert.equal(prices.instrument('EURUSD', currencyOf('USD')), null);
  });

  const broken: readonly [string, Readonly<Record<string, string>>, RegExp][] = [
    ['no file', {}, /has no candle file/],
    ['an empty file', { 'EURUSD_H1.csv': '' }, /EURUSD_H1\.csv: is empty/],
    ['a file without a pair', { 'bars.csv': bars(9) }, /bars\.csv: has no pair in its name/],
    [
      'two files of a pair',
      { 'EURUSD_H1.csv': bars(9), 'EURUSD_H4.csv': bars(9) },
      /EURUSD_H4\.csv: is a second file of EURUSD\.recorded/,
    ],
    [
      'a broken row',
      { 'EURUSD_H1.csv': `${HEADER}2025-01-02T00:00,1.1,nan,1.0,1.05,1,0\n` },
      /EURUSD_H1\.csv, line 2, column high: 'nan'/,
    ],
    [
      'times that are not sorted',
      { 'EURUSD_H1.csv': bars(3) + bars(2).slice(HEADER.length) },
      /EURUSD_H1\.csv, line 5, column time: '2025-01-02T00:00' is before/,
    ],
    ['prices of another pair', { 'USDJPY_H1.csv': bars(9) }, /is no price of USDJPY/],
    [
      'bars of days',
      { 'EURUSD_D1.csv': bars(9, '2025-01-02T00:00:00Z', 86_400_000) },
      /its candles are D1; the longest that can be traded are H4/,
    ],
    [
      'bars that are of today',
      { 'EURUSD_H1.csv': bars(9, '2026-05-31T20:00:00Z') },
      /recorded prices must be at least a day old/,
    ],
  ];
  for (const [name, files, message] of broken) {
    it(`are refused for ${name}, with the file and what is wrong`, async (t) => {
      await assert.rejects(readFilePrices(folderOf(t, files), NOW), { message });
    });
  }

  it('are refused where there is no folder, or a folder is named as a file', async (t) => {
    await assert.rejects(readFilePrices('/none/there', NOW), /folder \/none\/there cannot be read/);
    const folder = folderOf(t, {});
    mkdirSync(join(folder, 'EURUSD_H1.csv'));
    await assert.rejects(readFilePrices(folder, NOW), /EURUSD_H1\.csv: is a folder/);
  });
});

describe('an account on recorded prices', () => {
  it('goes through the file once, waits at its end, and begins again at the first bar', async (t) => {
    const folder = folderOf(t, { 'EURUSD_H1.csv': bars(900) });
    const recorded = await readFilePrices(folder, NOW);
    const stage = await hostedStage(t, [createPracticePrices(), recorded]);
    const user = await stage.user();
    const { sources } = await user.list();
    assert.deepEqual(
      sources.map(({ source, paces, timeframes }) => [source, paces.length, timeframes]),
      [
        ['practice', 2, ['M5', 'M15', 'M30', 'H1', 'H4']],
        ['file', 1, ['H1', 'H4']],
      ],
    );
    const begun = await user.begin({ source: 'file' });
    assert.deepEqual(begun.settings.symbols, ['EURUSD.recorded']);
    assert.deepEqual(begun.settings.timeframes, ['H1']);
    // What vanishes later is in memory already.
    rmSync(folder, { recursive: true });
    stage.run();
    const ended = await user.until(({ waits_for }) => waits_for === 'file_end');
    assert.equal(ended.state, 'waiting');
    assert.equal(ended.in_real_time, false);
    assert.equal(ended.next_bar_at, null);
    const last = recorded.series('EURUSD.recorded', 'H1');
    assert.equal(
      Date.parse(ended.market_time ?? ''),
      (last.time[last.length - 1] ?? 0) + 3_600_000,
    );
    assert.ok(ended.closed_trades > 0, 'it traded');
    const types = await stage.service.db
      .selectFrom('decisions')
      .select(['clock_class', 'symbol'])
      .distinct()
      .execute();
    assert.deepEqual(types, [{ clock_class: 'replayed', symbol: 'EURUSD.recorded' }]);
    const again = await stage.service.call(
      resetHostedAccount,
      { params: { hosted_id: begun.hosted_id }, body: { reset_id: v7() } },
      user.token,
    );
    assert.notEqual(again.account.waits_for, 'file_end');
    assert.equal(again.account.market_time, null);
    const { began_at } = await stage.service.db
      .selectFrom('hosted_accounts')
      .select('began_at')
      .executeTakeFirstOrThrow();
    assert.equal(began_at.getTime(), recorded.begins?.(recorded.symbols));
    const second = await user.until(({ waits_for }) => waits_for === 'file_end');
    assert.equal(second.market_time, ended.market_time);
    assert.ok(second.closed_trades > 0);
    assert.deepEqual(stage.faults, []);
  });

  it('trades after a reset before its first bar as one that was never reset', async (t) => {
    const recorded = await readFilePrices(folderOf(t, { 'EURUSD_H1.csv': bars(500) }), NOW);
    const stage = await hostedStage(t, [recorded]);
    // Of two users: what one account's analysts have learned helps the other accounts of its owner.
    const users = [await stage.user(), await stage.user()];
    const accounts = [];
    for (const user of users) accounts.push((await user.begin({ source: 'file' })).hosted_id);
    await stage.service.call(
      resetHostedAccount,
      { params: { hosted_id: accounts[1] ?? '' }, body: { reset_id: v7() } },
      users[1]?.token,
    );
    stage.run();
    const results = [];
    for (const user of users) {
      const { balance } = await user.until(({ waits_for }) => waits_for === 'file_end');
      const trades = await stage.service.db
        .selectFrom('trades')
        .select(['opened_at', 'closed_at', 'trade_type', 'volume', 'open_price', 'profit'])
        .where('user_id', '=', user.id)
        .orderBy('opened_at')
        .execute();
      results.push({ balance, trades });
    }
    assert.ok((results[0]?.trades.length ?? 0) > 5, 'it traded');
    assert.deepEqual(results[1], results[0]);
    assert.deepEqual(stage.faults, []);
  });

  it('is left to runners that have the file', async (t) => {
    const recorded = await readFilePrices(folderOf(t, { 'EURUSD_H1.csv': bars(300) }), NOW);
    const stage = await hostedStage(t, [createPracticePrices(), recorded]);
    const user = await stage.user();
    const { hosted_id } = await user.begin({ source: 'file' });
    const practice = await user.begin();
    const without = stage.run(0, [createPracticePrices()]);
    await user.until(({ market_time }) => market_time !== null, practice.hosted_id);
    assert.equal(without.held(), 1);
    stage.run(0, [recorded]);
    await user.until(({ waits_for }) => waits_for === 'file_end', hosted_id);
  });

  it('is told of timeframes, paces and symbols that there are not', async (t) => {
    const recorded = await readFilePrices(folderOf(t, { 'EURUSD_H1.csv': bars(300) }), NOW);
    const stage = await hostedStage(t, [recorded]);
    const user = await stage.user();
    const refuse = async (body: object) =>
      stage.service.fail(
        createHostedAccount,
        { body: { hosted_id: v7(), source: 'file', ...body } },
        user.token,
      );
    const pace = await refuse({ pace: 'real_time' });
    assert.match(pace.message, /only gone through in fast time/);
    const short = await refuse({ settings: { timeframes: ['M5'] } });
    assert.match(short.message, /no bars of M5: choose H1, H4/);
    const symbol = await refuse({ settings: { symbols: ['EURUSD'] } });
    assert.equal(symbol.code, 'source_not_offered');
    assert.equal((await refuse({ source: 'practice' })).code, 'source_not_offered');
    const { hosted_id } = await user.begin({ source: 'file' });
    const changed = await stage.service.fail(
      changeHostedAccount,
      { params: { hosted_id }, body: { settings: { timeframes: ['M15'] } } },
      user.token,
    );
    assert.equal(changed.code, 'validation_failed');
  });
});
