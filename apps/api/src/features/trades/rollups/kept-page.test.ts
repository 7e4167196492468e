import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findTrades, type TradeRecord } from '../trades.queries.ts';
import { beginRollUp } from './book.ts';
import { everyFilter, fill } from './testing/histories.ts';
import { readKeptPage } from './testing/kept.ts';

const idOf = (row: TradeRecord) => `${row.account_id} ${row.position_ticket}`;

describe('a page found by kept counts', () => {
  it('is the page that counting finds, at every depth, sort, size, period and account type', async (t) => {
    const { service, user } = await fill(t, 600, 6);
    await beginRollUp(service, user.user.id);
    const some = everyFilter(service, user).filter((_, index) => index % 5 === 0);
    for (const [place, filter] of some.entries()) {
      for (const sortBy of ['trade_time', 'symbol', 'volume', 'profit'] as const) {
        for (const sortOrder of ['asc', 'desc'] as const) {
          for (const offset of [0, 37, 190, 480]) {
            const page = { sortBy, sortOrder, limit: [50, 10, 100][place % 3] ?? 50, offset };
            const [kept, counted] = await Promise.all([
              readKeptPage(service.db, filter, page, [0, 5, 2_000][(place + offset) % 3]),
              findTrades(service.db, filter, page),
            ]);
            assert.deepEqual(kept.map(idOf), counted.map(idOf), JSON.stringify({ filter, page }));
          }
        }
      }
    }
  });

  it('leaves out and doubles nothing, from the first page to the last', async (t) => {
    const { service, user, rows } = await fill(t, 400, 9);
    await beginRollUp(service, user.user.id);
    const [filter] = everyFilter(service, user);
    for (const sortBy of ['trade_time', 'symbol', 'volume', 'profit'] as const) {
      const seen = new Set<string>();
      for (let offset = 0; offset < rows.length; offset += 25) {
        const page = { sortBy, sortOrder: 'desc', limit: 25, offset } as const;
        const shown = await readKeptPage(service.db, filter ?? assert.fail(), page);
        for (const row of shown) seen.add(idOf(row));
      }
      assert.equal(seen.size, rows.length, sortBy);
    }
  });
});
