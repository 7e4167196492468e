import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { syncTrades, type TradeInput } from '@quorate/contract/trade-sync';
import { getSuccessRate, getTradeStatistics, getTradingStatistics } from '@quorate/contract/trades';
import {
  accountInput,
  signedInUser,
  type TestUser,
  tradeInput,
} from '../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';

/** A trade with this net result, closed at this moment. */
function closed(net: number, closedAt: string, changes: Partial<TradeInput> = {}): TradeInput {
  return tradeInput({
    gross_profit: net,
    commission: 0,
    profit: net,
    initial_risk: null,
    opened_at: '2020-01-01T00:00:00.000Z',
    closed_at: closedAt,
    ...changes,
  });
}

async function sync(
  service: TestService,
  user: TestUser,
  trades: TradeInput[],
  account = accountInput(),
) {
  await service.call(syncTrades, { body: { account, trades } }, user.token);
}

type Query = Record<string, string | number>;
function history(service: TestService, user: TestUser, query: Query = {}) {
  return service.call(
    getTradeStatistics,
    { params: { user_id: user.user.id }, query } as never,
    user.token,
  );
}

describe('trade statistics', () => {
  // @spec 3.20, 7.23
  it('are zeros for a user who has not traded', async (t) => {
    const service = await startTestService(t);
    const user = await signedInUser(service);
    const reply = await history(service, user);
    assert.deepEqual(reply.recent_trades, []);
    assert.deepEqual(reply.pagination, { page: 1, per_page: 50, total: 0, total_pages: 0 });
    assert.deepEqual(reply.statistics, {
      currency: 'USD',
      total_trades: 0,
      winning_trades: 0,
      losing_trades: 0,
      break_even_trades: 0,
      win_rate: 0,
      net_profit: 0,
      total_profit: 0,
      total_loss: 0,
      profit_factor: null,
      profit_factor_text: 'n/a',
      average_win: 0,
      average_loss: 0,
      largest_win: 0,
      largest_loss: 0,
      expectancy: 0,
      total_costs: 0,
      average_r: null,
      trades_with_r: 0,
    });
  });

  // @spec 1.6, 3.20, 7.23
  it('equal the golden vector', async (t) => {
    const service = await startTestService(t);
    const user = await signedInUser(service);
    const nets = [11.91, 184.6, -0.43, -0.3, 15.66, 30.07, -9.55, -264.07, -17.56];
    await sync(
      service,
      user,
      nets.map((net) => closed(net, '2026-03-01T10:00:00.000Z')),
    );
    const { statistics } = await history(service, user);
    assert.equal(statistics.profit_factor, 0.829845);
    assert.equal(statistics.profit_factor_text, '0.83');
    assert.equal(statistics.net_profit, -49.67);
    assert.equal(statistics.expectancy, -5.52);
    assert.equal(statistics.win_rate, 44.44);
    assert.deepEqual([statistics.total_profit, statistics.total_loss], [242.24, -291.91]);
    assert.deepEqual([statistics.largest_win, statistics.largest_loss], [184.6, -264.07]);
    assert.deepEqual([statistics.average_win, statistics.average_loss], [60.56, -58.38]);
  });

  // @spec 3.18
  it('say "inf" when nothing was lost, count break-even trades in the total, and leave open ones out', async (t) => {
    const service = await startTestService(t);
    const user = await signedInUser(service);
    const open = closed(-3, '', { status: 'OPEN', closed_at: null, close_price: null });
    await sync(service, user, [
      closed(5, '2026-03-01T10:00:00.000Z'),
      closed(0, '2026-03-01T11:00:00.000Z'),
      open,
    ]);
    const { statistics, pagination } = await history(service, user);
    assert.equal(statistics.profit_factor, null);
    assert.equal(statistics.profit_factor_text, 'inf');
    assert.equal(statistics.total_trades, 2);
    assert.equal(statistics.break_even_trades, 1);
    assert.equal(statistics.win_rate, 50);
    assert.equal(statistics.net_profit, 5);
    assert.equal(pagination.total, 3, 'the list shows open trades as well');
  });

  it('never add two currencies', async (t) => {
    const service = await startTestService(t);
    const user = await signedInUser(service);
    await sync(service, user, [closed(10, '2026-03-01T10:00:00.000Z')]);
    const yen = [
      closed(1500, '2026-03-01T10:00:00.000Z'),
      closed(-700, '2026-03-01T10:00:00.000Z'),
    ];
    await sync(service, user, yen, accountInput({ login: '2', currency: 'JPY' }));
    const reply = await history(service, user);
    assert.deepEqual(reply.currencies, [
      { currency: 'JPY', total_trades: 2 },
      { currency: 'USD', total_trades: 1 },
    ]);
    assert.deepEqual([reply.statistics.currency, reply.statistics.net_profit], ['JPY', 800]);
    assert.equal((await history(service, user, { currency: 'USD' })).statistics.net_profit, 10);
    assert.equal((await history(service, user, { currency: 'EUR' })).statistics.total_trades, 0);
  });
});

describe('the period of the history', () => {
  // @spec 3.22, 7.21, 7.22, 7.27, 10.39
  it("follows the viewer's time zone", async (t) => {
    const service = await startTestService(t);
    service.clock.set('2026-03-02T10:00:00Z');
    const user = await signedInUser(service);
    await sync(service, user, [
      closed(1, '2026-03-01T18:59:59.999Z'),
      closed(2, '2026-03-01T19:00:00.000Z'),
      closed(4, '2026-03-02T09:00:00.000Z'),
      closed(8, '2026-02-24T00:00:00.000Z'),
      closed(16, '2026-02-01T00:00:00.000Z'),
      closed(32, '2019-01-31T23:59:59.999Z', { opened_at: '2019-01-01T00:00:00.000Z' }),
    ]);
    const net = async (query: Query) => (await history(service, user, query)).statistics.net_profit;
    assert.equal(await net({}), 63);
    assert.equal(await net({ period: 'daily' }), 4);
    assert.equal(await net({ period: 'daily', time_zone: 'Asia/Karachi' }), 6);
    assert.equal(await net({ period: 'weekly' }), 15);
    assert.equal(await net({ period: 'monthly' }), 31);
    assert.equal(
      await net({ period: 'custom', start_date: '2019-01-31', end_date: '2026-02-01' }),
      48,
    );
    const today = await service.call(
      getTradingStatistics,
      { query: { time_zone: 'Asia/Karachi' } },
      user.token,
    );
    assert.deepEqual(
      [today.total_pnl, today.total_trades, today.winning_trades, today.win_rate],
      [6, 2, 2, 100],
    );
    assert.equal((await service.call(getSuccessRate, {}, user.token)).total_trades, 6);
  });

  // @spec 5.17
  it('refuses half a range, a range backwards and a zone that is none', async (t) => {
    const service = await startTestService(t);
    const user = await signedInUser(service);
    const bad: [Query, string][] = [
      [{ period: 'custom', start_date: '2026-01-01' }, 'end_date'],
      [{ period: 'custom', start_date: '2026-01-02', end_date: '2026-01-01' }, 'start_date'],
      [{ period: 'custom', start_date: '2026-02-30', end_date: '2026-03-01' }, 'start_date'],
      [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
      [{ period: 'yearly' }, 'period'],
      [{ sort_by: 'profit; drop table trades' }, 'sort_by'],
      [{ per_page: 501 }, 'per_page'],
      [{ page: 0 }, 'page'],
    ];
    for (const [query, field] of bad) {
      const failure = await service.fail(
        getTradeStatistics,
        { params: { user_id: user.user.id }, query },
        user.token,
      );
      assert.equal(failure.status, 400);
      assert.ok(failure.fields?.[field], `${field}: ${JSON.stringify(failure.fields)}`);
    }
  });
});

describe('the history', () => {
  // @spec 2.81, 7.25, 7.26
  // @promise 4.3
  it('is sorted and paged without gaps or repeats', async (t) => {
    const service = await startTestService(t);
    const user = await signedInUser(service);
    const trades = Array.from({ length: 25 }, (_, index) =>
      closed((index * 7) % 5, '2026-03-01T10:00:00.000Z', {
        position_ticket: `t${index}`,
        volume: ((index * 3) % 4) / 100 + 0.01,
        symbol: index % 2 ? 'EURUSD' : 'GBPUSD',
      }),
    );
    await sync(service, user, trades);
    for (const sort_by of ['trade_time', 'symbol', 'volume', 'profit'] as const) {
      for (const sort_order of ['asc', 'desc'] as const) {
        const pages = await Promise.all(
          [1, 2, 3].map((page) =>
            history(service, user, { sort_by, sort_order, page, per_page: 10 }),
          ),
        );
        const rows = pages.flatMap((page) => page.recent_trades);
        assert.equal(
          new Set(rows.map((row) => row.position_ticket)).size,
          25,
          `${sort_by} ${sort_order}`,
        );
        const keys = rows.map((row) => row[sort_by]);
        const sorted = keys.toSorted(
          (a, b) => (a < b ? -1 : Number(a > b)) * (sort_order === 'asc' ? 1 : -1),
        );
        assert.deepEqual(keys, sorted, `${sort_by} ${sort_order}`);
      }
    }
  });

  // @spec 2.80, 7.24
  it('is filtered by the type of account', async (t) => {
    const service = await startTestService(t);
    const user = await signedInUser(service);
    await sync(service, user, [closed(1, '2026-03-01T10:00:00.000Z')]);
    const real = accountInput({ login: '2', account_type: 'real' });
    await sync(service, user, [closed(2, '2026-03-01T10:00:00.000Z')], real);
    assert.equal((await history(service, user)).statistics.net_profit, 3);
    assert.equal((await history(service, user, { account_type: 'demo' })).statistics.net_profit, 1);
    assert.equal((await history(service, user, { account_type: 'real' })).recent_trades.length, 1);
  });

  // @spec 6.11, 10.31
  it('is nobody else’s to read, and an unknown id answers like a stranger’s', async (t) => {
    const service = await startTestService(t);
    const owner = await signedInUser(service);
    const stranger = await signedInUser(service);
    await sync(service, owner, [closed(1, '2026-03-01T10:00:00.000Z')]);
    const ids = [owner.user.id, '01890000-0000-7000-8000-000000000000'];
    const failures = await Promise.all(
      ids.map((user_id) =>
        service.fail(getTradeStatistics, { params: { user_id } }, stranger.token),
      ),
    );
    assert.deepEqual(
      failures.map(({ status, code }) => ({ status, code })),
      [
        { status: 404, code: 'not_found' },
        { status: 404, code: 'not_found' },
      ],
    );
    const nobody = await service.fail(getTradeStatistics, { params: { user_id: owner.user.id } });
    assert.equal(nobody.status, 401);
    assert.equal((await history(service, stranger)).pagination.total, 0);
  });
});
