import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { deleteAccount } from '@quorate/contract/my-data';
import { syncTrades as syncCall, type TradeInput } from '@quorate/contract/trade-sync';
import { readLeaf } from '@quorate/record/leaf';
import type { UserId } from '@quorate/values/ids';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { recorded } from '../../../test/helpers/recorded.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { rowsOf } from '../../../test/helpers/user-tables.ts';
import { removeTrades } from './remove-trades.ts';
import { syncTrades } from './sync.service.ts';

const OPEN = {
  status: 'OPEN',
  close_price: null,
  closed_at: null,
  gross_profit: 0,
  commission: 0,
  swap: 0,
  fee: 0,
  profit: 0,
} as const;

async function start(t: TestContext) {
  const service = await startTestService(t);
  const { token, user } = await signedInUser(service);
  const send = (...trades: TradeInput[]) =>
    service.call(syncCall, { body: { account: accountInput(), trades } }, token);
  const deps = { db: service.db, clock: service.clock, announce: async () => {} };
  const importId = '0197a0c0-0000-7000-8000-00000000000a';
  const upload = (...trades: TradeInput[]) =>
    syncTrades(
      deps,
      user.id as UserId,
      { account: accountInput(), trades },
      { importId, noteCreated: async () => {} },
    );
  const takeBack = () => removeTrades(deps, user.id as UserId, importId, async () => {});
  const told = async () => (await recorded(service.db)).filter(({ kind }) => kind !== 'account');
  return { service, token, user, send, upload, takeBack, told };
}

describe('a trade on record', () => {
  it('is opened, modified and closed, each once, with its amounts apart', async (t) => {
    const { send, told } = await start(t);
    const trade = tradeInput({ position_ticket: '7' });
    const open = { ...trade, ...OPEN, revision: 1 };
    await send(open);
    await send(open);
    await send({ ...open, best_excursion: 3, revision: 2 });
    await send({ ...open, stop_loss: (open.stop_loss ?? 1) + 0.001, revision: 3 });
    await send({ ...trade, revision: 4 }, { ...trade, position_ticket: '8', revision: 1 });
    const entries = await told();
    assert.deepEqual(
      entries.map(({ kind, body }) => [kind, body.position_ticket, body.revision]),
      [
        ['opened', '7', 1],
        ['modified', '7', 3],
        ['closed', '7', 4],
        ['closed', '8', 1],
      ],
    );
    const closed = entries[2] ?? assert.fail();
    const { close_price, r, status } = closed.body;
    assert.deepEqual([close_price, status], [trade.close_price, 'CLOSED']);
    const minor = (amount: number) => Math.round(amount * 100);
    assert.equal(closed.private.profit, minor(trade.profit));
    assert.equal(closed.private.volume, trade.volume);
    if (trade.initial_risk)
      assert.equal(r, Math.round((trade.profit / trade.initial_risk) * 10_000) / 10_000);
    for (const { body } of entries)
      assert.doesNotMatch(JSON.stringify(body), /"profit|volume|swap|login/);
  });

  // @attack 1.8
  it('is one closing also where the batch comes many times at once', async (t) => {
    const { send, told } = await start(t);
    const trades = ['7', '8', '9'].map((position_ticket) => tradeInput({ position_ticket }));
    await Promise.all(Array.from({ length: 8 }, () => send(...trades)));
    assert.deepEqual(
      (await told()).map(({ body }) => body.position_ticket),
      ['7', '8', '9'],
    );
  });
});

describe('the history that a bot brings along', () => {
  it('stands in one entry, and what happens then in its own', async (t) => {
    const { send, told } = await start(t);
    const history = Array.from({ length: 40 }, (_, at) =>
      tradeInput({ position_ticket: `${100 + at}` }),
    );
    await send(...history);
    await send(...history);
    await send(tradeInput({ position_ticket: '7' }));
    const entries = await told();
    assert.deepEqual(
      entries.map(({ kind }) => kind),
      ['history', 'closed'],
    );
    assert.equal(entries[0]?.body.trades.length, 40);
    assert.equal(entries[0]?.private.trades.length, 40);
  });
});

describe('trades that a person has uploaded', () => {
  it('stand in one entry, which is erased and says so when they are taken back', async (t) => {
    const { service, upload, takeBack, send, told } = await start(t);
    await send(tradeInput({ position_ticket: '1' }));
    await upload(...['7', '8'].map((position_ticket) => tradeInput({ position_ticket })));
    const [, uploaded] = await told();
    assert.equal(uploaded?.kind, 'import');
    assert.equal(uploaded?.body.trades.length, 2);
    assert.equal(uploaded?.private.trades.length, 2);
    await takeBack();
    await takeBack();
    const [own, erased, deletion, ...others] = await told();
    assert.deepEqual(others, []);
    assert.equal(own?.body.position_ticket, '1');
    assert.deepEqual([erased?.kind, erased?.body, erased?.private], ['import', null, null]);
    assert.equal(deletion?.kind, 'deletion');
    assert.deepEqual([deletion?.body.of, deletion?.body.positions], ['import', [erased?.position]]);
    const { rows } = { rows: await service.db.selectFrom('record_entries').selectAll().execute() };
    const { body_salt, private_salt, erased_at } =
      rows.find(({ position }) => position === erased?.position) ?? assert.fail();
    assert.deepEqual([body_salt, private_salt], [null, null]);
    assert.ok(erased_at);
  });
});

describe('an account that is deleted', () => {
  // @attack 2.20
  it('takes along all that its record says; the log has its leaves, and that it was deleted', async (t) => {
    const { service, token, user, send } = await start(t);
    await send(tradeInput({ position_ticket: '7' }));
    const { username } = user;
    await service.call(deleteAccount, { body: { username } }, token);
    await service.sequenceLog();
    assert.deepEqual(await rowsOf(service.db, user.id), {});
    const leaves = await service.db
      .selectFrom('log_leaves')
      .select('leaf')
      .orderBy('leaf_index')
      .execute();
    assert.deepEqual(
      leaves.map(({ leaf }) => readLeaf(leaf)?.kind),
      ['account', 'closed', 'deletion'],
    );
  });
});
