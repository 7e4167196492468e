import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { idOf, type UserId } from '@quorate/values/ids';
import { accountInput } from '../../../test/helpers/builders.ts';
import { floorsJson } from '../../../test/helpers/fill-rule-sets.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { storeReports } from './floors.service.ts';
import { aReport, type ReportBody, traderAt } from './testing/rule-set-stage.ts';

/** A trader who reports by calls, and others whose reports the service stores together. */
async function start(t: TestContext, others: number) {
  const service = await startTestService(t);
  const { db, clock } = service;
  const caller = await traderAt(service);
  const traders: (typeof caller & Readonly<{ accountId: string }>)[] = [];
  for (let number = 0; number < others; number += 1) {
    const trader = await traderAt(service);
    const accountId = crypto.randomUUID();
    await db
      .insertInto('trading_accounts')
      .values({
        ...accountInput(),
        id: accountId,
        user_id: trader.user.id,
        paper: false,
        created_at: new Date(clock.now()),
      })
      .execute();
    traders.push({ ...trader, accountId });
  }
  const deps = { clock, brand: DEFAULT_BRAND, publicUrl: 'http://localhost:3000' };
  const together = (changes: Partial<ReportBody>, of = traders) =>
    inTransaction(db, (tx) =>
      storeReports(
        tx,
        deps,
        of.map(({ user, accountId }) => ({
          userId: idOf<UserId>(user.id),
          accountId,
          paper: false,
          report: {
            ...aReport(changes),
            account: accountInput(),
            cash_flow: changes.cash_flow ?? 0,
          },
        })),
      ),
    );
  const storedOf = async (userId: string) => {
    const rows = await db
      .selectFrom('floor_reports')
      .selectAll()
      .where('user_id', '=', userId)
      .execute();
    return rows.map(({ user_id: _, account_id: __, ...row }) => row);
  };
  const subjectsTo = async ({ user }: typeof caller) =>
    (await service.mailsTo(user.email)).map(({ subject }) => subject);
  return { service, caller, traders, together, storedOf, subjectsTo };
}

const LOCK = {
  line: 0,
  since: '2026-03-02T10:00:00.000Z',
  until: '2026-03-02T23:00:00.000Z',
  equity_minor: 951_000,
};

describe('reports that are stored together', () => {
  it('store the same rows and send the same mails as single reports', async (t) => {
    const { caller, traders, together, storedOf, subjectsTo } = await start(t, 3);
    const story: Partial<ReportBody>[] = [
      { seq: 1, equity: null, open_risk: null, headroom: null, if_stopped: null, next_turn: null },
      { seq: 4, equity: 9_600, headroom: 100 },
      // Late, and the same once more.
      { seq: 2, equity: 1 },
      { seq: 4, equity: 1 },
      { seq: 5, state: floorsJson({ lock: LOCK }), cash_flow: -100 },
      { seq: 6, equity: 9_900.5, balance: 10_100.25 },
    ];
    for (const changes of story) {
      await caller.report(changes);
      await together(changes);
    }
    const own = await storedOf(caller.user.id);
    assert.equal(own[0]?.seq, 6);
    const subjects = await subjectsTo(caller);
    assert.ok(subjects.length >= 3, subjects.join());
    for (const trader of traders) {
      assert.deepEqual(await storedOf(trader.user.id), own);
      assert.deepEqual(await subjectsTo(trader), subjects);
    }
  });

  it('skip an account that no longer exists, and store the others', async (t) => {
    const { service, traders, together, storedOf } = await start(t, 2);
    const [gone, other] = traders;
    assert.ok(gone && other);
    await service.db
      .deleteFrom('trading_accounts')
      .where('user_id', '=', gone.user.id)
      .where('id', '=', gone.accountId)
      .execute();
    await together({ seq: 3 });
    assert.deepEqual(await storedOf(gone.user.id), []);
    assert.deepEqual(
      (await storedOf(other.user.id)).map(({ seq }) => seq),
      [3],
    );
  });

  it('of the same accounts at once both count one after the other', async (t) => {
    const { traders, together, storedOf } = await start(t, 2);
    await Promise.all([together({ seq: 2 }, traders), together({ seq: 3 }, traders.toReversed())]);
    for (const { user } of traders)
      assert.deepEqual(
        (await storedOf(user.id)).map(({ seq }) => seq),
        [3],
      );
  });
});
