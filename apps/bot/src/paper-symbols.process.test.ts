import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { paperStage, summaryOf, until } from './testing/paper-stage.ts';
import { randomWalkFile } from './testing/random-walk.ts';
import { runBot, startBot } from './testing/run-bot.ts';

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

  it('leaves the same, and is the same run, whatever the order of the files', async () => {
    const [flag = '', file = '', as = '', symbol = ''] = second();
    const args = stage.args(flag, file, as, symbol);
    const first = summaryOf(await runBot(args));
    const expected = stage.rows();
    assert.ok(expected.length > 10);
    stage.service.trades.clear();
    const [command = '', ...rest] = stage.args('--data-dir', `${stage.data}-other`);
    const other = summaryOf(await runBot([command, flag, file, as, symbol, ...rest]));
    assert.equal(other.run_id, first.run_id);
    assert.deepEqual(stage.rows(), expected);
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
