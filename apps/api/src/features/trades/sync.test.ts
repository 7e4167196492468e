import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { SYNC_BATCH_MAX, syncTrades, type TradeInput } from '@quorate/contract/trade-sync';
import { getTradeStatistics } from '@quorate/contract/trades';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { recorded } from '../../../test/helpers/recorded.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';

const OPEN: Partial<TradeInput> = {
  status: 'OPEN',
  close_price: null,
  closed_at: null,
  gross_profit: 0,
  commission: -0.35,
  profit: -0.35,
  revision: 1,
};

/** Every stored row without the time it was written, in a fixed order. */
async function storedRows(service: TestService) {
  const rows = await service.db
    .selectFrom('trades')
    .selectAll()
    .orderBy('position_ticket')
    .execute();
  return rows.map(({ created_at, updated_at, ...row }) => row);
}

describe('syncing trades', () => {
  // @spec 3.16
  it('stores a batch and counts what was new', async (t) => {
    const service = await startTestService(t);
    const { token, user } = await signedInUser(service);
    const trades = [
      tradeInput({
        position_ticket: '1',
        best_excursion: 51.2,
        worst_excursion: -3,
        exit_reason: 'stop',
      }),
      tradeInput({ position_ticket: '2' }),
    ];
    const reply = await service.call(
      syncTrades,
      { body: { account: accountInput(), trades } },
      token,
    );
    assert.deepEqual(
      { created: reply.created, updated: reply.updated, unchanged: reply.unchanged },
      { created: 2, updated: 0, unchanged: 0 },
    );
    const history = await service.call(getTradeStatistics, { params: { user_id: user.id } }, token);
    const { revision, trade_type, ...sent } = trades[0] as TradeInput;
    const account = accountInput();
    const { price, trade_time, account_id, ...shown } =
      history.recent_trades.find((row) => row.position_ticket === '1') ?? assert.fail();
    const { open_price, ...rest } = sent;
    const more = {
      currency: 'USD',
      account_type: 'demo',
      corrections: [],
      provenance: 'demo-alone',
      account: { login: account.login, server: account.server },
      has_note: false,
      setup: null,
      tags: [],
    };
    assert.deepEqual(shown, { ...rest, trade_type, ...more });
    assert.equal(price, open_price);
    assert.equal(trade_time, sent.closed_at);
    assert.equal(account_id, reply.account_id);
  });

  it('leaves the same rows when the batch comes 1, 2 or 50 times in parallel, in any order', async (t) => {
    const service = await startTestService(t);
    const trades = Array.from({ length: 40 }, (_, index) =>
      tradeInput({ position_ticket: String(index) }),
    );
    let expected: unknown;
    for (const times of [1, 2, 50]) {
      const { token } = await signedInUser(service);
      await Promise.all(
        Array.from({ length: times }, (_, turn) => {
          const rotated = [...trades.slice(turn), ...trades.slice(0, turn)];
          const shuffled = turn % 2 === 0 ? rotated : rotated.toReversed();
          return service.call(
            syncTrades,
            { body: { account: accountInput(), trades: shuffled } },
            token,
          );
        }),
      );
      const rows = (await storedRows(service)).map(({ user_id, account_id, ...row }) => row);
      expected ??= rows;
      assert.equal(rows.length, 40);
      assert.deepEqual(rows, expected);
      await service.db.deleteFrom('trades').execute();
    }
  });

  it('lets the higher revision stand, whichever comes first', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const closed = tradeInput({ position_ticket: '7' });
    const open = { ...closed, ...OPEN };
    const send = (trade: TradeInput) =>
      service.call(syncTrades, { body: { account: accountInput(), trades: [trade] } }, token);
    assert.equal((await send(open)).created, 1);
    assert.equal((await send(closed)).updated, 1);
    assert.equal((await send(open)).unchanged, 1);
    assert.equal((await storedRows(service))[0]?.status, 'CLOSED');
    const amended = { ...closed, swap: -1, profit: 41.18, revision: 3 };
    assert.equal((await send(amended)).updated, 1);
    assert.equal((await storedRows(service))[0]?.profit, 4118);
  });

  it('takes the highest revision of a ticket that stands twice in one batch', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const closed = tradeInput({ position_ticket: '7' });
    const reply = await service.call(
      syncTrades,
      { body: { account: accountInput(), trades: [closed, { ...closed, ...OPEN }] } },
      token,
    );
    assert.deepEqual([reply.created, reply.unchanged], [1, 1]);
    assert.equal((await storedRows(service))[0]?.status, 'CLOSED');
  });

  it('keeps the same ticket of two accounts and of two users apart', async (t) => {
    const service = await startTestService(t);
    const one = await signedInUser(service);
    const other = await signedInUser(service);
    const trades = [tradeInput({ position_ticket: '7' })];
    await service.call(syncTrades, { body: { account: accountInput(), trades } }, one.token);
    await service.call(
      syncTrades,
      { body: { account: accountInput({ login: '2' }), trades } },
      one.token,
    );
    await service.call(syncTrades, { body: { account: accountInput(), trades } }, other.token);
    assert.equal((await storedRows(service)).length, 3);
  });

  const faults: [string, Partial<TradeInput>, string][] = [
    ['a profit that does not add up', { profit: 42.19 }, 'trades.0.profit'],
    ['a fraction of a cent', { gross_profit: 42.885, profit: 42.185 }, 'trades.0.gross_profit'],
    ['a price between two points', { open_price: 1.082141 }, 'trades.0.open_price'],
    ['a volume finer than any broker takes', { volume: 0.0001 }, 'trades.0.volume'],
    ['a closed trade without its close', { close_price: null }, 'trades.0.status'],
    ['an open trade with a close', { status: 'OPEN' }, 'trades.0.status'],
    ['a close before the opening', { closed_at: '2026-03-02T07:00:00.000Z' }, 'trades.0.closed_at'],
    ['a time without a zone', { opened_at: '2026-03-02T08:00:00' }, 'trades.0.opened_at'],
    ['a negative volume', { volume: -1 }, 'trades.0.volume'],
    ['a ticket with a quote', { position_ticket: "1' or '1" }, 'trades.0.position_ticket'],
  ];
  // @spec 10.37
  it('refuses a batch with one bad trade whole, naming the field', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    for (const [what, change, field] of faults) {
      const trades = [tradeInput(change), tradeInput()];
      const failure = await service.fail(
        syncTrades,
        { body: { account: accountInput(), trades } },
        token,
      );
      assert.equal(failure.status, 400, what);
      assert.ok(
        Object.keys(failure.fields ?? {}).includes(field),
        `${what}: ${JSON.stringify(failure.fields)}`,
      );
    }
    assert.deepEqual(await storedRows(service), []);
  });

  // @spec 10.33
  it('refuses an empty batch, one that is too long, and one that is too large', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const send = (trades: unknown) =>
      service.fail(syncTrades, { body: { account: accountInput(), trades } }, token);
    assert.equal((await send([])).status, 400);
    assert.equal(
      (await send(Array.from({ length: SYNC_BATCH_MAX + 1 }, () => tradeInput()))).status,
      400,
    );
    const huge = await send('x'.repeat(1_100_000));
    assert.equal(huge.status, 413);
    assert.equal(huge.message, 'The request body is larger than the limit of 1048576 bytes.');
  });

  // @spec 3.17
  it('refuses another currency for an account it knows, and learns the type of an unknown one', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const send = (account: ReturnType<typeof accountInput>) => ({
      body: { account, trades: [tradeInput({ position_ticket: '1' })] },
    });
    await service.call(syncTrades, send(accountInput({ account_type: 'unknown' })), token);
    const failure = await service.fail(syncTrades, send(accountInput({ currency: 'EUR' })), token);
    assert.equal(failure.code, 'account_mismatch');
    assert.equal(failure.message, 'Account 100200 at Demo-Server is known with USD, not EUR.');
    await service.call(syncTrades, send(accountInput({ account_type: 'real' })), token);
    assert.equal((await storedRows(service))[0]?.account_type, 'real');
    assert.equal(
      (await service.fail(syncTrades, send(accountInput()), token)).code,
      'account_mismatch',
    );
  });
});

describe('why a trade was closed', () => {
  async function start(t: TestContext) {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const send = (...trades: TradeInput[]) =>
      service.call(syncTrades, { body: { account: accountInput(), trades } }, token);
    const row = async () => {
      const [{ exit_reason, profit, corrections, revision } = assert.fail(), ...others] =
        await storedRows(service);
      assert.deepEqual(others, []);
      return {
        exit_reason,
        profit: Number(profit),
        corrections: corrections?.length ?? 0,
        revision,
      };
    };
    const corrections = async () => (await recorded(service.db, 'correction')).length;
    return { send, row, corrections };
  }
  const closed = tradeInput({ position_ticket: '7', revision: 2 });
  const profit = Math.round(closed.profit * 100);

  it('is added to a trade whose report did not know it, and is no correction', async (t) => {
    const { send, row, corrections } = await start(t);
    await send(closed);
    assert.equal((await row()).exit_reason, null);
    const { updated, unchanged } = await send({ ...closed, exit_reason: 'managed' });
    assert.deepEqual([updated, unchanged], [1, 0]);
    const expected = { exit_reason: 'managed', profit, corrections: 0, revision: 2 };
    assert.deepEqual(await row(), expected);
    const again = await send({ ...closed, exit_reason: 'managed' });
    assert.deepEqual([again.updated, again.unchanged], [0, 1]);
    await send({ ...closed, exit_reason: 'stop', revision: 3 });
    assert.deepEqual(await row(), { ...expected, exit_reason: 'stop', revision: 3 });
    assert.equal(await corrections(), 0);
  });

  it('stays where a later report does not say it', async (t) => {
    const { send, row } = await start(t);
    await send({ ...closed, exit_reason: 'target' });
    await send({ ...closed, revision: 3 });
    await send({ ...closed, exit_reason: null, revision: 4 });
    assert.deepEqual([(await row()).exit_reason, (await row()).revision], ['target', 4]);
  });

  it('is neither added nor replaced by a lower revision, nor replaced by an equal one', async (t) => {
    const { send, row } = await start(t);
    await send(closed);
    await send({ ...closed, exit_reason: 'stop', revision: 1 });
    assert.equal((await row()).exit_reason, null);
    await send({ ...closed, exit_reason: 'target' });
    await send({ ...closed, exit_reason: 'stop' });
    assert.equal((await row()).exit_reason, 'target');
  });

  it('adds nothing else of a report of the same revision', async (t) => {
    const { send, row } = await start(t);
    await send(closed);
    const other = { close_price: 1.0812, gross_profit: -10, commission: 0, swap: 0, fee: 0 };
    await send({ ...closed, ...other, profit: -10, exit_reason: 'manual' });
    const expected = { exit_reason: 'manual', profit, corrections: 0, revision: 2 };
    assert.deepEqual(await row(), expected);
  });

  it('is not kept of a trade that is open, and goes where one opens again', async (t) => {
    const { send, row } = await start(t);
    await send({ ...closed, ...OPEN, exit_reason: 'stop' });
    assert.equal((await row()).exit_reason, null);
    await send({ ...closed, exit_reason: 'stop' });
    assert.equal((await row()).exit_reason, 'stop');
    await send({ ...closed, ...OPEN, revision: 3 });
    assert.equal((await row()).exit_reason, null);
  });

  it('is found in one of many trades of a batch, sent twice and at once', async (t) => {
    const { send, corrections } = await start(t);
    const many = Array.from({ length: 50 }, (_, at) =>
      tradeInput({ position_ticket: `${at}`, revision: 2 }),
    );
    await send(...many);
    const told = many.map((trade, at) =>
      at % 2 === 0 ? { ...trade, exit_reason: 'stop' as const } : trade,
    );
    const replies = await Promise.all([send(...told), send(...told), send(...told)]);
    assert.equal(
      replies.reduce((sum, { updated }) => sum + updated, 0),
      25,
    );
    assert.equal(await corrections(), 0);
  });
});
