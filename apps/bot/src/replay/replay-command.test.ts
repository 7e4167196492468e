import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { replayCommand } from './replay-command.ts';
import type { ReplayOptions } from './replay-options.ts';

async function optionsOf(...args: string[]): Promise<ReplayOptions> {
  let found: ReplayOptions | null = null;
  const command = replayCommand((options) => {
    found = options;
    return Promise.resolve();
  });
  command.exitOverride().configureOutput({ writeErr() {}, writeOut() {} });
  await command.parseAsync(['--candles', 'EURUSD_H1.csv', ...args], { from: 'user' });
  return found ?? assert.fail('the command did not run');
}

describe('the command replay', () => {
  it('has a default for everything but the candles', async () => {
    const options = await optionsOf();
    assert.deepEqual(options.markets, [{ candles: 'EURUSD_H1.csv', symbol: 'EURUSD' }]);
    assert.deepEqual(
      [options.spread, options.leverage, options.seed, options.objective, options.warmUpBars],
      ['usual', 30, 1, 'sharpe', 500],
    );
    assert.deepEqual([options.sweep, options.settings, options.swaps], [[], {}, {}]);
    assert.ok(!Object.values(options).includes(undefined as never));
  });

  it('reads settings, swaps, sweeps and months', async () => {
    const typed =
      '--set risk_per_trade_percent=0.5 --set maximum_daily_trades=3 --swap -6.50/1.2 --swap EURUSD=-1/-2 ' +
      '--spread 14 --sweep minimum_risk_reward=1,1.5,1.5,2 --walk-forward 12m/3m';
    const options = await optionsOf(...typed.split(' '));
    assert.deepEqual(options.settings, { risk_per_trade_percent: 0.5, maximum_daily_trades: 3 });
    assert.deepEqual(options.swaps, {
      '*': { long: '-6.50', short: '1.2' },
      EURUSD: { long: '-1', short: '-2' },
    });
    assert.equal(options.spread, 14);
    assert.deepEqual(options.sweep, [{ key: 'minimum_risk_reward', values: [1, 1.5, 2] }]);
    assert.deepEqual(options.walkForward, { inMonths: 12, outMonths: 3 });
  });

  for (const [args, message] of [
    [['--set', 'risk=1'], /'risk' is no setting; there are risk_per_trade_percent, /],
    [['--set', 'risk_per_trade_percent=1,2'], /It takes one value; several are tried with --sweep/],
    [['--set', 'risk_per_trade_percent=1=2'], /risk_per_trade_percent cannot be '1=2'/],
    [
      ['--sweep', 'risk_per_trade_percent=1,3'],
      /risk_per_trade_percent cannot be '3': must be from 0.01 to 2/,
    ],
    [['--sweep', 'maximum_daily_trades=1.5'], /maximum_daily_trades cannot be '1.5'/],
    [['--sweep', 'maximum_daily_trades='], /maximum_daily_trades cannot be ''/],
    [['--from', '2025-13-01'], /It must be a day such as 2025-01-31/],
    [['--spread', 'wide'], /It must be usual, file, or a whole number of points/],
    [['--walk-forward', '12/3'], /such as 12m\/3m/],
    [['--walk-forward', '0m/3m'], /such as 12m\/3m/],
    [['--swap', '5'], /It must be the swap of one lot and night/],
    [['--objective', 'luck'], /It must be one of sharpe, net, recovery, profit_factor/],
  ] as const) {
    it(`refuses ${args.join(' ')}`, async () => {
      await assert.rejects(optionsOf(...args), message);
    });
  }
});
