import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createStopSignal } from '../run/stop-signal.ts';
import { replayStage } from '../testing/replay-stage.ts';

const BARS = 3_000;
const stage = replayStage(BARS);
const EURUSD = stage.file('EURUSD');
const both = ['--candles', EURUSD, '--candles', stage.file('GBPUSD', 11)];

type Report = {
  candles: number;
  trades: number;
  balance_start: number;
  balance_end: number;
  net_profit: number;
  run: string;
  trade_list: {
    symbol: string;
    net: number;
    slippage: number;
    swap: number;
    closed_at: string;
    opened_at: string;
  }[];
  refused: { code: string; count: number; followed: number }[];
  sweep: { tried: { settings: Record<string, number>; net_profit: number }[] } | null;
  walk_forward: { steps: { traded_on: string }[] } | null;
  costs: Record<string, number>;
  at_costs: {
    times: number;
    same_trades_net: number;
    trades: number | null;
    net_profit: number | null;
  }[];
  stop_outs: number;
  notes: string[];
  months: { net: number; trades: number }[];
  basis: string;
  equity_drawdown: { amount: number; percent: number };
  measures: {
    key: string;
    value: number | null;
    n: number;
    interval: { low: number; high: number } | null;
    interval_from: number | null;
  }[];
};

async function report(...args: string[]): Promise<Report> {
  const { out, exit } = await stage.replay([...args, '--json']);
  assert.equal(exit, 0);
  return JSON.parse(out) as Report;
}

const cents = (amount: number) => Math.round(amount * 100);

describe('a replay', () => {
  it('trades several symbols on one account, and its balance is the sum of its trades', async () => {
    const found = await report(...both);
    assert.equal(found.candles, 2 * BARS);
    assert.ok(found.trades > 20, `${found.trades} trades`);
    assert.equal(found.trade_list.length, found.trades);
    const nets = found.trade_list.reduce((sum, { net }) => sum + cents(net), 0);
    assert.equal(nets, cents(found.net_profit));
    assert.equal(cents(found.balance_end), cents(found.balance_start) + nets);
    const months = found.months.reduce((sum, { net }) => sum + cents(net), 0);
    assert.equal(months, nets);
  });

  it('measures risk by the equity of every candle, and not by the trades that were closed', async () => {
    const found = await report(...both);
    const measure = (key: string) =>
      found.measures.find((each) => each.key === key) ?? assert.fail(key);
    assert.equal(found.basis, 'equity');
    assert.equal(measure('max_drawdown').value, found.equity_drawdown.amount);
    assert.equal(measure('relative_drawdown').value, found.equity_drawdown.percent);
    const recovery = cents(found.net_profit) / cents(found.equity_drawdown.amount);
    assert.equal(measure('recovery_factor').value, recovery);
    // Of the balance it would be less deep: a position is behind before it is closed.
    let [level, peak, fall] = [0, 0, 0];
    for (const { net } of found.trade_list) {
      level += cents(net);
      peak = Math.max(peak, level);
      fall = Math.max(fall, peak - level);
    }
    assert.ok(fall < cents(found.equity_drawdown.amount));
    const sharpe = measure('sharpe_ratio');
    assert.ok(sharpe.n >= 120 && sharpe.value !== null && sharpe.interval !== null);
    const winRate = measure('win_rate');
    assert.equal(winRate.interval_from, 60);
    assert.equal(winRate.interval !== null, found.trades >= 60);
  });

  it('is the same byte for byte when it is run again, in the table, in JSON and as a page', async () => {
    const page = join(stage.folder, 'page.html');
    const first = await stage.replay([...both, '--html', page]);
    const firstPage = readFileSync(page, 'utf8');
    const second = await stage.replay([...both, '--html', page]);
    assert.equal(second.out, first.out);
    assert.equal(readFileSync(page, 'utf8'), firstPage);
    assert.deepEqual(await report(...both), await report(...both));
  });

  it('is another run when a setting or the seed is another', async () => {
    const runs = await Promise.all([
      report(...both),
      report(...both, '--seed', '2'),
      report(...both, '--set', 'risk_per_trade_percent=0.5'),
      report(...both, '--slippage', '3'),
    ]);
    assert.equal(new Set(runs.map(({ run }) => run)).size, 4);
  });

  it('takes slippage and swap from every trade that owes them', async () => {
    const free = ['--slippage', '0', '--swap', '0/0'];
    const plain = await report('--candles', EURUSD, ...free);
    const dear = await report('--candles', EURUSD, '--slippage', '5', '--swap', '-7.50/-2.00');
    assert.ok(plain.trade_list.every(({ slippage, swap }) => slippage === 0 && swap === 0));
    assert.ok(dear.trade_list.every(({ slippage }) => slippage < 0));
    assert.ok(dear.trade_list.some(({ swap }) => swap < 0));
    const nets = dear.trade_list.reduce((sum, { net }) => sum + cents(net), 0);
    assert.equal(cents(dear.balance_end), cents(dear.balance_start) + nets);
    assert.ok(dear.balance_end < plain.balance_end);
    assert.ok(plain.notes.includes('No slippage is taken (--slippage).'));
  });

  it('takes slippage and swaps without being asked, and says that they are assumed', async () => {
    const found = await report(...both);
    assert.ok((found.costs.slippage ?? 0) < 0 && (found.costs.swap ?? 0) < 0);
    assert.match(found.notes.join(' '), /The swaps of EURUSD, GBPUSD are an assumption as of 2025/);
    const { inputs } = found as Report & { inputs: { settings: Record<string, unknown> } };
    assert.equal(inputs.settings.slippage, 'range');
    assert.equal(inputs.settings.stop_out_percent, 50);
    const exotic = await report('--candles', stage.file('USDNOK', 12));
    assert.match(exotic.notes.join(' '), /The swaps of USDNOK are not known, so none are taken/);
    assert.ok(exotic.trades > 0 && exotic.costs.swap === 0);
  });

  it('is made again at one and a half and at twice the costs', async () => {
    const { at_costs: atCosts, trades, net_profit: net, costs } = await report(...both);
    assert.deepEqual(
      atCosts.map(({ times }) => times),
      [1, 1.5, 2],
    );
    assert.deepEqual([atCosts[0]?.trades, atCosts[0]?.net_profit], [trades, net]);
    const same = atCosts.map(({ same_trades_net: each }) => cents(each));
    assert.equal(same[0], cents(net));
    const paid =
      cents(costs.spread ?? 0) + cents(costs.commission ?? 0) + cents(costs.slippage ?? 0);
    assert.ok((same[2] ?? 0) <= cents(net) + paid, same.join(' '));
    // The same trades earn less; a run at other costs makes other trades.
    assert.ok((same[2] ?? 0) < (same[0] ?? 0), same.join(' '));
    const { out } = await stage.replay([...both]);
    assert.match(
      out,
      /^At costs +Same trades +Trades +Won +Net +Factor +Sharpe +Fall\nx1 .*\nx1\.5 .*\nx2 /m,
    );
  });

  it('at twice the costs is what a run with twice as much of each is', async () => {
    const paid = ['--spread', '10', '--commission', '3', '--slippage', '2', '--swap', '-4/-3'];
    const twice = ['--spread', '20', '--commission', '6', '--slippage', '4', '--swap', '-8/-6'];
    const [once, dear] = [
      await report('--candles', EURUSD, ...paid),
      await report('--candles', EURUSD, ...twice),
    ];
    // The desk's limit on the spread goes by the symbol's usual one, which doubles only in the first.
    const { same_trades_net: _same, times: _times, ...doubled } = once.at_costs[2] ?? assert.fail();
    const { same_trades_net: _net, times: _once, ...expected } = dear.at_costs[0] ?? assert.fail();
    assert.deepEqual(doubled, expected);
  });

  it('keeps to the days that were asked for', async () => {
    const found = await report('--candles', EURUSD, '--from', '2025-02-03', '--to', '2025-02-28');
    assert.equal(found.candles, 20 * 24);
    // The server's midnight is 22:00 UTC of the day before.
    for (const { opened_at, closed_at } of found.trade_list) {
      assert.ok(opened_at >= '2025-02-02T22:00' && closed_at <= '2025-02-28T22:00:00.000Z');
    }
  });

  it('knows nothing of what comes later', async () => {
    const rows = readFileSync(EURUSD, 'utf8').trimEnd().split('\n');
    const [header = '', ...bars] = rows;
    const known = bars.slice(0, 2_000);
    // From there on the market goes the other way.
    const other = bars.slice(2_000).map((row) => {
      const [time, ...cells] = row.split(',');
      const [open, high, low, close] = cells.slice(0, 4).map((cell) => 2.1 - Number(cell));
      const prices = [open, low, high, close].map((price) => (price ?? 0).toFixed(5));
      return [time, ...prices, '100', '3'].join(',');
    });
    const path = join(stage.folder, 'EURUSD_other.csv');
    writeFileSync(path, [header, ...known, ...other].join('\n'));
    const [first, second] = [await report('--candles', EURUSD), await report('--candles', path)];
    const until = '2025-04-29T00:00';
    const early = (found: Report) => found.trade_list.filter(({ closed_at }) => closed_at < until);
    assert.ok(early(first).length > 10);
    assert.deepEqual(early(second), early(first));
    assert.notDeepEqual(second.trade_list, first.trade_list);
  });

  it('keeps to a profile, and single settings stand above it', async () => {
    const profile = join(stage.folder, 'calm.json');
    const risk = {
      currency_pairs: ['EURUSD'],
      risk_per_trade_percent: 0.4,
      maximum_daily_trades: 2,
    };
    writeFileSync(
      profile,
      JSON.stringify({
        configuration_name: 'calm',
        user: 'mira',
        account_number: '1',
        broker_server: 'Demo',
        risk,
      }),
    );
    const args = [...both, '--profile', profile, '--set', 'maximum_daily_trades=1', '--json'];
    const { out, lines } = await stage.replay(args);
    const found = JSON.parse(out) as Report & { inputs: { settings: Record<string, unknown> } };
    assert.ok(found.trade_list.length > 5);
    assert.ok(found.trade_list.every(({ symbol }) => symbol === 'EURUSD'));
    assert.equal(found.inputs.settings.risk_per_trade_percent, 0.4);
    assert.equal(found.inputs.settings.maximum_daily_trades, 1);
    assert.ok(lines.includes('The profile does not trade GBPUSD: its candles only give rates.'));
    const days = found.trade_list.map(({ opened_at }) => Date.parse(opened_at) + 7_200_000);
    const byDay = new Set(days.map((time) => Math.floor(time / 86_400_000)));
    assert.ok(byDay.size >= found.trade_list.length - 1, 'one trade a day at most');
  });

  it('has candles as long as the profile says, unless --timeframe says otherwise', async () => {
    const profile = join(stage.folder, 'long.json');
    const document = {
      configuration_name: 'long',
      user: 'mira',
      account_number: '1',
      broker_server: 'Demo',
      timeframe: 'H4',
      risk: { currency_pairs: ['EURUSD'] },
    };
    writeFileSync(profile, JSON.stringify(document));
    const args = ['--candles', EURUSD, '--profile', profile];
    assert.equal((await report(...args)).candles, BARS / 4);
    assert.equal((await report(...args, '--timeframe', 'H1')).candles, BARS);
  });

  it('shows a table of 80 columns with what it found', async () => {
    const { out } = await stage.replay([...both, '--sweep', 'maximum_daily_trades=1,2']);
    const wide = out.split('\n').filter((line) => line.length > 80);
    assert.deepEqual(wide, []);
    assert.match(out, /^Replay [0-9a-f]{16}: EURUSD, GBPUSD H1, 2025-01-06 to/m);
    assert.match(out, /^Candles +6,000 /m);
    assert.match(out, /^Measure +Figure +95 % interval +n$/m);
    assert.match(out, /^2 combinations of maximum_daily_trades/m);
  });

  it('ends when it is interrupted, and says that it is not whole', async () => {
    const stop = createStopSignal();
    stop.stop({ kind: 'interrupted' });
    const { exit, out } = await stage.replay([...both], stop);
    assert.equal(exit, 130);
    assert.match(out, /The run was interrupted/);
  });
});
