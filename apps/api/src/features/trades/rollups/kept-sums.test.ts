import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { syncTrades } from '@quorate/contract/trade-sync';
import { getTradeStatistics } from '@quorate/contract/trades';
import { sql } from 'kysely';
import type { TestService } from '../../../../test/helpers/test-service.ts';
import { beginRollUp, openBook } from './book.ts';
import { accountAt, everyFilter, fill, history, inputsOf, send } from './testing/histories.ts';
import { assertNoMismatch, assertSumsAreRight } from './testing/kept.ts';

/** Puts so many copies of every trade beside it, as nothing in the product does. */
async function multiply(service: TestService, times: number) {
  await sql`
    insert into trades (user_id, account_id, position_ticket, symbol, trade_type, volume, digits,
      open_price, close_price, opened_at, closed_at, status, gross_profit, commission, swap, fee, profit,
      currency, account_type, revision, created_at, updated_at)
    select user_id, account_id, position_ticket || '-' || copy, symbol, trade_type, volume, digits,
      open_price, close_price, opened_at, closed_at, status, gross_profit, commission, swap, fee, profit,
      currency, account_type, revision, created_at, updated_at
    from trades, generate_series(1, ${times}::integer) copy
  `.execute(service.db);
}

describe('kept sums', () => {
  it('are what the rows add up to, in every zone, period and account type', async (t) => {
    const { service, user } = await fill(t, 900, 1);
    await beginRollUp(service, user.user.id);
    await assertNoMismatch(service.db, user.user.id);
    await assertSumsAreRight(service, everyFilter(service, user));
  });

  it('stay right when trades come in parallel, again, corrected and moved to other days', async (t) => {
    for (const seed of [2, 12, 22, 32]) {
      const { service, user, rows } = await fill(t, 300, seed);
      const userId = user.user.id;
      const corrected = history(300, seed + 1);
      const batches = [0, 1, 2].flatMap((which) => [
        { which, trades: inputsOf(corrected, which, 3) },
        { which, trades: inputsOf(rows, which, 2) },
        { which, trades: inputsOf(corrected, which, 3).toReversed() },
      ]);
      const inPieces = batches.flatMap(({ which, trades }) =>
        Array.from({ length: 4 }, (_, part) => ({
          which,
          trades: trades.filter((_trade, index) => index % 4 === part),
        })),
      );
      await Promise.all([
        ...inPieces.map(({ which, trades }) => send(service, user, which, trades)),
        // Begun by two at once in the middle of it, while others read.
        beginRollUp(service, userId),
        beginRollUp(service, userId),
        ...Array.from({ length: 6 }, () => openBook(service.db, userId)),
      ]);
      await assertNoMismatch(service.db, userId);
      await assertSumsAreRight(service, everyFilter(service, user).slice(0, 24));
      const left = await service.db
        .selectFrom('trades')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('rolled_up', '=', false)
        .executeTakeFirstOrThrow();
      assert.equal(left.n, 0, 'every row stands in the indexes that sort');
    }
  });

  it('move nothing when the type of an account becomes known', async (t) => {
    const { service, user, rows } = await fill(t, 60, 4);
    await beginRollUp(service, user.user.id);
    const account = { ...accountAt(2), account_type: 'real' as const };
    const body = { account, trades: inputsOf(rows, 2) };
    await service.call(syncTrades, { body }, user.token);
    await assertNoMismatch(service.db, user.user.id);
    await assertSumsAreRight(service, everyFilter(service, user).slice(0, 24));
  });

  it('begin automatically for somebody with very many trades, and go with the account', async (t) => {
    const { service, user } = await fill(t, 30, 5);
    await multiply(service, 700);
    assert.equal(await openBook(service.db, user.user.id), null);
    await service.call(
      getTradeStatistics,
      { params: { user_id: user.user.id }, query: {} } as never,
      user.token,
    );
    await assertNoMismatch(service.db, user.user.id);
    await service.db.deleteFrom('users').where('id', '=', user.user.id).execute();
    for (const table of ['trade_cells', 'rolled_up_users'] as const)
      assert.deepEqual(await service.db.selectFrom(table).selectAll().execute(), []);
  });

  it('are begun where a crash has left them, whatever came meanwhile', async (t) => {
    const { service, user, rows } = await fill(t, 30, 6);
    await multiply(service, 200);
    const userId = user.user.id;
    let crashes = 0;
    for (let statements = 1; ; statements += 1) {
      const revision = 10 + statements;
      const db = failsAfter(service, statements);
      const begun = await beginRollUp({ db, clock: service.clock }, userId).then(
        () => true,
        (error: Error) => {
          assert.equal(error.message, 'the power is gone');
          return false;
        },
      );
      if (begun) break;
      crashes += 1;
      assert.equal(
        await openBook(service.db, userId),
        null,
        'half of the sums are shown to nobody',
      );
      const moved = history(30, 100 + statements);
      await send(service, user, statements % 3, inputsOf(moved, statements % 3, revision));
    }
    assert.ok(crashes > 20, `${crashes} crashes`);
    assert.ok(rows.length > 0);
    await assertNoMismatch(service.db, userId);
    await assertSumsAreRight(service, everyFilter(service, user).slice(0, 24));
  });
});

/** The database of a service that ends after so many statements. */
function failsAfter({ db }: TestService, statements: number) {
  let left = statements;
  return db.withPlugin({
    transformQuery({ node }) {
      if (left === 0) throw new Error('the power is gone');
      left -= 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}
