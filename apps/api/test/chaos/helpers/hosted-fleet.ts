import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createHostedAccount } from '@quorate/contract/hosted-accounts';
import { DAY_MS, HOUR_MS } from '@quorate/values/instant';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { connectPostgres } from '../../../src/db/connect.ts';
import { systemClock } from '../../../src/process/clock.ts';
import { signedInUser } from '../../helpers/builders.ts';
import { startTestService } from '../../helpers/test-service.ts';
import { until } from '../../helpers/until.ts';
import { type RunnerChild, startRunnerChild } from './runner-child.ts';

/** A loaded machine may take long; what takes longer does not end. */
const PATIENCE_MS = 120_000;

export type Member = Readonly<{ id: string; token: string; hostedId: string }>;

/**
 * Accounts that all begin at one moment of the made-up market, so that each must trade as one that nobody
 * disturbed; with the runners as processes.
 */
export async function hostedFleet(
  t: TestContext,
  url: string,
  { days, fastHourMs }: Readonly<{ days: number; fastHourMs: number }>,
) {
  const database = await connectPostgres(url);
  const { db } = database;
  const children = new Set<RunnerChild>();
  t.after(async () => {
    for (const child of children) await child.kill();
    await database.close();
  });
  const service = await startTestService(t, { clock: systemClock as never, database });
  const end = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
  const began = new Date(end.getTime() - days * DAY_MS);

  async function runner(hourMs = fastHourMs): Promise<RunnerChild> {
    const child = await startRunnerChild(url, hourMs);
    children.add(child);
    return child;
  }

  /** Accounts that nobody trades yet. */
  async function begin(count: number): Promise<Member[]> {
    const members: Member[] = [];
    for (let at = 0; at < count; at += 1) {
      const { token, user } = await signedInUser(service, { plan: 'Pro' });
      const body = { hosted_id: v7(), settings: { timeframes: ['M15' as const] } };
      const { account } = await service.call(createHostedAccount, { body }, token);
      members.push({ id: user.id, token, hostedId: account.hosted_id });
    }
    await db
      .updateTable('hosted_accounts')
      .set({ began_at: began })
      .where('bar_at', 'is', null)
      .execute();
    return members;
  }

  /** Closed trades and decisions up to the moment at which the test began, as they would be read aloud. */
  async function historyOf(userId: string) {
    const trades = await sql<{ line: string }>`
      select concat_ws(' ', position_ticket, symbol, trade_type, volume, opened_at, closed_at,
        open_price, close_price, profit) as line
      from trades where user_id = ${userId} and status = 'CLOSED' and closed_at < ${end}
      order by opened_at, position_ticket`.execute(db);
    const decisions = await sql<{ line: string }>`
      select concat_ws(' ', symbol, timeframe, as_of, action) as line
      from decisions where user_id = ${userId} and as_of < ${end}
      order by as_of, symbol, timeframe`.execute(db);
    return {
      trades: trades.rows.map(({ line }) => line),
      decisions: decisions.rows.map(({ line }) => line),
    };
  }

  /** Every account has gone through all of the market, which is closed on some days: its next bar is yet to come. */
  async function finished(): Promise<void> {
    await until(async () => {
      const rows = await db.selectFrom('hosted_accounts').select(['bar_at', 'due_at']).execute();
      return rows.every(({ bar_at, due_at }) => bar_at !== null && due_at !== null && due_at > end);
    }, PATIENCE_MS);
  }

  /** What one account trades that nobody disturbs. */
  async function undisturbed() {
    const [calm] = await begin(1);
    assert.ok(calm);
    const child = await runner(0);
    await finished();
    await child.kill();
    assert.deepEqual(child.faults, []);
    // Others would wait for it as for one that has just died.
    await db.deleteFrom('hosted_runners').execute();
    const history = await historyOf(calm.id);
    assert.ok(
      history.trades.length > 1 && history.decisions.length > 20,
      `${history.trades.length} trades, ${history.decisions.length} decisions`,
    );
    return history;
  }

  async function heldBy(runnerId: string): Promise<number> {
    const rows = await db
      .selectFrom('hosted_accounts')
      .select('id')
      .where('runner_id', '=', runnerId)
      .execute();
    return rows.length;
  }

  /** @returns milliseconds until others hold all that the dead or frozen one had */
  async function takenOver(runnerId: string): Promise<number> {
    const startedAt = performance.now();
    await until(async () => (await heldBy(runnerId)) === 0, PATIENCE_MS);
    return performance.now() - startedAt;
  }

  /** Each account's balance is its start and its trades, and the figures beside say the same. */
  async function assertBooks(): Promise<void> {
    const { rows } = await sql<Record<string, unknown>>`
      select hosted.id from hosted_accounts as hosted
      left join lateral (
        select count(*) filter (where status = 'CLOSED') as closed, coalesce(sum(profit), 0) as net
        from trades where trades.user_id = hosted.user_id and trades.account_id = hosted.account_id
      ) as sums on true
      where hosted.closed_trades <> sums.closed or hosted.balance <> hosted.start_balance + sums.net
    `.execute(db);
    assert.deepEqual(rows, [], 'accounts whose books are wrong');
  }

  return {
    db,
    service,
    runner,
    begin,
    historyOf,
    finished,
    undisturbed,
    heldBy,
    takenOver,
    assertBooks,
  };
}

export type HostedFleet = Awaited<ReturnType<typeof hostedFleet>>;
