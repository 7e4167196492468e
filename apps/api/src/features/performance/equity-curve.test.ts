import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type EquityCurveReply, getEquityCurve } from '@quorate/contract/equity-curve';
import { sendHeartbeat } from '@quorate/contract/live';
import { getPerformance } from '@quorate/contract/performance';
import { syncTrades, type TradeInput } from '@quorate/contract/trade-sync';
import {
  accountInput,
  signedInUser,
  type TestUser,
  tradeInput,
} from '../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import { keepEquity } from '../live/keep-equity.ts';

const DAY_MS = 86_400_000;

/** One trade a day at noon, the last one `ago` days before the service's now. */
function daily(service: TestService, nets: readonly number[], ago = 1): TradeInput[] {
  const newest = Math.floor(service.clock.now() / DAY_MS) * DAY_MS + 43_200_000 - ago * DAY_MS;
  return nets.map((net, index) => {
    const closed = newest - (nets.length - 1 - index) * DAY_MS;
    return tradeInput({
      position_ticket: `${ago}-${index}`,
      gross_profit: net,
      commission: 0,
      swap: 0,
      profit: net,
      opened_at: new Date(closed - 3_600_000).toISOString(),
      closed_at: new Date(closed).toISOString(),
    });
  });
}

const real = accountInput({ server: 'Broker-Real', login: '900', account_type: 'real' });

function ask(service: TestService, user: TestUser, query: object = {}): Promise<EquityCurveReply> {
  return service.call(getEquityCurve, { query } as never, user.token);
}

async function beat(service: TestService, user: TestUser, balance: number, account: object) {
  const body = {
    account,
    run_id: 'run',
    sequence: 1,
    state: 'active',
    equity: balance,
    balance,
    open_positions: 0,
    version: '1.0.0',
    at: new Date(service.clock.now()).toISOString(),
  };
  await service.call(sendHeartbeat, { body } as never, user.token);
}

async function accountIdOf(service: TestService, login: string) {
  return service.db
    .selectFrom('trading_accounts')
    .select(['id', 'user_id'])
    .where('login', '=', login)
    .executeTakeFirstOrThrow();
}

describe('the equity curve', () => {
  it('is of no account where nothing was closed', async (t) => {
    const service = await startTestService(t);
    const user = await signedInUser(service);
    assert.deepEqual(await ask(service, user), { success: true, accounts: [], curve: null });
  });

  it('adds results up from 0, and says so, where no balance was ever reported', async (t) => {
    const service = await startTestService(t);
    const user = await signedInUser(service);
    const trades = daily(service, [10, -4, 7.5]);
    await service.call(syncTrades, { body: { account: real, trades } }, user.token);
    const { curve } = await ask(service, user);
    assert.equal(curve?.basis, 'net');
    assert.deepEqual(
      curve?.points.map(([, value]) => value),
      [0, 10, 6, 13.5],
    );
    assert.equal(curve?.points.at(-1)?.[0], Date.parse(trades[2]?.closed_at ?? '') / 1_000);
    assert.deepEqual(
      curve?.marks.map(({ net }) => net),
      [10, -4, 7.5],
    );
  });

  it('starts from the balance that a later report and the trades between make', async (t) => {
    const service = await startTestService(t);
    const user = await signedInUser(service);
    const trades = daily(service, [10, -4, 7.5], 3);
    await service.call(syncTrades, { body: { account: real, trades } }, user.token);
    await beat(service, user, 1_013.5, real);
    const { curve } = await ask(service, user);
    assert.equal(curve?.basis, 'balance');
    assert.deepEqual(
      curve?.points.map(([, value]) => value),
      [1_000, 1_010, 1_006, 1_013.5, 1_013.5],
    );
    const measured = await service.call(getPerformance, { query: {} } as never, user.token);
    assert.deepEqual([measured.balance_before, measured.balance_source], [1_000, 'reported']);
    const gained = measured.measures.find(({ key }) => key === 'total_return');
    assert.equal(gained?.value, 1.35);
    const entered = { query: { starting_balance: '2000' } };
    const own = await service.call(getPerformance, entered as never, user.token);
    assert.deepEqual([own.balance_before, own.balance_source], [2_000, 'entered']);
  });

  it('takes the day that was kept next, so that a later deposit moves nothing before it', async (t) => {
    const service = await startTestService(t);
    const user = await signedInUser(service);
    const trades = daily(service, [10, -4, 7.5], 10);
    await service.call(syncTrades, { body: { account: real, trades } }, user.token);
    const { id, user_id } = await accountIdOf(service, '900');
    const of = { userId: user_id, accountId: id, equity: 101_350, balance: 101_350 };
    await keepEquity(service.db, of, new Date(service.clock.now() - 8 * DAY_MS));
    // 5,000 were paid in since.
    await beat(service, user, 6_013.5, real);
    const { curve } = await ask(service, user);
    assert.equal(curve?.points[0]?.[1], 1_000);
    const measured = await service.call(getPerformance, { query: {} } as never, user.token);
    assert.equal(measured.balance_before, 1_000);
  });

  it('is the equity as it was kept, where it was kept for the whole time', async (t) => {
    const service = await startTestService(t);
    const user = await signedInUser(service);
    const trades = daily(service, [100, -40], 1);
    await service.call(syncTrades, { body: { account: real, trades } }, user.token);
    const { id, user_id } = await accountIdOf(service, '900');
    const begin = Date.parse(trades[0]?.opened_at ?? '');
    for (const [hours, equity] of [
      [0, 100_000],
      [6, 92_000],
      [24, 110_000],
      [25, 106_000],
    ] as const) {
      const of = { userId: user_id, accountId: id, equity, balance: 100_000 };
      await keepEquity(service.db, of, new Date(begin + hours * 3_600_000));
    }
    const { curve } = await ask(service, user);
    assert.equal(curve?.basis, 'equity');
    assert.deepEqual(
      curve?.points.map(([, value]) => value),
      [1_000, 920, 1_100, 1_060],
    );
  });

  it('is of one account, which is chosen, and never of somebody else’s', async (t) => {
    const service = await startTestService(t);
    const user = await signedInUser(service);
    const demo = accountInput();
    const one = { account: real, trades: daily(service, [1]) };
    const other = { account: demo, trades: daily(service, [2]) };
    await service.call(syncTrades, { body: one }, user.token);
    await service.call(syncTrades, { body: other }, user.token);
    await beat(service, user, 501, real);
    const { accounts, curve } = await ask(service, user);
    assert.deepEqual(
      accounts.map(({ login }) => login),
      [real.login, demo.login],
    );
    assert.equal(curve?.account_id, accounts[0]?.account_id);
    const chosen = await ask(service, user, { account_id: accounts[1]?.account_id });
    assert.equal(chosen.curve?.account_id, accounts[1]?.account_id);
    assert.deepEqual(
      (await ask(service, user, { account_type: 'demo' })).accounts.map(({ login }) => login),
      [demo.login],
    );
    const stranger = await signedInUser(service);
    assert.equal(
      (await ask(service, stranger, { account_id: accounts[0]?.account_id })).curve,
      null,
    );
  });

  it('goes back as far as the range, and begins with the balance of then', async (t) => {
    const service = await startTestService(t);
    const user = await signedInUser(service);
    const nets = Array.from({ length: 20 }, () => 5);
    await service.call(
      syncTrades,
      { body: { account: real, trades: daily(service, nets) } },
      user.token,
    );
    await beat(service, user, 1_100, real);
    const { curve } = await ask(service, user, { range: '1w' });
    assert.equal(Date.parse(curve?.to ?? '') - Date.parse(curve?.from ?? ''), 7 * DAY_MS);
    assert.equal(curve?.points.at(-1)?.[1], 1_100);
    assert.equal(curve?.points[0]?.[1], 1_100 - 5 * (curve?.marks.length ?? 0));
  });
});
