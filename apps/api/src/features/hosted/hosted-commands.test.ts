import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  changeHostedAccount,
  createHostedAccount,
  deleteHostedAccount,
  resetHostedAccount,
} from '@quorate/contract/hosted-accounts';
import { type CommandKind, commandBot, listBots, sendHeartbeat } from '@quorate/contract/live';
import { HOSTED_SERVER } from '@quorate/contract/trade-sync';
import { type RawBuilder, sql } from 'kysely';
import { v7 } from 'uuid';
import { hostedStage } from './testing/hosted-stage.ts';

/** An hour of the market in so many milliseconds: time enough to say something. */
const SLOW = 40;

describe('the owner of a hosted account', () => {
  it('pauses it, closes everything, and goes on', async (t) => {
    const { service, run, user, faults } = await hostedStage(t);
    const { begin, until, token } = await user();
    await begin();
    run(SLOW);
    const tell = async (kind: CommandKind) => {
      const { bot_id } = await until((account) => account.bot_id !== null);
      await service.call(
        commandBot,
        { params: { bot_id: bot_id ?? '' }, body: { command_id: v7(), kind } },
        token,
      );
    };
    await until(({ open_positions }) => open_positions > 0);
    await tell('close_all');
    await until((each) => each.open_positions === 0 && each.state === 'paused');
    const newest = async () => (await service.call(listBots, {}, token)).bots[0]?.commands[0];
    let command = await newest();
    // What is closed is stored first, and confirmed a moment later.
    for (let tries = 0; command?.result === null && tries < 200; tries += 1) {
      await sleep(50);
      command = await newest();
    }
    assert.equal(command?.kind, 'close_all');
    // Its stop or its target may have been first.
    assert.ok((command?.result?.closed.length ?? 2) <= 1);
    // With nothing open a paused account stands still, once the bar it was at is done.
    let { market_time: before } = await until(() => true);
    let still = false;
    for (let tries = 0; !still && tries < 10; tries += 1) {
      await sleep(600);
      const { market_time: now } = await until(() => true);
      still = now === before;
      before = now;
    }
    assert.ok(still, 'a paused account with nothing open goes on');
    await tell('resume');
    await until((each) => each.state === 'running' && each.market_time !== before);
    assert.deepEqual(faults, []);
  });

  it('reads that everything is closed once that is stored, and not before', async (t) => {
    const { service, run, user, faults } = await hostedStage(t);
    const { begin, until, token } = await user();
    const { hosted_id } = await begin();
    // A minute for a bar: it closes where its first bar is yet to come, or long before the next.
    const slow = 4 * 60_000;
    let held = await until(() => true, hosted_id);
    // While the runner stops, what was open may have met its stop.
    while (held.open_positions === 0) {
      const first = run(SLOW);
      await until(({ open_positions }) => open_positions > 0, hosted_id);
      await first.stop();
      held = await until(() => true, hosted_id);
    }
    const { bot_id } = held;
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'nothing is stored now'; end $$`.execute(service.db);
    await sql`create trigger refuse before update on trades for each row
      when (new.status = 'CLOSED') execute function refuse()`.execute(service.db);
    const command_id = v7();
    const call = {
      params: { bot_id: bot_id ?? '' },
      body: { command_id, kind: 'close_all' as const },
    };
    await service.call(commandBot, call, token);
    run(slow);
    for (let tries = 0; tries < 400 && faults.length === 0; tries += 1) await sleep(50);
    assert.ok(faults.length > 0, 'it tried to store what it had closed');
    const commandOf = async () => {
      const { bots } = await service.call(listBots, {}, token);
      return bots[0]?.commands.find((each) => each.command_id === command_id);
    };
    assert.equal((await commandOf())?.done_at, null);
    await sql`drop trigger refuse on trades`.execute(service.db);
    await until(({ open_positions }) => open_positions === 0, hosted_id);
    assert.equal((await commandOf())?.result?.closed.length, 1);
  });

  it('reads of all that was closed, also where its runner ended between two tries', async (t) => {
    const { service, run, user, faults } = await hostedStage(t);
    const { begin, until, token } = await user();
    const { hosted_id } = await begin();
    let held = await until(() => true, hosted_id);
    // While the runner stops, what was open may have met its stop.
    while (held.open_positions === 0) {
      const first = run(SLOW);
      await until(({ open_positions }) => open_positions > 0, hosted_id);
      await first.stop();
      held = await until(() => true, hosted_id);
    }
    const onTheirWay = sql`state::jsonb #> '{resume,onTheirWay}'`;
    const setOnTheirWay = (keys: RawBuilder<unknown>) =>
      sql`update hosted_accounts set state = jsonb_set(state::jsonb, '{resume,onTheirWay}', ${keys})::json
        where id = ${hosted_id}`.execute(service.db);
    // Nobody knows what becomes of this order: everything is closed again and again.
    await setOnTheirWay(sql`(${onTheirWay}) || '["nobody-knows"]'::jsonb`);
    const command_id = v7();
    const call = {
      params: { bot_id: held.bot_id ?? '' },
      body: { command_id, kind: 'close_all' as const },
    };
    await service.call(commandBot, call, token);
    const commandOf = async () => {
      const { bots } = await service.call(listBots, {}, token);
      return bots[0]?.commands.find((each) => each.command_id === command_id);
    };
    // Five seconds for a bar: it closes before the first one, and stores that with it.
    const second = run(20_000);
    await until(({ open_positions }) => open_positions === 0, hosted_id);
    await second.stop();
    assert.equal((await commandOf())?.done_at, null, 'one order is still on its way');
    await setOnTheirWay(sql`(${onTheirWay}) - 'nobody-knows'`);
    run(20_000);
    await until(({ state }) => state === 'paused', hosted_id);
    for (let tries = 0; tries < 400 && !(await commandOf())?.done_at; tries += 1) await sleep(50);
    assert.equal((await commandOf())?.result?.closed.length, held.open_positions);
    assert.deepEqual(faults, []);
  });

  it('is not obeyed by a runner that slept while its account went to another', async (t) => {
    const { service, run, user, faults } = await hostedStage(t);
    const { begin, until, token } = await user();
    const { hosted_id } = await begin();
    const command_id = v7();
    const other = v7();
    let isGone = false;
    /** Once the runner has read what its owner wants, it sleeps: the account goes to another meanwhile. */
    const sleepy = service.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (
          !isGone &&
          result.rows.some((row) => Object.values(row).includes(command_id) && 'epoch' in row)
        ) {
          isGone = true;
          // It is seen for as long as the test goes on: nobody takes the account back.
          const seen = new Date(Date.now() + 3_600_000);
          await service.db
            .insertInto('hosted_runners')
            .values({ id: other, host: 'elsewhere', started_at: seen, seen_at: seen })
            .execute();
          await service.db
            .updateTable('hosted_accounts')
            .set((eb) => ({ runner_id: other, epoch: eb('epoch', '+', 1) }))
            .where('id', '=', hosted_id)
            .execute();
        }
        return result;
      },
    });
    const runner = run(SLOW, undefined, sleepy);
    const { bot_id } = await until((account) => account.bot_id !== null, hosted_id);
    const call = {
      params: { bot_id: bot_id ?? '' },
      body: { command_id, kind: 'entries_off' as const },
    };
    await service.call(commandBot, call, token);
    for (let tries = 0; tries < 400 && !isGone; tries += 1) await sleep(50);
    assert.ok(isGone, 'it read the command');
    await runner.stop();
    const account = await service.db
      .selectFrom('hosted_accounts')
      .select(['paused_by', 'runner_id'])
      .where('id', '=', hosted_id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(account, { paused_by: null, runner_id: other });
    const command = await service.db
      .selectFrom('bot_commands')
      .select(['received_at', 'done_at'])
      .where('id', '=', command_id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(command, { received_at: null, done_at: null });
    assert.deepEqual(faults, []);
  });

  it('trades otherwise from the next bar on, and begins again with the history kept', async (t) => {
    const { service, run, user, faults } = await hostedStage(t);
    const { begin, until, token, id } = await user();
    const { hosted_id, account_id } = await begin();
    run(4);
    const named = { params: { hosted_id } };
    // What is open in the first pair is watched until it is closed.
    await until(({ closed_trades, open_positions }) => closed_trades > 0 && open_positions > 0);
    const settings = { symbols: ['GBPUSD.practice'], timeframes: ['M30' as const] };
    await service.call(changeHostedAccount, { ...named, body: { settings } }, token);
    const gbpusd = async () =>
      (
        await service.db
          .selectFrom('trades')
          .select('symbol')
          .where('user_id', '=', id)
          .where('symbol', '=', 'GBPUSD.practice')
          .execute()
      ).length;
    for (let tries = 0; tries < 400 && (await gbpusd()) === 0; tries += 1) await sleep(50);
    assert.ok((await gbpusd()) > 0, 'it trades the other pair');
    const reset_id = v7();
    const again = { ...named, body: { reset_id } };
    const { account } = await service.call(resetHostedAccount, again, token);
    assert.notEqual(account.account_id, account_id);
    assert.deepEqual(
      [account.balance, account.closed_trades, account.resets, account.market_time],
      [10_000, 0, 1, null],
    );
    const twice = await service.call(resetHostedAccount, again, token);
    assert.equal(twice.account.account_id, account.account_id);
    await until(({ closed_trades }) => closed_trades > 0);
    const accounts = await service.db
      .selectFrom('trades')
      .select('account_id')
      .distinct()
      .where('user_id', '=', id)
      .execute();
    assert.equal(accounts.length, 2, 'trades of before are kept');
    await service.call(deleteHostedAccount, named, token);
    await service.call(deleteHostedAccount, named, token);
    await sleep(500);
    for (const table of ['trades', 'decisions', 'hosted_accounts', 'bots'] as const) {
      const rows = await service.db
        .selectFrom(table)
        .selectAll()
        .where('user_id', '=', id)
        .execute();
      assert.equal(rows.length, 0, `${table} of a deleted account`);
    }
    assert.deepEqual(faults, []);
  });

  it('has two hours of fast time a day on the Free plan', async (t) => {
    const { service, run, user } = await hostedStage(t);
    const { begin, until, id, list } = await user('Free');
    await begin();
    const day = new Date().toISOString().slice(0, 10);
    await service.db
      .insertInto('hosted_use')
      .values({ user_id: id, day, fast_seconds: 7_200 })
      .execute();
    run();
    const waiting = await until(({ waits_for }) => waits_for === 'practice_hours');
    assert.equal(waiting.state, 'waiting');
    assert.deepEqual((await list()).accelerated, { used_s: 7_200, limit_s: 7_200 });
  });

  it('is told what cannot be, and twice is once however an id is written', async (t) => {
    const { service, user } = await hostedStage(t);
    const { begin, list, token } = await user();
    for (const exits of [
      { break_even_after_r: -1 },
      { no_such_exit: 1 },
      { time_stop_bars: 1.5 },
    ]) {
      const body = { hosted_id: v7(), settings: { exits } };
      const refused = await service.fail(createHostedAccount, { body }, token);
      assert.deepEqual([refused.status, refused.code], [400, 'validation_failed']);
    }
    const hosted_id = v7();
    await begin({ hosted_id });
    await begin({ hosted_id: hosted_id.toUpperCase() });
    const [account] = (await list()).accounts;
    assert.equal((await list()).accounts.length, 1);
    const reset_id = v7();
    for (const id of [reset_id, reset_id.toUpperCase()]) {
      const call = { params: { hosted_id: hosted_id.toUpperCase() }, body: { reset_id: id } };
      assert.equal((await service.call(resetHostedAccount, call, token)).account.resets, 1);
    }
    assert.notEqual((await list()).accounts[0]?.account_id, account?.account_id);
    const alike = `${v7().slice(0, -12)}${hosted_id.slice(-12)}`;
    const conflict = await service.fail(createHostedAccount, { body: { hosted_id: alike } }, token);
    assert.equal(conflict.code, 'hosted_conflict');
  });

  it('is the only one who reaches it', async (t) => {
    const { service, user } = await hostedStage(t);
    const [mine, other] = [await user(), await user()];
    const { hosted_id, account } = await mine.begin();
    const named = { params: { hosted_id } };
    const settings = { name: 'Mine now' };
    const change = { ...named, body: { settings } };
    assert.equal((await service.fail(changeHostedAccount, change, other.token)).status, 404);
    const reset = { ...named, body: { reset_id: v7() } };
    assert.equal((await service.fail(resetHostedAccount, reset, other.token)).status, 404);
    await service.call(deleteHostedAccount, named, other.token);
    assert.equal((await mine.list()).accounts.length, 1);
    const beat = {
      account: { ...account, account_type: 'demo' },
      run_id: 'a bot',
      sequence: 1,
      state: 'active',
      equity: 1,
      balance: 1,
      open_positions: 0,
      version: '1',
      at: new Date().toISOString(),
    };
    assert.equal(account.server, HOSTED_SERVER);
    const refused = await service.fail(sendHeartbeat, { body: beat }, mine.token);
    assert.deepEqual([refused.status, refused.code], [400, 'validation_failed']);
  });
});
