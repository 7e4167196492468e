import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { idOf, type UserId } from '@quorate/values/ids';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import { removeTrades } from './remove-trades.ts';
import { beginRollUp, openBook } from './rollups/book.ts';
import { syncTrades } from './sync.service.ts';
import { readCharts } from './trades.routes.ts';

const IMPORT = '01890000-0000-7000-8000-000000000001';
const OTHER = '01890000-0000-7000-8000-000000000002';

async function trader(t: TestContext) {
  const service = await startTestService(t);
  const { user } = await signedInUser(service);
  const userId = idOf<UserId>(user.id);
  const nothing = async () => undefined;
  const { db, clock } = service;
  const deps = { db, clock, announce: nothing, appendRecords: nothing };
  const store = (count: number, from: number, importId: string | null, revision = 1) => {
    const trades = Array.from({ length: count }, (_, index) => closed(from + index, revision));
    const origin = { importId: importId ?? '', noteCreated: async () => undefined };
    const batch = { account: accountInput(), trades };
    return syncTrades(deps, userId, batch, importId === null ? undefined : origin);
  };
  const remove = (importId = IMPORT) => removeTrades(deps, userId, importId, async () => undefined);
  return { service, userId, deps, store, remove };
}

/** One of two hundred days, so that some days lose all their trades. */
function closed(ticket: number, revision: number) {
  const day = new Date(Date.UTC(2025, 8, 1) + ((ticket * 37) % 200) * 86_400_000).toISOString();
  return tradeInput({
    position_ticket: String(ticket),
    symbol: ticket % 3 === 0 ? 'GBPUSD' : 'EURUSD',
    opened_at: day.replace('T00', 'T08'),
    closed_at: day.replace('T00', 'T11'),
    gross_profit: ticket % 90,
    commission: -40,
    profit: (ticket % 90) - 40,
    revision,
  });
}

/** Every kept sum of the user, up to date. */
async function sums(service: TestService, userId: UserId) {
  assert.ok(await openBook(service.db, userId));
  const cells = await service.db
    .selectFrom('trade_cells')
    .selectAll()
    .where('user_id', '=', userId)
    .where('n', '>', 0)
    .orderBy('month')
    .orderBy('day')
    .execute();
  const cuts = await service.db
    .selectFrom('trade_cuts')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('cut')
    .orderBy('month')
    .execute();
  return { cells, cuts };
}

/** The same, made from the rows alone. */
async function sumsAnew({ service, userId, deps }: Awaited<ReturnType<typeof trader>>) {
  for (const table of ['trade_cells', 'trade_cuts', 'rolled_up_users'] as const)
    await service.db.deleteFrom(table).where('user_id', '=', userId).execute();
  await beginRollUp(deps, userId);
  return sums(service, userId);
}

describe('removing what an import stored', () => {
  it('leaves the kept sums as though it had never been there', async (t) => {
    const one = await trader(t);
    const { service, userId, deps, store, remove } = one;
    await store(300, 1, null);
    await beginRollUp(deps, userId);
    const before = await sums(service, userId);
    for (let from = 1_000; from < 2_200; from += 400) await store(400, from, IMPORT);
    assert.notDeepEqual(await sums(service, userId), before);
    assert.equal(await remove(), 1_200);
    assert.deepEqual(await sums(service, userId), before);
    assert.deepEqual(await sumsAnew(one), before);
  });

  it('leaves nothing of months in which there was nothing else', async (t) => {
    const { userId, deps, store, remove } = await trader(t);
    await store(300, 1, null);
    await beginRollUp(deps, userId);
    const query = { period: 'all', time_zone: 'Asia/Kathmandu', currency: 'USD' } as const;
    const before = await readCharts(deps, userId, query);
    const trades = [closed(1, 1), closed(2, 1)].map((trade, index) => ({
      ...trade,
      position_ticket: `early-${index}`,
      opened_at: '2024-05-06T08:00:00.000Z',
      closed_at: '2024-05-06T11:00:00.000Z',
    }));
    const origin = { importId: IMPORT, noteCreated: async () => undefined };
    await syncTrades(deps, userId, { account: accountInput(), trades }, origin);
    assert.equal((await readCharts(deps, userId, query)).days[0]?.day, '2024-05-06');
    assert.equal(await remove(), 2);
    assert.deepEqual(await readCharts(deps, userId, query), before);
  });

  it('keeps the sums right while a bot stores and replaces trades of the same days', async (t) => {
    const one = await trader(t);
    const { service, userId, deps, store, remove } = one;
    await store(400, 1_000, IMPORT);
    await store(400, 1_400, IMPORT);
    await beginRollUp(deps, userId);
    const [removed] = await Promise.all([
      remove(),
      store(200, 1_100, null, 2),
      store(200, 5_000, null),
      store(200, 6_000, OTHER),
    ]);
    // Whichever came first: the bot's trades stand, and of the import nothing else does.
    assert.ok(removed >= 600 && removed <= 800, String(removed));
    assert.equal(await remove(), 0);
    const rows = await service.db.selectFrom('trades').select('import_id').execute();
    assert.equal(rows.length, 600);
    assert.equal(rows.filter((row) => row.import_id === OTHER).length, 200);
    const kept = await sums(service, userId);
    assert.deepEqual(kept, await sumsAnew(one));
  });

  it('keeps the sums right where they are made for the first time meanwhile', async (t) => {
    const one = await trader(t);
    const { service, userId, deps, store, remove } = one;
    await store(300, 1, null);
    for (let from = 1_000; from < 2_000; from += 500) await store(500, from, IMPORT);
    await Promise.all([beginRollUp(deps, userId), remove()]);
    assert.deepEqual(await sums(service, userId), await sumsAnew(one));
  });
});
