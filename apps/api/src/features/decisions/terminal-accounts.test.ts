import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyse } from '@quorate/contract/decisions';
import { syncTrades } from '@quorate/contract/trade-sync';
import { getDashboard } from '@quorate/contract/usage';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { bar, request } from './testing/requests.ts';

const on = (login: string, server = 'Demo-Server') => ({
  account: accountInput({ login, server }),
});

/** Bars of now, each of another timeframe: a terminal's account takes no older ones. */
const now = (index = 0) => {
  const hours = ['M15', 'M30', 'H1', 'H4', 'D1'] as const;
  return bar(0, { as_of: '2026-03-02T10:00:00.000Z', timeframe: hours[index] ?? 'M5' });
};
const nextDay = (index = 0) => ({ ...now(index), as_of: '2026-03-03T00:00:00.000Z' });

describe('the terminal accounts of a plan', () => {
  // @spec 6.17, 10.15
  it('are one a day on Free: a second is refused by name, and may trade the next day', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    await service.call(analyse, request(now(0), on('100')), token);
    await service.call(analyse, request(now(1), on('100')), token);
    const { usage } = await service.call(getDashboard, {}, token);
    const failure = await service.fail(analyse, request(now(2), on('200')), token);
    assert.equal(failure.status, 403);
    assert.deepEqual(failure.details, {
      plan_name: 'Free',
      limit: 1,
      actual: 1,
      accounts: '100 at Demo-Server',
      login: '200',
      until: '2026-03-03T00:00:00.000Z',
    });
    const same = await service.fail(analyse, request(now(2), on('100', 'Live-Server')), token);
    assert.equal(same.code, 'terminal_account_limit_reached', 'a login is one of its server');
    assert.deepEqual((await service.call(getDashboard, {}, token)).usage, usage);

    service.clock.set('2026-03-03T00:00:00Z');
    await service.call(analyse, request(nextDay(2), on('200')), token);
    const turned = await service.fail(analyse, request(nextDay(3), on('100')), token);
    assert.equal(turned.code, 'terminal_account_limit_reached');
  });

  it('are exactly one of twenty that begin at once', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        service.call(analyse, request(now(), on(`${index}`)), token),
      ),
    );
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    const counted = await service.db.selectFrom('account_usage').selectAll().execute();
    assert.equal(counted.length, 1);
    const accounts = await service.db.selectFrom('trading_accounts').selectAll().execute();
    assert.equal(accounts.length, 1, 'what is refused is not stored');
  });

  // @spec 6.17
  it('are as many as one likes on a paid plan, and after it ends those of the day go on', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service, { plan: 'Starter' });
    for (const login of ['1', '2', '3'])
      await service.call(analyse, request(now(), on(login)), token);
    await service.db.updateTable('users').set({ given_plan: 'Free' }).execute();
    await service.call(analyse, request(now(1), on('2')), token);
    const failure = await service.fail(analyse, request(now(1), on('4')), token);
    assert.deepEqual([failure.details?.limit, failure.details?.actual], [1, 3]);
  });

  it('do not keep any account’s history from being stored', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    await service.call(analyse, request(now(), on('100')), token);
    const trades = [tradeInput()];
    const reply = await service.call(syncTrades, { body: { ...on('200'), trades } }, token);
    assert.equal(reply.created, 1);
  });
});
