import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { deleteAccount } from '@quorate/contract/my-data';
import {
  downloadPublicRecord,
  getPublicRecord,
  listPublicRecords,
  listPublicTrades,
  removePublicRecord,
  savePublicRecord,
} from '@quorate/contract/public-records';
import { syncTrades, type TradeInput } from '@quorate/contract/trade-sync';
import { sentenceOf } from '@quorate/record/rules';
import { createRecordVerifier } from '@quorate/record/verify-record';
import { v7 } from 'uuid';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { eraseAccount } from '../records/erase-entries.ts';

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

const LOGIN = '77001234';
const SERVER = 'Secret-Broker-Live';

async function start(t: TestContext, options: Parameters<typeof startTestService>[1] = {}) {
  const service = await startTestService(t, options);
  const { token, user } = await signedInUser(service, { username: 'private-person' });
  const account = accountInput({ server: SERVER, login: LOGIN });
  const send = (...trades: TradeInput[]) =>
    service.call(syncTrades, { body: { account, trades } }, token);
  const { account_id } = await send(
    ...[1, 2, 3].map((at) => tradeInput({ position_ticket: `${at}` })),
  );
  const publish = (body: object = {}) =>
    service.call(savePublicRecord, { body: { account_id, name: 'Cleo-FX', ...body } }, token);
  const read = (name = 'cleo-fx') => service.call(getPublicRecord, { params: { name } });
  const fail = (name = 'cleo-fx') => service.fail(getPublicRecord, { params: { name } });
  const get = (path: string, remoteAddress = '203.0.113.7') =>
    service.app.inject({ url: path, remoteAddress });
  const file = async (name = 'cleo-fx') => {
    const reply = await get(downloadPublicRecord.path.replace(':name', name));
    assert.equal(reply.statusCode, 200, reply.body);
    return reply;
  };
  return { service, token, user, account_id, send, publish, read, fail, get, file };
}

async function verify(file: Uint8Array) {
  const verifier = createRecordVerifier();
  verifier.push(file);
  const verdict = await verifier.end();
  if (verdict.kind === 'broken') assert.fail(`${verdict.line} ${sentenceOf(verdict)}`);
  return verdict;
}

describe('a public record', () => {
  it('is not there until its owner publishes it, and then under its name in any case', async (t) => {
    const { fail, publish, read, service, token, account_id } = await start(t);
    assert.equal((await fail()).status, 404);
    const { record } = await publish();
    assert.deepEqual(record, {
      account_id,
      name: 'Cleo-FX',
      shows_open: false,
      shows_money: false,
      listed: true,
      published_at: '2026-03-02T10:00:00.000Z',
    });
    const { record: shown } = await read('CLEO-fx');
    assert.equal(shown.name, 'Cleo-FX');
    assert.deepEqual(shown.owner, { accounts: 1, deleted: 0, resets: 0 });
    assert.equal(shown.groups.alone?.trades, 3);
    assert.equal(shown.start, null);
    const { records, pagination } = await service.call(listPublicRecords, {}, token);
    assert.deepEqual([records, pagination.total], [[record], 1]);
  });

  it('says nothing of who its owner is, of the account or of money', async (t) => {
    const { publish, get, file, user } = await start(t);
    await publish();
    const replies = [
      await get('/api/records/cleo-fx'),
      await get('/api/records/cleo-fx/trades'),
      await file(),
    ];
    for (const { body, headers } of replies) {
      assert.equal(headers['cache-control'], 'no-store');
      for (const secret of [LOGIN, SERVER, user.id, user.email, 'private-person'])
        assert.ok(!body.includes(secret), secret);
      assert.doesNotMatch(
        body,
        /"(volume|lots|profit|net_minor|gross_profit|swap|initial_risk|balance)":[\d"-]/,
      );
    }
  });

  it('shows amounts where its owner wants so, and even then neither login nor server', async (t) => {
    const { publish, service, file } = await start(t);
    await publish({ shows_money: true });
    const { trades } = await service.call(listPublicTrades, { params: { name: 'cleo-fx' } });
    assert.ok(trades.every(({ net_minor }) => typeof net_minor === 'number'));
    const { body, rawPayload } = await file();
    assert.match(body, /"private":\{[^}]*"profit":/);
    for (const secret of [LOGIN, SERVER]) assert.ok(!body.includes(secret), secret);
    const verdict = await verify(rawPayload);
    const net = trades.reduce((sum, { net_minor }) => sum + (net_minor ?? 0), 0);
    assert.equal(verdict.published?.groups.alone.net_minor, net);
  });

  it('is a file whose figures are those of the page, and which anybody can verify', async (t) => {
    const { publish, read, file } = await start(t);
    await publish();
    const { rawPayload, headers } = await file();
    assert.equal(headers['content-disposition'], 'attachment; filename="record-Cleo-FX.jsonl"');
    const verdict = await verify(rawPayload);
    assert.equal(verdict.user, null);
    assert.deepEqual((await read()).record, verdict.published);
    assert.equal(verdict.published?.facts.entries, verdict.entries);
    assert.equal(verdict.unchecked.accounts, 1);
  });

  it('withholds what belongs to an open trade until that is closed, or its owner shows it', async (t) => {
    const { publish, send, file, read } = await start(t);
    const open = { ...tradeInput({ position_ticket: 'open-9' }), ...OPEN, revision: 1 };
    await send(open);
    await publish();
    const hidden = await file();
    assert.ok(!hidden.body.includes('open-9'));
    await verify(hidden.rawPayload);
    await publish({ shows_open: true });
    const shown = await file();
    assert.ok(shown.body.includes('open-9'));
    await verify(shown.rawPayload);
    await publish({ shows_open: false });
    await send(tradeInput({ position_ticket: 'open-9', revision: 2 }));
    const closed = await file();
    assert.ok(closed.body.includes('open-9'));
    await verify(closed.rawPayload);
    assert.equal((await read()).record.groups.alone?.trades, 4);
  });

  it('shows what was sent again, and pages its trades, newest first', async (t) => {
    const { publish, send, service, read } = await start(t);
    const again = tradeInput({ position_ticket: '2', revision: 9 });
    await send({ ...again, close_price: (again.close_price ?? 1) + 0.001 });
    await publish();
    const { record } = await read();
    assert.deepEqual([record.facts.corrections, record.groups.alone?.corrected], [1, 1]);
    const page = (query: object) =>
      service.call(listPublicTrades, { params: { name: 'cleo-fx' }, query: query as never });
    const first = await page({ per_page: 2 });
    assert.deepEqual(
      [first.trades.length, first.pagination],
      [2, { page: 1, per_page: 2, total: 3, total_pages: 2 }],
    );
    assert.equal((await page({ per_page: 2, page: 2 })).trades.length, 1);
    assert.equal((await page({ page: 1_000_000 })).trades.length, 0);
    assert.equal((await page({ evidence: 'agreed' })).trades.length, 0);
    const [all] = (await page({ evidence: 'alone' })).trades.filter(({ corrected }) => corrected);
    assert.ok(all);
  });

  it('is gone at once when it is taken back, also for files, and taken back twice', async (t) => {
    const { publish, read, fail, get, service, token, account_id } = await start(t);
    await publish();
    await read();
    for (let turn = 0; turn < 2; turn += 1)
      await service.call(removePublicRecord, { params: { account_id } }, token);
    assert.equal((await fail()).status, 404);
    for (const path of ['', '/trades', '/file'])
      assert.equal((await get(`/api/records/cleo-fx${path}`)).statusCode, 404);
    const said = async (name: string) => {
      const { request_id: _, ...rest } = (await get(`/api/records/${name}`)).json();
      return rest;
    };
    assert.deepEqual(await said('cleo-fx'), await said('nobody-here'));
  });

  it('keeps its figures for a minute, and none of them over a change', async (t) => {
    const { publish, read, send, service } = await start(t);
    await publish();
    const first = await read();
    await send(tradeInput({ position_ticket: '4' }));
    service.clock.advance(59_000);
    assert.equal((await read()).record.at, first.record.at);
    service.clock.advance(2_000);
    assert.equal((await read()).record.groups.alone?.trades, 4);
    service.clock.advance(1_000);
    await publish({ shows_money: true });
    assert.equal(typeof (await read()).record.groups.alone?.net_minor, 'number');
  });

  it('goes with its account, and with its owner', async (t) => {
    const { publish, fail, service, user, token, account_id } = await start(t);
    await publish();
    const owner = { userId: user.id, subjectId: account_id };
    await eraseAccount(service.db, { ...owner, at: new Date(service.clock.now()) });
    assert.equal((await fail()).status, 404);
    await publish();
    await service.call(deleteAccount, { body: { username: user.username } }, token);
    assert.equal((await fail()).status, 404);
    assert.deepEqual(await service.db.selectFrom('public_records').selectAll().execute(), []);
  });
});

describe('the name of a public record', () => {
  it('is one of a kind, whatever its case and however it is spelled', async (t) => {
    const { publish, service, token: first, account_id } = await start(t);
    await publish({ name: 'Leo-1' });
    const other = await signedInUser(service);
    const { account_id: its } = await service.call(
      syncTrades,
      { body: { account: accountInput(), trades: [tradeInput()] } },
      other.token,
    );
    const take = (name: string) =>
      service.fail(savePublicRecord, { body: { account_id: its, name } }, other.token);
    for (const name of ['leo-1', 'LEO-1', 'Ieo-l']) {
      const { status, code, error } = await take(name);
      assert.deepEqual([status, code], [409, 'public_name_taken'], name);
      assert.match(error, new RegExp(`the name ${name}`));
    }
    // Its owner may spell it in another way, and send it twice.
    await publish({ name: 'LEO-l' });
    await publish({ name: 'LEO-l' });
    // Another user's account cannot be published, nor taken back.
    const foreign = await service.fail(
      savePublicRecord,
      { body: { account_id, name: 'mine-now' } },
      other.token,
    );
    assert.equal(foreign.status, 404);
    await service.call(removePublicRecord, { params: { account_id } }, other.token);
    const { records } = await service.call(listPublicRecords, {}, first);
    assert.equal(records.length, 1);
  });

  it('goes to one of many who ask for it at once', async (t) => {
    const { service } = await start(t);
    const asked = await Promise.all(
      Array.from({ length: 5 }, async (_, at) => {
        const { token } = await signedInUser(service, { username: `person${at}` });
        const { account_id } = await service.call(
          syncTrades,
          { body: { account: accountInput(), trades: [tradeInput()] } },
          token,
        );
        return { token, account_id };
      }),
    );
    const codes = await Promise.all(
      asked.map(async ({ token, account_id }) => {
        const { statusCode } = await service.app.inject({
          method: 'POST',
          url: savePublicRecord.path,
          headers: { authorization: `Bearer ${token}` },
          payload: { account_id, name: 'the-one' },
        });
        return statusCode;
      }),
    );
    assert.deepEqual(
      codes.toSorted((a, b) => a - b),
      [200, 409, 409, 409, 409],
    );
  });

  it('has 3 to 30 letters, digits and hyphens, and speaks for nobody', async (t) => {
    const { service, token, account_id } = await start(t);
    const names = [
      'ab',
      'a'.repeat(31),
      '-ab',
      'ab-',
      'a b',
      'añb',
      'a_b',
      '../x',
      'support',
      'Quorate',
      'verified',
      'admin-1',
      '',
    ];
    for (const name of names) {
      const { status, code } = await service.fail(
        savePublicRecord,
        { body: { account_id, name } },
        token,
      );
      assert.deepEqual([status, code], [400, 'validation_failed'], name);
    }
    const { status } = await service.fail(savePublicRecord, {
      body: { account_id: v7(), name: 'not-mine' },
    });
    assert.equal(status, 401);
    for (const name of ['abc', 'a'.repeat(30), '123', 'a--b'])
      await service.call(savePublicRecord, { body: { account_id, name } }, token);
  });
});

describe('files of public records', () => {
  it('are limited by address', async (t) => {
    const { publish, get } = await start(t, { limits: { publicFiles: 2 } });
    await publish();
    const statuses: number[] = [];
    for (let turn = 0; turn < 3; turn += 1)
      statuses.push((await get('/api/records/cleo-fx/file')).statusCode);
    statuses.push((await get('/api/records/cleo-fx/file', '198.51.100.1')).statusCode);
    assert.deepEqual(statuses, [200, 200, 429, 200]);
  });
});
