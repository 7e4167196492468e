import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { describe, it } from 'node:test';
import { summaryFromSums, sumNets } from '@quorate/trading/statistics/summary';
import { BARS, paperStage, summaryOf } from './testing/paper-stage.ts';
import { runBot } from './testing/run-bot.ts';

const stage = paperStage();

describe('a paper run', () => {
  // @spec 1.3, 4.35
  it('trades to the end of its file, and its summary is what the service can compute from its rows', async () => {
    const run = await runBot(stage.args());
    assert.equal(run.exit, 0, run.stderr);
    const summary = summaryOf(run);
    assert.deepEqual(stage.rows(), stage.control);
    const closed = [...stage.service.trades.values()].filter((trade) => trade.status === 'CLOSED');
    const cents = closed.map((trade) => Math.round(trade.profit * 100));
    const figures = summaryFromSums(sumNets(cents));
    assert.equal(summary.success, true);
    assert.equal(summary.trades, closed.length);
    assert.equal(summary.wins, figures.wins);
    assert.equal(summary.win_rate, figures.winRatePercent);
    assert.equal(Math.round(summary.net_profit * 100), figures.netProfit);
    assert.equal(summary.profit_factor, figures.profitFactor);
    assert.equal(summary.bars, BARS);
    assert.equal(summary.bars_done, BARS);
    assert.equal(summary.complete, true);
    assert.equal(summary.decisions, stage.service.decisions.size);
    assert.equal(summary.tokens_used, stage.service.tokensUsed);
    assert.equal(summary.limit, null);
    assert.equal(summary.open_positions, stage.service.trades.size - closed.length);
    const openCosts = [...stage.service.trades.values()]
      .filter((trade) => trade.status === 'OPEN')
      .reduce((sum, trade) => sum + Math.round(trade.profit * 100), 0);
    assert.equal(Math.round(summary.balance * 100), 1_000_000 + figures.netProfit + openCosts);
    assert.match(run.stderr, /times read as broker server time/);
    assert.equal(stage.callsOf('/api/logout'), 0, 'the next run uses the same token');
    for (const trade of closed) assert.ok(trade.decision_id, 'every trade names its decision');
  });

  it('is complete when it is started again: nothing is asked or sent, the figures are the same', async () => {
    const first = summaryOf(await runBot(stage.args()));
    const asked = stage.callsOf('/api/bot/analyse');
    const sent = stage.callsOf('/api/bot/trades');
    const again = await runBot(stage.args());
    assert.equal(again.exit, 0);
    assert.match(again.stderr, /This run is complete/);
    assert.equal(stage.callsOf('/api/bot/analyse'), asked);
    assert.equal(stage.callsOf('/api/bot/trades'), sent);
    assert.deepEqual({ ...summaryOf(again), resumed: false }, first);
  });

  it('leaves the same rows when its journal was lost', async () => {
    await runBot(stage.args());
    const tokens = stage.service.tokensUsed;
    rmSync(stage.data, { recursive: true });
    const again = await runBot(stage.args());
    assert.equal(again.exit, 0);
    assert.deepEqual(stage.rows(), stage.control);
    assert.equal(stage.service.tokensUsed, tokens);
  });

  it('shows a table to people', async () => {
    const run = await runBot(stage.args().filter((arg) => arg !== '--json'));
    assert.equal(run.exit, 0);
    assert.match(run.stdout, /^Account +P[0-9A-F]{12} at paper, USD$/m);
    assert.match(run.stdout, /^Candles +2500 of 2500$/m);
    assert.match(run.stdout, /^Win rate +\d+\.\d\d %$/m);
    assert.match(run.stdout, /^Balance +\d+\.\d\d USD, from 10000\.00 USD$/m);
  });
});
