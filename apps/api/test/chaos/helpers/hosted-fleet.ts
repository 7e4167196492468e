import assert from 'node:assert/strict';
import { createHostedAccount, type HostedSettings } from '@quorate/contract/hosted-accounts';
import { DAY_MS, HOUR_MS } from '@quorate/values/instant';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { connectPostgres } from '../../../src/db/connect.ts';
import { systemClock } from '../../../src/process/clock.ts';
import { signedInUser } from '../../helpers/builders.ts';
import { type Ends, startTestService } from '../../helpers/test-service.ts';
import { until } from '../../helpers/until.ts';
import { type LoneRunner, type RunnerChild, startCopy, startRunnerChild } from './runner-child.ts';

/** A loaded machine may take long; what takes longer does not end. */
const PATIENCE_MS = 120_000;

export type Member = Readonly<{ id: string; token: string; hostedId: string }>;

/** How an account trades where a test says nothing else. */
const PLAIN: Partial<HostedSettings> = { timeframes: ['M15'] };

/**
 * Accounts that all begin at one moment of the made-up market, so that each must trade as one that nobody
 * disturbed; with the runners as processes.
 */
export async function hostedFleet(
  t: Ends,
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

  async function runner(hourMs = fastHourMs): Promise<LoneRunner> {
    const child = await startRunnerChild(url, hourMs);
    children.add(child);
    return child;
  }

  /** Accounts that nobody trades yet. */
  async function begin(count: number, settings = PLAIN): Promise<Member[]> {
    const members: Member[] = [];
    for (let at = 0; at < count; at += 1) {
      const { token, user } = await signedInUser(service, { plan: 'Pro' });
      const body = { hosted_id: v7(), settings };
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

  /**
   * Trades and decisions up to the moment at which the test began, or one before, with what became of them by then: as
   * they would be read aloud.
   */
  async function historyOf(userId: string, upTo = end) {
    const trades = await sql<{ line: string }>`
      select concat_ws(' ', opened_at, position_ticket, symbol, trade_type, volume, open_price, initial_risk,
        case when closed_at < ${upTo} then concat_ws(' ', closed_at, close_price, stop_loss, take_profit, profit, commission, swap,
          best_excursion, worst_excursion, exit_reason) end) as line
      from trades where user_id = ${userId} and opened_at < ${upTo}
      order by opened_at, position_ticket`.execute(db);
    const decisions = await sql<{ line: string }>`
      select concat_ws(' ', as_of, symbol, timeframe, action,
        -- Of one that was held nothing is told before price has touched something.
        case when verdict <> 'held' or touched_at < ${upTo} then verdict end,
        case when (fill ->> 'at')::timestamptz < ${upTo} then fill end,
        case when touched_at < ${upTo} then first_touch end) as line
      from decisions left join decision_outcomes as outcome
        on outcome.user_id = decisions.user_id and outcome.decision_id = decisions.id
      where decisions.user_id = ${userId} and as_of < ${upTo}
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
  async function undisturbed(settings = PLAIN) {
    const [calm] = await begin(1, settings);
    assert.ok(calm);
    const child = await runner(0);
    await finished();
    await killAll();
    assert.deepEqual(child.faults, []);
    const history = await historyOf(calm.id);
    assert.ok(
      history.trades.length > 1 && history.decisions.length > 20,
      `${history.trades.length} trades, ${history.decisions.length} decisions`,
    );
    return { id: calm.id, history };
  }

  /** Nobody trades any more. */
  async function killAll(): Promise<void> {
    for (const child of children) await child.kill();
    // Others would wait for them as for those that have just died.
    await db.deleteFrom('hosted_runners').execute();
  }

  /** A copy of the service, with the runner in it: an hour of the market in a second. */
  async function copy(folder: string): Promise<RunnerChild> {
    const child = await startCopy({ DATABASE_URL: url, DATA_DIR: folder }, db);
    children.add(child);
    return child;
  }

  /** How far an account has come, by the market's clock. */
  async function barOf({ id }: Member): Promise<Date> {
    const { bar_at } = await db
      .selectFrom('hosted_accounts')
      .select('bar_at')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    return bar_at ?? began;
  }

  async function heldBy(runnerId: string): Promise<number> {
    const rows = await db
      .selectFrom('hosted_accounts')
      .select('id')
      .where('runner_id', '=', runnerId)
      .execute();
    return rows.length;
  }

  /** @returns milliseconds until others hold all that the dead or frozen one had, and have stored a bar of each that has one to come */
  async function takenOver(runnerId: string): Promise<number> {
    const startedAt = performance.now();
    const before = await db
      .selectFrom('hosted_accounts')
      .select(['id', 'bar_at'])
      .where('runner_id', '=', runnerId)
      .execute();
    const barOf = new Map(before.map(({ id, bar_at }) => [id, bar_at?.getTime()]));
    const isTraded = (row: Readonly<{ id: string; bar_at: Date | null; due_at: Date | null }>) =>
      row.bar_at?.getTime() !== barOf.get(row.id) || (row.due_at !== null && row.due_at > end);
    await until(async () => {
      const rows = await db
        .selectFrom('hosted_accounts')
        .select(['id', 'runner_id', 'bar_at', 'due_at', 'paused_by'])
        .where('id', 'in', [...barOf.keys()])
        .execute();
      return rows.every(
        (row) =>
          row.runner_id !== null &&
          row.runner_id !== runnerId &&
          // In fast time one that is paused stands still.
          (row.paused_by !== null || isTraded(row)),
      );
    }, PATIENCE_MS);
    return performance.now() - startedAt;
  }

  /** Accounts whose balance is not their start and their trades, or not what the figures beside say. */
  async function wrongBooks(): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select hosted.id from hosted_accounts as hosted
      left join lateral (
        select count(*) filter (where status = 'CLOSED') as closed, coalesce(sum(profit), 0) as net
        from trades where trades.user_id = hosted.user_id and trades.account_id = hosted.account_id
      ) as sums on true
      where hosted.closed_trades <> sums.closed or hosted.balance <> hosted.start_balance + sums.net
    `.execute(db);
    return rows.map(({ id }) => id);
  }

  return {
    db,
    service,
    runner,
    copy,
    killAll,
    begin,
    historyOf,
    barOf,
    finished,
    undisturbed,
    heldBy,
    takenOver,
    wrongBooks,
  };
}

export type HostedFleet = Awaited<ReturnType<typeof hostedFleet>>;
