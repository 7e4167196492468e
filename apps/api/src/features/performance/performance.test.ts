import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sendHeartbeat } from '@quorate/contract/live';
import {
  getPerformance,
  missingReason,
  type PerformanceReply,
} from '@quorate/contract/performance';
import { syncTrades, type TradeInput } from '@quorate/contract/trade-sync';
import { MISSING } from '@quorate/trading/statistics/finding';
import { MEASURES } from '@quorate/trading/statistics/measures/catalogue';
import {
  accountInput,
  signedInUser,
  type TestUser,
  tradeInput,
} from '../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import { keepEquity } from '../live/keep-equity.ts';

const GOLDEN = [11.91, 184.6, -0.43, -0.3, 15.66, 30.07, -9.55, -264.07, -17.56];
const DAY_MS = 86_400_000;

/** Trades with these nets, one a day from 1 January 2026 on. */
function daily(nets: readonly number[], changes: Partial<TradeInput> = {}): TradeInput[] {
  return nets.map((net, index) => {
    const closedAt = new Date(Date.UTC(2026, 0, 1, 12) + index * DAY_MS).toISOString();
    return tradeInput({
      gross_profit: net,
      commission: 0,
      profit: net,
      initial_risk: null,
      opened_at: '2026-01-01T00:00:00.000Z',
      closed_at: closedAt,
      ...changes,
    });
  });
}

async function traderWith(service: TestService, trades: TradeInput[], account = accountInput()) {
  const user = await signedInUser(service);
  await service.call(syncTrades, { body: { account, trades } }, user.token);
  return user;
}

function ask(service: TestService, user: TestUser, query: object = {}): Promise<PerformanceReply> {
  return service.call(getPerformance, { query } as never, user.token);
}

function measureOf(reply: PerformanceReply, key: string) {
  return reply.measures.find((measure) => measure.key === key) ?? assert.fail(`no ${key}`);
}

describe('the measures', () => {
  it('all say that there is not enough data for a user who has not traded', async (t) => {
    const service = await startTestService(t);
    const user = await signedInUser(service);
    const reply = await ask(service, user);
    assert.deepEqual([reply.based_on, reply.of, reply.currency], [0, 0, 'USD']);
    assert.deepEqual(
      reply.measures.map(({ key }) => key),
      MEASURES.map(({ key }) => key),
    );
    assert.ok(reply.measures.length >= 30);
    for (const { key, value, n, missing } of reply.measures)
      assert.deepEqual([value, n, missing], [null, 0, 'not_enough_data'], key);
  });

  it('tell how far trades were ahead and behind, of those whose bots followed them', async (t) => {
    const service = await startTestService(t);
    const nets = Array.from({ length: 30 }, () => 10);
    const followed = daily(nets, { initial_risk: 20, best_excursion: 40, worst_excursion: -5 });
    const user = await traderWith(service, [...followed, ...daily([9_999], { initial_risk: 20 })]);
    const reply = await ask(service, user);
    assert.equal(reply.based_on, 31);
    assert.deepEqual(
      ['best_excursion', 'worst_excursion', 'exit_efficiency'].map((key) => {
        const { value, n } = measureOf(reply, key);
        return [value, n];
      }),
      [
        [2, 30],
        [-0.25, 30],
        [25, 30],
      ],
    );
  });

  it('are of every trade from the first day of the calendar to its last, in any zone', async (t) => {
    const service = await startTestService(t);
    const user = await traderWith(service, daily(GOLDEN));
    const days = { period: 'custom', start_date: '0000-01-01', end_date: '9999-12-31' };
    for (const time_zone of ['UTC', 'America/New_York', 'Pacific/Kiritimati']) {
      const reply = await ask(service, user, { ...days, time_zone, starting_balance: '100' });
      assert.equal(reply.based_on, GOLDEN.length, time_zone);
    }
    const none = { ...days, end_date: '0000-01-02', time_zone: 'Asia/Tokyo' };
    assert.equal((await ask(service, user, none)).based_on, 0);
  });

  it('come in the currency’s own unit, with the sample and the interval behind them', async (t) => {
    const service = await startTestService(t);
    const user = await traderWith(service, daily([...GOLDEN, ...GOLDEN, ...GOLDEN, ...GOLDEN]));
    const reply = await ask(service, user, { starting_balance: '5000.61' });
    assert.deepEqual([reply.based_on, reply.of, reply.balance_before], [36, 36, 5_000.61]);
    assert.equal(measureOf(reply, 'profit_factor').value, 0.829845);
    const expectancy = measureOf(reply, 'expectancy');
    assert.deepEqual([expectancy.value, expectancy.n, expectancy.least], [-5.52, 36, 30]);
    const { low, high } = expectancy.interval ?? { low: null, high: null };
    assert.ok(low !== null && high !== null && low < -5.52 && high > -5.52, `${low} to ${high}`);
    const winRate = measureOf(reply, 'win_rate');
    assert.deepEqual([winRate.value, winRate.interval, winRate.interval_from], [44.4444, null, 60]);
    assert.equal(measureOf(reply, 'max_drawdown').value, deepestFall(GOLDEN, 4));
    assert.equal(measureOf(reply, 'sharpe_ratio').missing, 'not_enough_data');
    assert.equal(reply.basis, 'closed_trades');
  });

  it('need a starting balance only where a share of it is told', async (t) => {
    const service = await startTestService(t);
    const user = await traderWith(service, daily([...GOLDEN, ...GOLDEN, ...GOLDEN, ...GOLDEN]));
    const reply = await ask(service, user);
    assert.equal(reply.balance_before, null);
    const needing = reply.measures.filter(({ missing }) => missing === 'needs_balance');
    assert.deepEqual(
      needing.map(({ key }) => key),
      ['total_return', 'relative_drawdown', 'ulcer_index', 'geometric_return'],
    );
    assert.notEqual(measureOf(reply, 'max_drawdown').value, null);
  });

  it('of a period begin with the balance that the trades before it left', async (t) => {
    const service = await startTestService(t);
    service.clock.set('2026-01-05T20:00:00Z');
    const user = await traderWith(service, daily([100, 50, -30, 20, 7]));
    const custom = { period: 'custom', start_date: '2026-01-03', end_date: '2026-01-04' };
    const reply = await ask(service, user, { ...custom, starting_balance: '1000' });
    assert.deepEqual([reply.based_on, reply.balance_before], [2, 1_150]);
    assert.equal(measureOf(reply, 'total_return').value, -0.8696);
    assert.equal(measureOf(reply, 'relative_drawdown').value, 2.61);
  });

  it('are of one currency and one kind of account, as the filter says', async (t) => {
    const service = await startTestService(t);
    const user = await traderWith(service, daily([100, -20]));
    const yen = accountInput({ login: '2', currency: 'JPY', account_type: 'real' });
    const trades = daily([500, -900, 1_200]);
    await service.call(syncTrades, { body: { account: yen, trades } }, user.token);
    const most = await ask(service, user);
    assert.deepEqual([most.currency, most.based_on, most.of], ['JPY', 3, 3]);
    assert.equal(measureOf(most, 'max_drawdown').value, 900);
    const dollars = await ask(service, user, { currency: 'USD' });
    assert.deepEqual([dollars.currency, dollars.based_on], ['USD', 2]);
    assert.equal(measureOf(dollars, 'max_drawdown').value, 20);
    const demo = await ask(service, user, { account_type: 'demo' });
    assert.equal(demo.currency, 'USD');
  });

  it('are nobody else’s', async (t) => {
    const service = await startTestService(t);
    await traderWith(service, daily([100, -20]));
    const stranger = await signedInUser(service);
    assert.equal((await ask(service, stranger)).of, 0);
    assert.equal((await service.fail(getPerformance, {})).status, 401);
  });

  it('are the same whatever the seed: nothing of them is drawn', async (t) => {
    const service = await startTestService(t);
    const user = await traderWith(service, daily([...GOLDEN, ...GOLDEN, ...GOLDEN, ...GOLDEN]));
    const [first, other] = [await ask(service, user, { seed: 5 }), await ask(service, user)];
    assert.deepEqual(first.measures, other.measures);
  });

  it('are up to date after a trade is added, and after one is corrected', async (t) => {
    const service = await startTestService(t);
    const trades = daily([100, -20, 30]);
    const user = await traderWith(service, trades.slice(0, 2));
    const figures = async () => {
      const reply = await ask(service, user);
      return [reply.based_on, measureOf(reply, 'max_drawdown').value];
    };
    assert.deepEqual(await figures(), [2, 20]);
    await service.call(syncTrades, { body: { account: accountInput(), trades } }, user.token);
    assert.deepEqual(await figures(), [3, 20]);
    const corrected = trades.map((trade) => ({
      ...trade,
      gross_profit: -50,
      profit: -50,
      revision: 3,
    }));
    await service.call(
      syncTrades,
      { body: { account: accountInput(), trades: corrected } },
      user.token,
    );
    assert.deepEqual(await figures(), [3, 150]);
  });

  it('are up to date once the type of an account is known', async (t) => {
    const service = await startTestService(t);
    const account = accountInput({ account_type: 'unknown' });
    const user = await traderWith(service, daily([100, -20]), account);
    const demo = async () => (await ask(service, user, { account_type: 'demo' })).based_on;
    assert.equal(await demo(), 0);
    const beat = {
      account: { ...account, account_type: 'demo' as const },
      run_id: 'run',
      sequence: 1,
      state: 'active' as const,
      equity: null,
      balance: null,
      open_positions: 0,
      version: '0.1.0',
      at: '2026-03-03T00:00:00.000Z',
    };
    await service.call(sendHeartbeat, { body: beat }, user.token);
    assert.equal(await demo(), 2);
  });

  it('of risk are of the equity that was kept of the account, and need no balance then', async (t) => {
    const service = await startTestService(t);
    const { user } = await keptRecord(service, 130);
    const reply = await ask(service, user);
    assert.deepEqual([reply.basis, reply.balance_before], ['equity', 10_000]);
    // Every trade gains 10 and was 30 behind while it was open; on day 60 it was 500 behind.
    assert.equal(measureOf(reply, 'max_drawdown').value, 500);
    assert.equal(measureOf(reply, 'recovery_factor').value, 1_300 / 500);
    assert.equal(measureOf(reply, 'total_return').value, 13);
    const { value, n, interval } = measureOf(reply, 'sharpe_ratio');
    assert.ok(value !== null && value > 0 && interval !== null);
    assert.equal(n, 130);
    // Without the account's equity the same trades have no drawdown and no returns.
    await service.db.deleteFrom('equity_steps').execute();
    service.clock.advance(2 * 3_600_000);
    const beat = { ...HEARTBEAT, sequence: 10_000, equity: null, balance: null };
    await service.call(sendHeartbeat, { body: beat }, user.token);
    const closed = await ask(service, user);
    assert.deepEqual([closed.basis, closed.balance_before], ['closed_trades', null]);
    assert.equal(measureOf(closed, 'recovery_factor').missing, 'no_drawdown');
    assert.equal(measureOf(closed, 'sharpe_ratio').missing, 'needs_balance');
  });

  it('are of closed trades once something was deposited, and over several accounts', async (t) => {
    const service = await startTestService(t);
    const { user, last } = await keptRecord(service, 20);
    assert.equal((await ask(service, user)).basis, 'equity');
    service.clock.advance(DAY_MS);
    const beat = { ...HEARTBEAT, sequence: 10_000, equity: 20_200, balance: 20_200 };
    await service.call(sendHeartbeat, { body: beat }, user.token);
    assert.equal((await ask(service, user)).basis, 'closed_trades');

    const { user: other } = await keptRecord(service, 5);
    assert.equal((await ask(service, other)).basis, 'equity');
    const second = accountInput({ login: '2' });
    const trades = [tradeInput({ closed_at: last, opened_at: last })];
    await service.call(syncTrades, { body: { account: second, trades } }, other.token);
    assert.equal((await ask(service, other)).basis, 'closed_trades');
  });

  it('refuse a balance that is none', async (t) => {
    const service = await startTestService(t);
    const user = await signedInUser(service);
    for (const starting_balance of ['', '-5', '0', '1e5', '1.005', 'much']) {
      const failure = await service.fail(
        getPerformance,
        { query: { starting_balance } },
        user.token,
      );
      assert.deepEqual(
        [failure.status, failure.code],
        [400, 'validation_failed'],
        starting_balance,
      );
      assert.ok(failure.fields?.starting_balance, starting_balance);
    }
    for (const seed of [-1, 1.5, 2 ** 32])
      assert.equal(
        (await service.fail(getPerformance, { query: { seed } }, user.token)).status,
        400,
      );
  });

  it('have a reason in the contract for each that the core gives', () => {
    assert.deepEqual(missingReason.options, [...MISSING]);
  });
});

const HEARTBEAT = {
  account: accountInput(),
  run_id: 'run',
  sequence: 1,
  state: 'active' as const,
  equity: 0 as number | null,
  balance: 0 as number | null,
  open_positions: 1,
  version: '0.1.0',
  at: '2026-03-03T00:00:00.000Z',
};

/**
 * An account of 10,000 whose equity was kept on so many weekdays until now: each day a trade is opened, is
 * behind for a while and closes with 10.
 */
async function keptRecord(service: TestService, count: number) {
  const user = await signedInUser(service);
  const now = service.clock.now();
  const weekdays: number[] = [];
  for (let at = now - 3_600_000; weekdays.length < count; at -= DAY_MS)
    if (![0, 6].includes(new Date(at).getUTCDay())) weekdays.unshift(at);
  const net = { gross_profit: 10, commission: 0, profit: 10, initial_risk: null };
  const iso = (at: number) => new Date(at).toISOString();
  const trades = weekdays.map((at) =>
    tradeInput({ ...net, opened_at: iso(at), closed_at: iso(at + 120_000) }),
  );
  await service.call(syncTrades, { body: { account: accountInput(), trades } }, user.token);
  const account = await service.db
    .selectFrom('trading_accounts')
    .select('id')
    .where('user_id', '=', user.user.id)
    .executeTakeFirstOrThrow();
  const keep = (at: number, equity: number, balance: number) =>
    keepEquity(
      service.db,
      { userId: user.user.id, accountId: account.id, equity: 100 * equity, balance: 100 * balance },
      new Date(at),
    );
  for (const [index, at] of weekdays.entries()) {
    const balance = 10_000 + 10 * index;
    await keep(at, balance, balance);
    await keep(at + 60_000, balance - (index === 60 ? 500 : 30), balance);
    await keep(at + 180_000, balance + 10, balance + 10);
  }
  return { user, last: iso(weekdays.at(-1) ?? now) };
}

/** Slowly and plainly: from every level to every later one. */
function deepestFall(nets: readonly number[], rounds: number): number {
  const levels = [0];
  for (let round = 0; round < rounds; round += 1)
    for (const net of nets) levels.push((levels.at(-1) ?? 0) + Math.round(net * 100));
  let deepest = 0;
  for (const [index, peak] of levels.entries())
    for (const level of levels.slice(index)) deepest = Math.max(deepest, peak - level);
  return deepest / 100;
}
