import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createStopSignal } from '../../run/stop-signal.ts';
import { replayStage } from '../../testing/replay-stage.ts';

const stage = replayStage(3_000);
const candles = ['--candles', stage.file('EURUSD'), '--candles', stage.file('GBPUSD', 11)];
const sweep = ['--sweep', 'risk_per_trade_percent=0.5,1', '--sweep', 'maximum_daily_trades=1,3,5'];

type Tried = { settings: Record<string, number>; net_profit: number; sharpe: number | null };

describe('a sweep', () => {
  it('tries every combination, and reports the best as a run of its own would', async () => {
    const { out } = await stage.replay([...candles, ...sweep, '--objective', 'net', '--json']);
    const found = JSON.parse(out) as { net_profit: number; sweep: { tried: Tried[] } };
    const { tried } = found.sweep;
    assert.equal(tried.length, 6);
    const nets = tried.map(({ net_profit }) => net_profit);
    assert.deepEqual(
      nets,
      nets.toSorted((a, b) => b - a),
    );
    assert.equal(found.net_profit, nets[0]);
    const settings = Object.entries(tried[0]?.settings ?? {}).flatMap(([key, value]) => [
      '--set',
      `${key}=${value}`,
    ]);
    const alone = await stage.replay([...candles, ...settings, '--json']);
    assert.equal((JSON.parse(alone.out) as { net_profit: number }).net_profit, nets[0]);
  });

  it('is the same byte for byte with one worker and with three', async () => {
    const one = await stage.replay([...candles, ...sweep, '--workers', '1', '--json']);
    const three = await stage.replay([...candles, ...sweep, '--workers', '3', '--json']);
    assert.equal(three.out, one.out);
  });

  it('ends when it is interrupted', async () => {
    const stop = createStopSignal();
    stop.stop({ kind: 'interrupted' });
    await assert.rejects(
      stage.replay([...candles, ...sweep], stop),
      /Interrupted before every combination/,
    );
  });
});

describe('a walk forward', () => {
  const forward = [...candles, ...sweep, '--walk-forward', '2m/1m'];

  it('trades every month after the first choice once, and chooses on the months before alone', async () => {
    const { out } = await stage.replay([...forward, '--json']);
    const found = JSON.parse(out) as {
      candles: number;
      trade_list: { opened_at: string }[];
      walk_forward: { steps: { chosen_on: string; traded_on: string }[] };
    };
    assert.deepEqual(
      found.walk_forward.steps.map(({ chosen_on, traded_on }) => `${chosen_on} | ${traded_on}`),
      [
        '2025-01-06 to 2025-03-05 | 2025-03-06 to 2025-04-05',
        '2025-02-06 to 2025-04-05 | 2025-04-06 to 2025-05-05',
        '2025-03-06 to 2025-05-05 | 2025-05-06 to 2025-06-05',
        '2025-04-06 to 2025-06-05 | 2025-06-06 to 2025-06-27',
      ],
    );
    // 3,000 hours of weekdays less those of 43 weekdays that were only chosen on.
    assert.equal(found.candles, 2 * (3_000 - 43 * 24));
    assert.ok(found.trade_list.every(({ opened_at }) => opened_at >= '2025-03-05T22:00'));
  });

  it('is the same byte for byte with one worker and with three', async () => {
    const one = await stage.replay([...forward, '--workers', '1']);
    const three = await stage.replay([...forward, '--workers', '3']);
    assert.equal(three.out, one.out);
    assert.match(one.out, /^Chosen on 2 months, traded on the next 1:$/m);
  });

  it('needs more months than it chooses on', async () => {
    await assert.rejects(
      stage.replay([...candles, ...sweep, '--walk-forward', '12m/3m']),
      /--walk-forward 12m\/3m needs more than 12 months of candles/,
    );
  });
});
