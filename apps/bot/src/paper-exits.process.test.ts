import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { paperStage, summaryOf } from './testing/paper-stage.ts';
import { replayStage } from './testing/replay-stage.ts';
import { runBot } from './testing/run-bot.ts';

/** Exits by their field in a profile. */
const EXITS = {
  break_even_after_r: 0.6,
  trail_atr: 1.5,
  partial_close_after_r: 0.5,
  time_stop_bars: 15,
};

describe('a paper run with exits', () => {
  const stage = paperStage();
  const replays = replayStage(2_500);
  const options = Object.entries(EXITS).flatMap(([field, value]) => [
    `--${field.replaceAll('_', '-')}`,
    String(value),
  ]);

  it('trades as a replay of the same candles with the same exits', async () => {
    const run = await runBot(stage.args(...options));
    assert.equal(run.exit, 0, run.stderr);
    assert.notDeepEqual(stage.rows(), stage.control);
    const papered = [...stage.service.trades.values()]
      .filter(({ status }) => status === 'CLOSED')
      .map((each) => [each.opened_at, each.closed_at, each.profit, each.exit_reason]);
    const reasons = new Set(papered.map((each) => each[3]));
    assert.deepEqual(reasons, new Set(['managed', 'stop', 'target']));

    const settings = Object.entries(EXITS).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
    const args = ['--candles', replays.file('EURUSD', 7), '--verdict', 'learning'];
    const replayed = await replays.replay([...args, '--learning', 'off', ...settings, '--json']);
    const report = JSON.parse(replayed.out) as {
      trade_list: { opened_at: string; closed_at: string; net: number; exit_reason: string }[];
    };
    const walked = report.trade_list.map((each) => [
      each.opened_at,
      each.closed_at,
      each.net,
      each.exit_reason,
    ]);
    assert.ok(papered.length > 10, `${papered.length} trades`);
    // What is open at the last candle is closed in a replay alone.
    assert.deepEqual(walked.slice(0, papered.length), papered);
  });

  it('tells how far each trade was ahead and behind', async () => {
    await runBot(stage.args(...options));
    for (const trade of stage.service.trades.values()) {
      if (trade.status !== 'CLOSED') continue;
      assert.ok((trade.best_excursion ?? -1) >= 0, JSON.stringify(trade));
      assert.ok((trade.worst_excursion ?? 1) <= 0, JSON.stringify(trade));
      assert.ok((trade.best_excursion ?? 0) >= trade.gross_profit);
    }
  });

  it('is another run than one without, and goes on as itself', async () => {
    const plain = summaryOf(await runBot(stage.args()));
    const managed = summaryOf(await runBot(stage.args(...options)));
    assert.notEqual(managed.run_id, plain.run_id);
    const before = stage.rows();
    const again = summaryOf(await runBot(stage.args(...options)));
    assert.equal(again.run_id, managed.run_id);
    assert.deepEqual(stage.rows(), before);
  });
});
