import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { paperStage, summaryOf, until } from './testing/paper-stage.ts';
import { randomWalkFile } from './testing/random-walk.ts';
import { runBot, startBot } from './testing/run-bot.ts';

/** What a run asked, in the order in which it was answered. */
function answersIn(data: string, runId: string): unknown[] {
  const file = join(data, 'runs', runId.slice(0, 16), 'journal.sqlite');
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare('SELECT as_of, symbol, snapshot_hash, tokens FROM answers ORDER BY rowid')
      .all();
  } finally {
    database.close();
  }
}

describe('a paper run over several symbols', () => {
  const stage = paperStage();

  function second(): string[] {
    const file = join(stage.data, '..', 'GBPUSD_H1.csv');
    writeFileSync(file, randomWalkFile(11, 2_500));
    return ['--candles', file, '--symbol', 'GBPUSD'];
  }

  it('trades them on one account, each on its own candles', async () => {
    const run = await runBot(stage.args(...second()));
    assert.equal(run.exit, 0, run.stderr);
    const summary = summaryOf(run);
    assert.deepEqual(summary.symbols, ['EURUSD', 'GBPUSD']);
    assert.deepEqual([summary.bars, summary.bars_done, summary.complete], [5_000, 5_000, true]);
    const trades = [...stage.service.trades.values()];
    const count = (symbol: string) => trades.filter((trade) => trade.symbol === symbol).length;
    assert.ok(count('EURUSD') > 5 && count('GBPUSD') > 5, `${count('EURUSD')}, ${count('GBPUSD')}`);
    assert.equal(summary.synced, trades.length);
    const net = trades.reduce(
      (sum, { status, profit }) => sum + (status === 'CLOSED' ? profit : 0),
      0,
    );
    assert.equal(summary.net_profit.toFixed(2), net.toFixed(2));
  });

  it('goes on after it was killed, and leaves the same', async () => {
    const more = second();
    const whole = await runBot(stage.args(...more));
    assert.equal(whole.exit, 0, whole.stderr);
    const expected = stage.rows();
    const decisions = summaryOf(whole).decisions;
    stage.service.trades.clear();
    const again = stage.args(...more, '--data-dir', `${stage.data}-killed`);
    const bot = startBot(again);
    const before = stage.callsOf('/api/bot/analyse');
    await until(() => stage.callsOf('/api/bot/analyse') > before + decisions / 2);
    bot.child.kill('SIGKILL');
    await bot.ended;
    const resumed = await runBot(again);
    assert.equal(resumed.exit, 0, resumed.stderr);
    assert.equal(summaryOf(resumed).resumed, true);
    assert.equal(summaryOf(resumed).decisions, decisions);
    assert.deepEqual(stage.rows(), expected);
  });

  it('leaves the same trades and the same journal, whatever the order of five files', async () => {
    const others = ['GBPUSD', 'USDCHF', 'AUDUSD', 'USDCAD'].map((symbol, at) => {
      const file = join(stage.data, '..', `${symbol}_H1.csv`);
      writeFileSync(file, randomWalkFile(11 + at, 800));
      return ['--candles', file, '--symbol', symbol];
    });
    const first = summaryOf(await runBot(stage.args(...others.flat())));
    const expected = stage.rows();
    assert.ok(expected.length > 20);
    stage.service.trades.clear();
    const data = `${stage.data}-other`;
    const [command = '', ...rest] = stage.args('--data-dir', data);
    const other = summaryOf(await runBot([command, ...others.toReversed().flat(), ...rest]));
    assert.equal(other.run_id, first.run_id);
    assert.deepEqual(stage.rows(), expected);
    const [asked, askedFirst] = [
      answersIn(data, other.run_id),
      answersIn(stage.data, first.run_id),
    ];
    assert.ok(asked.length > 50);
    assert.deepEqual(asked, askedFirst);
  });

  it('needs a symbol for each file, and each symbol once', async () => {
    const one = await runBot(stage.args('--candles', 'x.csv'));
    assert.equal(one.exit, 2);
    assert.match(one.stderr, /there are 2 and 1/);
    const twice = await runBot(stage.args('--candles', 'x.csv', '--symbol', 'eurusd'));
    assert.equal(twice.exit, 2);
    assert.match(twice.stderr, /EURUSD is there twice/);
  });
});
