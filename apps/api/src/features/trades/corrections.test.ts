import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { syncTrades, type TradeInput } from '@quorate/contract/trade-sync';
import { getTradeStatistics } from '@quorate/contract/trades';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { recorded } from '../../../test/helpers/recorded.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';

async function start(t: TestContext) {
  const service = await startTestService(t);
  const { token, user } = await signedInUser(service);
  const send = (...trades: TradeInput[]) =>
    service.call(syncTrades, { body: { account: accountInput(), trades } }, token);
  const history = () => service.call(getTradeStatistics, { params: { user_id: user.id } }, token);
  const entries = () => recorded(service.db, 'correction');
  return { service, send, history, entries };
}

const WIN = tradeInput({ position_ticket: '7' });
const LOSS: TradeInput = {
  ...WIN,
  close_price: 1.0812,
  gross_profit: -10,
  commission: -0.7,
  swap: 0,
  fee: 0,
  profit: -10.7,
};

describe('a closed trade that is sent again with other figures', () => {
  // @attack 1.7
  it('shows what it was and since when, and stands on record with both', async (t) => {
    const { service, send, history, entries } = await start(t);
    await send(LOSS);
    service.clock.advance(60_000);
    const at = new Date(service.clock.now()).toISOString();
    const reply = await send({ ...WIN, revision: LOSS.revision + 1 });
    assert.equal(reply.updated, 1);

    const [trade] = (await history()).recent_trades;
    assert.equal(trade?.profit, WIN.profit);
    const [correction, ...others] = trade?.corrections ?? [];
    assert.deepEqual(others, []);
    assert.deepEqual(
      [correction?.at, correction?.profit, correction?.close_price, correction?.revision],
      [at, -10.7, 1.0812, LOSS.revision],
    );

    const [entry, ...more] = await entries();
    assert.deepEqual(more, []);
    assert.deepEqual([entry?.kind, entry?.at.toISOString()], ['correction', at]);
    const { was, now, position_ticket, revision, of } = entry?.body ?? assert.fail();
    assert.deepEqual([position_ticket, of], ['7', 'closed']);
    assert.deepEqual(revision, { was: LOSS.revision, now: LOSS.revision + 1 });
    assert.deepEqual([was.close_price, now.close_price], [1.0812, WIN.close_price]);
    assert.deepEqual(Object.keys(was), Object.keys(now), 'side by side');
    const { was: lost, now: won } = entry?.private ?? assert.fail();
    assert.deepEqual([lost.profit, won.profit], [-1_070, WIN.profit * 100]);
    assert.deepEqual([lost.currency, Object.keys(lost)], ['USD', Object.keys(won)]);
  });

  it('is none for a trade that closes, for the same figures again, or for a late report', async (t) => {
    const { send, history, entries } = await start(t);
    const open = { status: 'OPEN', close_price: null, closed_at: null } as const;
    await send({ ...WIN, ...open, gross_profit: 0, commission: 0, profit: 0, revision: 1 });
    await send({ ...WIN, revision: 2 });
    await send({ ...WIN, revision: 3 });
    await send({ ...LOSS, revision: 2 });
    assert.deepEqual((await history()).recent_trades[0]?.corrections, []);
    assert.deepEqual(await entries(), []);
  });

  it('is one also where the decision or the account of its risk is another', async (t) => {
    const { send, history } = await start(t);
    await send(WIN);
    await send({ ...WIN, initial_risk: 1, revision: WIN.revision + 1 });
    const [trade] = (await history()).recent_trades;
    assert.equal(trade?.corrections[0]?.initial_risk, WIN.initial_risk);
  });

  // @attack 1.7
  it('keeps its first figures and the last ones, however often it is sent; the record has all', async (t) => {
    const { send, history, entries } = await start(t);
    await send(LOSS);
    for (let turn = 1; turn <= 30; turn += 1)
      await send({ ...WIN, swap: -turn, profit: WIN.profit - turn, revision: 10 + turn });
    const { corrections } = (await history()).recent_trades[0] ?? assert.fail();
    assert.equal(corrections.length, 20);
    assert.deepEqual([corrections[0]?.profit, corrections.at(-1)?.revision], [-10.7, 39]);
    assert.equal((await entries()).length, 30);
  });

  // @attack 1.8
  it('is on record once, also where the batch comes many times at once', async (t) => {
    const { send, entries } = await start(t);
    await send(LOSS, { ...LOSS, position_ticket: '8' });
    const again = [WIN, { ...WIN, position_ticket: '8' }].map((trade) => ({
      ...trade,
      revision: 5,
    }));
    await Promise.all(Array.from({ length: 10 }, () => send(...again)));
    assert.deepEqual(
      (await entries()).map(({ body }) => body.position_ticket),
      ['7', '8'],
    );
  });
});

describe('a trade that its source calls neither open nor closed', () => {
  // @spec 3.19
  it('is shown by that word and counts in no result', async (t) => {
    const { send, history } = await start(t);
    const other = { close_price: null, closed_at: null, gross_profit: 0, commission: 0, profit: 0 };
    await send(WIN, { ...WIN, ...other, position_ticket: '8', status: 'CANCELLED' });
    const { recent_trades, statistics } = await history();
    assert.deepEqual(
      recent_trades.map(({ position_ticket, status }) => `${position_ticket} ${status}`).sort(),
      ['7 CLOSED', '8 CANCELLED'],
    );
    assert.equal(statistics.total_trades, 1);
  });

  it('may become one that is closed, which is no correction', async (t) => {
    const { send, history } = await start(t);
    const other = { close_price: null, closed_at: null, gross_profit: 0, commission: 0, profit: 0 };
    await send({ ...WIN, ...other, status: 'PARTLY CLOSED' });
    await send({ ...WIN, revision: WIN.revision + 1 });
    const [trade] = (await history()).recent_trades;
    assert.deepEqual([trade?.status, trade?.corrections], ['CLOSED', []]);
  });
});
