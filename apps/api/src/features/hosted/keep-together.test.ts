import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { idOf, type UserId } from '@quorate/values/ids';
import { v7 } from 'uuid';
import { createAnnouncer } from '../../process/announcer.ts';
import { beatSome, TurnIsOverError } from './hosted.queries.ts';
import { createKeeping } from './keep-together.ts';
import { hostedStage } from './testing/hosted-stage.ts';

const BALANCE = 987_654;

/** Accounts that have traded and are held by one runner, and what stores them together. */
async function start(t: TestContext, users: number) {
  const { service, clock, run, user } = await hostedStage(t);
  const { db } = service;
  const people = await Promise.all(Array.from({ length: users }, () => user()));
  for (const { begin } of people) await begin();
  const runner = run();
  for (const { until } of people) await until(({ market_time }) => market_time !== null);
  await runner.stop();
  const runnerId = v7();
  const rows = await db
    .updateTable('hosted_accounts')
    .set({ runner_id: runnerId })
    .returningAll()
    .execute();
  const keep = createKeeping({
    db,
    clock,
    brand: DEFAULT_BRAND,
    publicUrl: 'http://localhost:3000',
    announceAll: createAnnouncer({ db }).announceAll,
  });
  const keepings = rows.map((row) => {
    if (!row.state) throw new Error('an account that has traded has a state');
    const userId = idOf<UserId>(row.user_id);
    const figures = { balance: BALANCE, equity: BALANCE, openPositions: 0 };
    const barAt = new Date(clock.now());
    return {
      turn: { userId, id: row.id, runnerId, epoch: row.epoch },
      kept: { ...figures, state: row.state, barAt, dueAt: barAt, closed: 0 },
      beat: {
        ...figures,
        userId,
        accountId: row.account_id,
        runId: row.id,
        state: 'active' as const,
        version: '1',
        now: barAt,
        keepsEquity: false,
      },
      outcome: null,
      report: null,
    };
  });
  const stored = async () =>
    (
      await db.selectFrom('hosted_accounts').select('id').where('balance', '=', BALANCE).execute()
    ).map(({ id }) => id);
  return { db, clock, runnerId, keep, keepings, stored };
}

const sorted = (ids: readonly string[]) => ids.toSorted();

describe('accounts that are stored together', () => {
  it('are stored although the database refuses the data of one of them', async (t) => {
    const { keep, keepings, stored } = await start(t, 3);
    const [bad, ...good] = keepings;
    assert.ok(bad);
    const beyond = { ...bad, kept: { ...bad.kept, balance: 1e30 } };
    const [refused, ...others] = await Promise.allSettled([beyond, ...good].map(keep));
    assert.match(String(refused?.status === 'rejected' && refused.reason), /out of range/);
    assert.deepEqual(
      others.map(({ status }) => status),
      ['fulfilled', 'fulfilled'],
    );
    assert.deepEqual(sorted(await stored()), sorted(good.map(({ turn }) => turn.id)));
  });

  it('are stored although the turn of one of them is over', async (t) => {
    const { keep, keepings, stored } = await start(t, 2);
    const [late, other] = keepings;
    assert.ok(late && other);
    const before = { ...late, turn: { ...late.turn, epoch: late.turn.epoch - 1 } };
    const [over, done] = await Promise.allSettled([before, other].map(keep));
    assert.ok(over?.status === 'rejected' && over.reason instanceof TurnIsOverError);
    assert.equal(done?.status, 'fulfilled');
    assert.deepEqual(await stored(), [other.turn.id]);
  });
});

describe('bots of accounts that have nothing to tell', () => {
  it('are alive some at a time, those of this runner that were not heard since', async (t) => {
    const { db, clock, runnerId, keepings } = await start(t, 4);
    const [first, elsewhere] = keepings;
    assert.ok(first && elsewhere);
    const heard = new Date(clock.now() + 60_000);
    const now = new Date(clock.now() + 90_000);
    const accountIs = (accountId: string) => ['account_id', '=', accountId] as const;
    await db
      .updateTable('bots')
      .set({ last_heartbeat_at: heard })
      .where(...accountIs(first.beat.accountId))
      .execute();
    await db
      .updateTable('hosted_accounts')
      .set({ runner_id: v7() })
      .where(...accountIs(elsewhere.beat.accountId))
      .execute();
    const beat = async () => {
      const silentSince = new Date(heard.getTime() - 1);
      await beatSome(db, runnerId, { now, silentSince, most: 1 });
      const rows = await db
        .selectFrom('bots')
        .select('account_id')
        .where('last_heartbeat_at', '=', now)
        .execute();
      return sorted(rows.map(({ account_id: id }) => id));
    };
    const quiet = sorted(keepings.slice(2).map(({ beat: { accountId } }) => accountId));
    assert.equal((await beat()).length, 1);
    assert.deepEqual(await beat(), quiet);
    assert.deepEqual(await beat(), quiet);
  });
});
