import assert from 'node:assert/strict';
import { it } from 'node:test';
import { changeHostedAccount } from '@quorate/contract/hosted-accounts';
import { commandBot } from '@quorate/contract/live';
import { getTradeStatistics } from '@quorate/contract/trades';
import { v7 } from 'uuid';
import { hostedStage } from './testing/hosted-stage.ts';

it('every closed trade of a hosted account says why, also where other processes go on with it', async (t) => {
  const { service, run, user, faults } = await hostedStage(t);
  const { begin, until, token, id } = await user();
  const { hosted_id, settings } = await begin();
  const exits = { break_even_after_r: 0.5, trail_atr: 1.5, time_stop_bars: 30 };
  await service.call(
    changeHostedAccount,
    { params: { hosted_id }, body: { settings: { ...settings, exits } } },
    token,
  );
  for (const trades of [4, 12, 24]) {
    const runner = run(0);
    await until(({ closed_trades }) => closed_trades >= trades, hosted_id);
    await runner.stop();
  }
  const history = async () => {
    const call = { params: { user_id: id }, query: { per_page: 100, account_type: 'practice' } };
    return (await service.call(getTradeStatistics, call as never, token)).recent_trades;
  };
  const before = await history();
  const closed = before.filter(({ status }) => status === 'CLOSED');
  assert.ok(closed.length >= 24);
  for (const trade of before)
    assert.equal(trade.exit_reason !== null, trade.status === 'CLOSED', JSON.stringify(trade));
  for (const { exit_reason, close_price, take_profit } of closed)
    if (close_price === take_profit) assert.equal(exit_reason, 'target');
  const reasons = new Set(closed.map(({ exit_reason }) => exit_reason));
  assert.ok(reasons.has('managed') && reasons.has('stop'), [...reasons].join());

  const slow = run(40);
  const { bot_id } = await until(({ open_positions }) => open_positions > 0, hosted_id);
  await service.call(
    commandBot,
    { params: { bot_id: bot_id ?? '' }, body: { command_id: v7(), kind: 'close_all' } },
    token,
  );
  await until(({ open_positions, state }) => open_positions === 0 && state === 'paused', hosted_id);
  await slow.stop();
  const [last] = (await history()).toSorted((a, b) => b.trade_time.localeCompare(a.trade_time));
  // Its stop or its target may have been first.
  assert.ok(last?.exit_reason !== null && last?.status === 'CLOSED');
  assert.deepEqual(faults, []);
});
