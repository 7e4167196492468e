import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { replayStage } from '../testing/replay-stage.ts';
import { runBot, startBot } from '../testing/run-bot.ts';

const stage = replayStage(2_000);

describe('bot replay', () => {
  it('prints the report on standard output and what it says meanwhile on standard error', async () => {
    const run = await runBot(['replay', '--candles', stage.file('EURUSD')]);
    assert.equal(run.exit, 0, run.stderr);
    assert.match(run.stdout, /^Replay [0-9a-f]{16}: EURUSD H1/);
    assert.match(
      run.stderr,
      /^EURUSD: 2000 H1 candles, 5 digits, times read as broker server time/,
    );
  });

  it('ends with 2 and one sentence when it cannot begin, for programs as JSON', async () => {
    const run = await runBot(['replay', '--candles', 'EURUSD_none.csv', '--json']);
    assert.equal(run.exit, 2);
    assert.deepEqual(JSON.parse(run.stdout), {
      success: false,
      code: 'candle_file',
      message: 'EURUSD_none.csv: there is no such file.',
    });
    const typed = await runBot(['replay', '--candles', 'EURUSD.csv', '--spread', 'wide']);
    assert.equal(typed.exit, 2);
    assert.match(typed.stderr, /It must be usual, file, or a whole number of points\./);
  });

  it('ends a sweep with 130 when it is interrupted', async () => {
    const values = Array.from({ length: 200 }, (_, at) => (0.1 + at * 0.005).toFixed(3)).join(',');
    const sweep = ['--sweep', `risk_per_trade_percent=${values}`, '--workers', '1'];
    const bot = startBot(['replay', '--candles', stage.file('GBPUSD', 11), ...sweep]);
    bot.child.stderr?.once('data', () => bot.child.kill('SIGINT'));
    const run = await bot.ended;
    assert.equal(run.exit, 130, run.stderr);
    assert.equal(run.stdout, '');
    assert.match(run.stderr, /Interrupted before every combination was tried\./);
  });
});
