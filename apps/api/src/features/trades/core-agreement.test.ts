import assert from 'node:assert/strict';
import { it } from 'node:test';
import { summaryFromSums, sumNets } from '@quorate/trading/statistics/summary';
import type { TradingAccountId, UserId } from '@quorate/values/ids';
import fc from 'fast-check';
import { freshDatabase } from '../../../test/helpers/fresh-database.ts';
import { newId } from '../../db/ids.ts';
import { NO_TOTALS } from './rollups/cell.ts';
import { countTrades } from './trades.queries.ts';

const HISTORIES = 1_000;
const NOW = new Date('2026-03-02T10:00:00Z');

/** Nets in cents: ordinary ones, break-evens, and sizes at which a binary fraction would drift. */
const net = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -50_000, max: 50_000 }) },
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }) },
);

// @spec 10.42
it(`the service's SQL and the core's functions agree on ${HISTORIES} generated histories`, async (t) => {
  const { db, close } = await freshDatabase();
  t.after(close);
  const histories = fc.sample(fc.array(net, { maxLength: 60 }), {
    numRuns: HISTORIES,
    seed: 20_261_120,
  });
  const users = histories.map((nets) => ({
    id: newId<UserId>(),
    account: newId<TradingAccountId>(),
    nets,
  }));

  await inBatches(users, 250, async (batch) => {
    await db
      .insertInto('users')
      .values(
        batch.map(({ id }) => ({
          id,
          username: id,
          username_key: id,
          email: id,
          email_key: id,
          password_hash: '',
          created_at: NOW,
        })),
      )
      .execute();
    await db
      .insertInto('trading_accounts')
      .values(
        batch.map(({ id, account }) => ({
          id: account,
          user_id: id,
          server: 's',
          login: '1',
          account_type: 'demo' as const,
          currency: 'USD',
          created_at: NOW,
        })),
      )
      .execute();
  });
  await inBatches(users.flatMap(tradesOf), 1_500, async (batch) => {
    await db.insertInto('trades').values(batch).execute();
  });

  for (const { id, nets } of users) {
    const { count, sums: found } = await countTrades(db, {
      userId: id,
      range: { from: null, to: null },
    });
    const [sums, ...others] = found;
    assert.deepEqual([count, others], [nets.length, []]);
    const { currency, costs, withR, rSum, ...stored } = sums ?? { currency: 'USD', ...NO_TOTALS };
    assert.deepEqual([costs, withR, rSum], [0, 0, 0]);
    assert.deepEqual(
      summaryFromSums(stored),
      summaryFromSums(sumNets(nets)),
      `nets ${nets.join()}`,
    );
  }
});

function tradesOf({
  id,
  account,
  nets,
}: {
  id: UserId;
  account: TradingAccountId;
  nets: number[];
}) {
  return nets.map((profit, index) => ({
    user_id: id,
    account_id: account,
    position_ticket: String(index),
    symbol: 'EURUSD',
    trade_type: 'BUY' as const,
    volume: '0.1',
    digits: 5,
    open_price: '1.1',
    close_price: '1.2',
    opened_at: NOW,
    closed_at: NOW,
    status: 'CLOSED' as const,
    gross_profit: profit,
    commission: 0,
    swap: 0,
    fee: 0,
    profit,
    currency: 'USD',
    account_type: 'demo' as const,
    revision: 1,
    created_at: NOW,
    updated_at: NOW,
    stop_loss: null,
    take_profit: null,
    initial_risk: null,
    decision_id: null,
  }));
}

async function inBatches<T>(
  items: readonly T[],
  size: number,
  work: (batch: T[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += size)
    await work(items.slice(start, start + size));
}
