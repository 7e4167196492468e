import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { getTradeProvenance } from '@quorate/contract/trade-provenance';
import { syncTrades, type TradeInput } from '@quorate/contract/trade-sync';
import { sql } from 'kysely';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { addTrades } from '../../../test/helpers/fill-trading.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';

const DEMO = accountInput();
const MONDAY = new Date('2026-02-02T12:00:00Z');
const REAL = accountInput({ login: '7', account_type: 'real' });

async function start(t: TestContext) {
  const service = await startTestService(t);
  const owner = await signedInUser(service, { plan: 'Elite' });
  let number = 0;
  const store = (account: typeof DEMO, count: number, changes: Partial<TradeInput> = {}) => {
    const trades = Array.from({ length: count }, () =>
      tradeInput({
        position_ticket: String(++number),
        opened_at: '2026-02-25T10:00:00.000Z',
        closed_at: '2026-02-25T11:00:00.000Z',
        ...changes,
      }),
    );
    return service.call(syncTrades, { body: { account, trades } }, owner.token);
  };
  const counted = async (query: object = {}, token = owner.token) => {
    const input = { query: { period: 'all', ...query } } as never;
    const { total_trades, provenances } = await service.call(getTradeProvenance, input, token);
    const counts = provenances.map(({ provenance, trades }) => [provenance, trades] as const);
    return { total: total_trades, ...Object.fromEntries(counts) };
  };
  return { service, store, counted };
}

describe('the provenances that a figure counts', () => {
  it('are those of the closed trades that the filter selects', async (t) => {
    const { service, store, counted } = await start(t);
    assert.deepEqual(await counted(), { total: 0 });
    await store(DEMO, 4);
    await store(REAL, 3, { symbol: 'GBPUSD' });
    await store(REAL, 2, {
      opened_at: '2026-02-28T12:00:00.000Z',
      closed_at: '2026-03-02T12:00:00.000Z',
    });
    await store(REAL, 1, { symbol: 'BTCUSD', status: 'OPEN', closed_at: null, close_price: null });
    await store(DEMO, 1, { status: 'CANCELLED', closed_at: null, close_price: null });
    const all = { total: 9, 'demo-alone': 4, 'real-alone': 3, contradicted: 2 };
    assert.deepEqual(await counted(), all);
    assert.deepEqual(await counted({ account_type: 'real' }), {
      total: 5,
      'real-alone': 3,
      contradicted: 2,
    });
    assert.deepEqual(await counted({ symbol: 'GBPUSD' }), { total: 3, 'real-alone': 3 });
    assert.deepEqual(await counted({ currency: 'EUR' }), { total: 0 });
    const february = { period: 'custom', start_date: '2026-02-01', end_date: '2026-02-28' };
    assert.deepEqual(await counted(february), { total: 7, 'demo-alone': 4, 'real-alone': 3 });
    const other = await signedInUser(service, { plan: 'Elite' });
    assert.deepEqual(await counted({}, other.token), { total: 0 });
  });

  it('are counted in slices of a long history, whatever moments its trades share', async (t) => {
    const { service, store, counted } = await start(t);
    await store(DEMO, 1);
    const { user_id: userId, account_id: accountId } = await service.db
      .selectFrom('trades')
      .select(['user_id', 'account_id'])
      .executeTakeFirstOrThrow();
    // One of them has the ticket of the first.
    await service.db.deleteFrom('trades').execute();
    await addTrades(service.db, userId, { accountId, count: 10_003 });
    await service.db
      .updateTable('trades')
      .set({ opened_at: MONDAY, closed_at: MONDAY })
      .where(sql<number>`position_ticket::integer`, '<', 5_500)
      .execute();
    assert.equal((await counted()).total, 10_003);
  });

  it('change with a new trade at once, and with a grade that rose within ten minutes', async (t) => {
    const { service, store, counted } = await start(t);
    await store(DEMO, 1);
    assert.deepEqual(await counted(), { total: 1, 'demo-alone': 1 });
    await store(DEMO, 1);
    assert.deepEqual(await counted(), { total: 2, 'demo-alone': 2 });
    // As a job does it, without news.
    await service.db.updateTable('trades').set({ import_id: crypto.randomUUID() }).execute();
    service.clock.advance(10 * 60_000);
    assert.deepEqual(await counted(), { total: 2, imported: 2 });
  });
});
