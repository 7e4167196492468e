import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listDecisions } from '@quorate/contract/decisions';
import { syncTrades } from '@quorate/contract/trade-sync';
import { DAY_MS } from '@quorate/values/instant';
import { accountInput, tradeInput } from '../../../test/helpers/builders.ts';
import { hostedStage } from './testing/hosted-stage.ts';

describe('the list of hosted accounts', () => {
  it('says whether its owner has others: then results of practice are left out', async (t) => {
    const { service, user } = await hostedStage(t);
    const { begin, list, token } = await user();
    await begin();
    assert.equal((await list()).other_accounts, false);
    const other = await user();
    await service.call(
      syncTrades,
      { body: { account: accountInput(), trades: [tradeInput()] } },
      other.token,
    );
    assert.equal((await list()).other_accounts, false);
    await service.call(
      syncTrades,
      { body: { account: accountInput(), trades: [tradeInput()] } },
      token,
    );
    assert.equal((await list()).other_accounts, true);
  });
});

describe('a hosted account', () => {
  it('trades a made-up market by itself, catches up with now, and costs no tokens on the way', async (t) => {
    const { service, run, user, faults } = await hostedStage(t);
    const { begin, until, id, token } = await user('Free');
    assert.equal((await begin()).state, 'running');
    // Two weeks of the market are enough to see all of it.
    const began = new Date(Date.now() - 14 * DAY_MS);
    await service.db.updateTable('hosted_accounts').set({ began_at: began }).execute();
    const runner = run();
    await until(({ closed_trades }) => closed_trades > 0);
    const last = await until(({ in_real_time }) => in_real_time);
    await runner.stop();
    assert.deepEqual(faults, []);
    const trades = await service.db
      .selectFrom('trades')
      .selectAll()
      .where('user_id', '=', id)
      .execute();
    const closed = trades.filter(({ status }) => status === 'CLOSED');
    assert.equal(last.closed_trades, closed.length);
    assert.equal(last.open_positions, trades.length - closed.length);
    const net = closed.reduce((sum, { profit }) => sum + profit, 0);
    const paid = trades
      .filter(({ status }) => status === 'OPEN')
      .reduce((sum, { profit }) => sum + profit, 0);
    assert.equal(Math.round((last.balance ?? 0) * 100), 1_000_000 + net + paid);
    assert.ok(
      trades.every(({ account_type, decision_id }) => account_type === 'practice' && decision_id),
    );
    const { pagination } = await service.call(listDecisions, { query: {} }, token);
    assert.ok(pagination.total > trades.length);
    const used = await service.db
      .selectFrom('token_usage')
      .selectAll()
      .where('user_id', '=', id)
      .execute();
    assert.deepEqual(
      used.filter(({ tokens_used }) => tokens_used > 0),
      [],
    );
    const outcomes = await service.db
      .selectFrom('decision_outcomes')
      .selectAll()
      .where('user_id', '=', id)
      .execute();
    const touched = outcomes.filter(({ first_touch }) => first_touch !== null);
    assert.ok(touched.length > pagination.total / 2, `${touched.length} of ${pagination.total}`);
  });

  it('keeps its equity by the minute of the clock, which is none of fast time', async (t) => {
    const { service, run, user, faults } = await hostedStage(t);
    const { begin, until } = await user();
    const fast = await begin();
    const slow = await begin({ pace: 'real_time' });
    // The other one, in real time, is as late: its bars are due at once.
    const began = new Date(Date.now() - 45 * DAY_MS);
    await service.db.updateTable('hosted_accounts').set({ began_at: began }).execute();
    const runner = run(20);
    for (const { hosted_id } of [slow, fast])
      await until((each) => each.closed_trades > 0, hosted_id);
    const kept = await service.db
      .selectFrom('equity_steps')
      .select('account_id')
      .distinct()
      .execute();
    const { in_real_time } = await until(() => true, fast.hosted_id);
    await runner.stop();
    assert.deepEqual(faults, []);
    assert.equal(in_real_time, false, 'it was in fast time all the while');
    assert.deepEqual(kept, [{ account_id: slow.account_id }]);
  });

  it('trades the same over runners that stop, and runners that die and come back', async (t) => {
    const { service, run, user, faults } = await hostedStage(t);
    const [calm, wild] = [await user(), await user()];
    const [one, other] = [await calm.begin(), await wild.begin()];
    // Both begin at one moment of the market, twelve days before now.
    const began = new Date(Date.now() - 12 * DAY_MS);
    await service.db.updateTable('hosted_accounts').set({ began_at: began }).execute();
    await service.db
      .updateTable('hosted_accounts')
      .set({ runner_id: '01a22150-e997-70a0-b203-2bddbc18efab' })
      .where('id', '=', other.hosted_id)
      .execute();
    await service.db
      .insertInto('hosted_runners')
      .values({
        id: '01a22150-e997-70a0-b203-2bddbc18efab',
        host: 'gone',
        started_at: began,
        seen_at: new Date(Date.now() + DAY_MS),
      })
      .execute();
    const first = run();
    await calm.until(({ in_real_time }) => in_real_time, one.hosted_id);
    await first.stop();
    await service.db.deleteFrom('hosted_runners').execute();
    let turn = run(2);
    for (let times = 0; times < 8; times += 1) {
      await sleep(400 + 130 * times);
      if (times % 2 === 0) await turn.stop();
      // Others believe it dead; it goes on, and is refused.
      else await service.db.deleteFrom('hosted_runners').where('id', '=', turn.id).execute();
      turn = run(2);
    }
    await wild.until(({ in_real_time }) => in_real_time, other.hosted_id);
    const tradesOf = (userId: string) =>
      service.db
        .selectFrom('trades')
        .select([
          'position_ticket',
          'symbol',
          'trade_type',
          'volume',
          'opened_at',
          'closed_at',
          'profit',
        ])
        .where('user_id', '=', userId)
        .orderBy('opened_at')
        .execute();
    const expected = await tradesOf(calm.id);
    assert.ok(expected.length > 5, `${expected.length} trades`);
    assert.deepEqual(await tradesOf(wild.id), expected);
    assert.deepEqual(faults, []);
  });
});
