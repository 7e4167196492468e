import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { addTrades } from '../../../test/helpers/fill-trading.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import type { Db } from '../../db/tables.ts';
import { readClosedTrades, readSpreads } from './performance.queries.ts';

const ACCOUNT = '01890000-0000-7000-8000-00000000000a';
const DECISION = '01890000-0000-7000-8000-00000000000b';

/** A user with so many closed trades, whose nets count from 1 in closing order; four close at a time. */
async function recordOf(t: TestContext, count: number): Promise<{ db: Db; userId: UserId }> {
  const service = await startTestService(t);
  const { user } = await signedInUser(service);
  const { db } = service;
  const account = { id: ACCOUNT, server: 's', login: '1', currency: 'USD' };
  await db
    .insertInto('trading_accounts')
    .values({ ...account, user_id: user.id, account_type: 'demo', created_at: new Date(0) })
    .execute();
  await addTrades(db, user.id, { accountId: ACCOUNT, count });
  await sql`update trades set position_ticket = lpad(position_ticket, 6, '0'),
    profit = position_ticket::bigint, gross_profit = position_ticket::bigint, commission = 0,
    closed_at = timestamptz '2026-01-01Z' + (position_ticket::int / 4) * interval '1 hour',
    opened_at = timestamptz '2025-12-01Z'`.execute(db);
  return { db, userId: user.id as UserId };
}

const ALL = { from: null, to: null };

it('reads every closed trade once, in closing order, however many pages they take', async (t) => {
  const { db, userId } = await recordOf(t, 2_503);
  const trades = await readClosedTrades(db, { userId, range: ALL }, 'USD');
  assert.deepEqual(
    trades.map(({ netMinor }) => netMinor),
    Array.from({ length: 2_503 }, (_, index) => index + 1),
  );
  assert.deepEqual(trades[0]?.openedAt, Date.UTC(2025, 11, 1));
  assert.equal(trades[0]?.lots, 0.1);
});

it('reads the newest ones where there are more than it takes', async (t) => {
  const { db, userId } = await recordOf(t, 1_200);
  const trades = await readClosedTrades(db, { userId, range: ALL }, 'USD', 1_100);
  assert.deepEqual(
    [trades.length, trades[0]?.netMinor, trades.at(-1)?.netMinor],
    [1_100, 101, 1_200],
  );
});

it('reads no open trade, no other currency, and nothing outside of the range', async (t) => {
  const { db, userId } = await recordOf(t, 40);
  await sql`update trades set status = 'OPEN', closed_at = null where profit = 1`.execute(db);
  await sql`update trades set currency = 'EUR' where profit = 2`.execute(db);
  const range = { from: null, to: new Date('2026-01-01T01:00:00Z') };
  const trades = await readClosedTrades(db, { userId, range }, 'USD');
  assert.deepEqual(
    trades.map(({ netMinor }) => netMinor),
    [3],
  );
  assert.deepEqual(
    await readClosedTrades(db, { userId, range: ALL, accountType: 'real' }, 'USD'),
    [],
  );
});

it('knows the spread of trades that came from a decision and moved', async (t) => {
  const { db, userId } = await recordOf(t, 3);
  await db
    .insertInto('decisions')
    .values({
      user_id: userId,
      id: DECISION,
      account_id: ACCOUNT,
      symbol: 'EURUSD',
      timeframe: 'H1',
      as_of: new Date(0),
      snapshot_hash: 'a'.repeat(64),
      snapshot: '{"digits":5,"spread_points":7,"v":1}',
      action: 'BUY',
      p_up: 0.6,
      sl_atr: 1,
      tp_atr: 2,
      reason: '',
      agreeing: 2,
      quorum: 2,
      voters: 3,
      rules: '[]',
      tokens: 1,
      decided_at: new Date(0),
    })
    .execute();
  // 190 points brought 19.00: a point is 0.10, so that 7 points cost 0.70.
  await sql`update trades set decision_id = ${DECISION}, open_price = 1.1, close_price = 1.1019,
    gross_profit = 1900, profit = 1900 where profit = 1`.execute(db);
  await sql`update trades set decision_id = ${DECISION}, open_price = 1.1, close_price = 1.1
    where profit = 2`.execute(db);
  assert.deepEqual(await readSpreads(db, { userId, range: ALL }, 'USD'), [-70]);
});
