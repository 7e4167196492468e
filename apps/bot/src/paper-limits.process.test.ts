import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { tradingDayOf } from '@quorate/trading/market/trading-day';
import { instantFromIso } from '@quorate/values/instant';
import { BARS, paperStage, summaryOf } from './testing/paper-stage.ts';
import { randomWalkFile } from './testing/random-walk.ts';
import { runBot } from './testing/run-bot.ts';
import { failure } from './testing/stand-in-answers.ts';

const stage = paperStage();

describe('a paper run at a limit of its plan', () => {
  // @spec 9.39, 10.51
  // @promise 7.11
  it('ends when the tokens are used up, says so, and goes on from there after an upgrade', async () => {
    stage.service.plan.tokens = 40_000;
    const first = await runBot(stage.args());
    assert.equal(first.exit, 0, first.stderr);
    const stopped = summaryOf(first);
    assert.equal(stopped.success, true);
    assert.equal(stopped.complete, false);
    assert.equal(stopped.tokens_used, 39_000);
    assert.equal(stopped.limit?.code, 'token_limit_reached');
    assert.equal(stopped.limit?.limit, 40_000);
    assert.equal(stopped.limit?.until, '2026-12-01T00:00:00.000Z');
    assert.match(
      first.stderr,
      /The Free plan allows 40000 tokens per billing cycle; 39000 are used/,
    );
    assert.ok(stopped.bars_done < BARS);
    assert.equal(stopped.open_positions, 0);
    assert.equal(stage.callsOf('/api/bot/analyse'), 14);

    const still = summaryOf(await runBot(stage.args()));
    assert.equal(still.bars_done, stopped.bars_done);
    assert.equal(stage.callsOf('/api/bot/analyse'), 15);

    stage.service.plan.tokens = -1;
    const second = await runBot(stage.args());
    assert.equal(summaryOf(second).complete, true);
    assert.equal(summaryOf(second).resumed, true);
    assert.deepEqual(stage.rows(), stage.control);
  });

  // @spec 9.8
  it('opens no more trades on a day than the plan allows, and trades on the day after', async () => {
    stage.service.plan.dailyTrades = 1;
    const run = await runBot(stage.args());
    assert.equal(run.exit, 0, run.stderr);
    const days = [...stage.service.trades.values()].map((trade) =>
      tradingDayOf(instantFromIso(trade.opened_at)),
    );
    assert.ok(days.length > 5);
    assert.equal(new Set(days).size, days.length);
    const refused = stage.service.calls.filter((call) => call.status === 403).length;
    assert.ok(refused > 0);
    assert.equal(summaryOf(run).refusals.daily_trade_limit_reached, refused);
    assert.match(run.stderr, /The Free plan allows 1 trades a day; 1 were opened on 2025-/);

    rmSync(stage.data, { recursive: true });
    const before = stage.rows();
    await runBot(stage.args());
    assert.deepEqual(stage.rows(), before);
  });

  it('ends when the plan allows other symbols only', async () => {
    stage.service.plan.symbols = ['GBPUSD', 'XAUUSD'];
    const run = await runBot(stage.args());
    assert.equal(run.exit, 0);
    assert.equal(summaryOf(run).limit?.code, 'symbol_limit_reached');
    assert.match(run.stderr, /EURUSD can be analysed from 2026-11-21/);
    assert.equal(stage.callsOf('/api/bot/analyse'), 1);
  });

  it('ends when the plan allows none of several symbols, and goes on with all after an upgrade', async () => {
    const pound = join(stage.data, '..', 'GBPUSD_H1.csv');
    writeFileSync(pound, randomWalkFile(11, 1_000));
    const args = () => stage.args('--candles', pound, '--symbol', 'GBPUSD');
    stage.service.plan.symbols = ['AUDUSD', 'XAUUSD'];
    const first = await runBot(args());
    assert.equal(first.exit, 0, first.stderr);
    const stopped = summaryOf(first);
    assert.deepEqual([stopped.complete, stopped.limit?.code], [false, 'symbol_limit_reached']);
    assert.equal(stage.callsOf('/api/bot/analyse'), 2, 'each symbol is asked about once');
    stage.service.plan.symbols = ['EURUSD', 'GBPUSD'];
    const second = summaryOf(await runBot(args()));
    assert.equal(second.complete, true);
    assert.ok(second.decisions > 100, `${second.decisions} decisions`);
  });

  it('ends when the plan allows another account only, and goes on from there after an upgrade', async () => {
    const { status, document } = failure('terminal_account_limit_reached', {
      plan_name: 'Free',
      limit: 1,
      actual: 1,
      accounts: '100200 at Demo-Server',
      login: 'P1',
      until: '2026-11-21T00:00:00.000Z',
    });
    stage.service.mischief = ({ path, count }) =>
      path === '/api/bot/analyse' && count > 5
        ? { status, body: JSON.stringify(document) }
        : 'none';
    const first = await runBot(stage.args());
    assert.equal(first.exit, 0, first.stderr);
    const stopped = summaryOf(first);
    assert.deepEqual(
      [stopped.complete, stopped.limit?.code, stopped.limit?.until, stopped.open_positions],
      [false, 'terminal_account_limit_reached', '2026-11-21T00:00:00.000Z', 0],
    );
    assert.match(first.stderr, /Account P1 can trade from 2026-11-21/);
    assert.equal(stage.callsOf('/api/bot/analyse'), 6, 'it is not asked again in vain');

    stage.service.mischief = () => 'none';
    assert.equal(summaryOf(await runBot(stage.args())).complete, true);
    assert.deepEqual(stage.rows(), stage.control);
  });
});
