import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listImports, removeImport } from '@quorate/contract/import-records';
import { importTrades } from '@quorate/contract/trade-import';
import { syncTrades } from '@quorate/contract/trade-sync';
import { getTradeStatistics } from '@quorate/contract/trades';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import { reportOf, row, withoutAccount } from './testing/reports.ts';
import { ACCOUNT, call, stored } from './testing/send-report.ts';

async function imported(
  service: TestService,
  token: string,
  tickets: readonly string[],
  query: Record<string, string> = {},
): Promise<string> {
  const report = reportOf(tickets.map((ticket) => row(ticket)));
  const { import_id } = await call(service, importTrades, token, report, { ...ACCOUNT, ...query });
  assert.ok(import_id);
  return import_id;
}

const remove = (service: TestService, token: string, import_id: string) =>
  service.call(removeImport, { params: { import_id } }, token);

const tickets = async (service: TestService) =>
  (await stored(service)).map(({ position_ticket }) => position_ticket);

describe('the list of imports', () => {
  it('names file, account, time and number of trades, the newest first', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    await imported(service, token, ['1', '2'], { file_name: 'March.html' });
    service.clock.advance(60_000);
    const second = await imported(service, token, ['1', '2', '3']);
    const { imports, pagination } = await service.call(listImports, {}, token);
    assert.deepEqual(
      imports.map(({ file_name, created, removed, removed_at }) => [
        file_name,
        created,
        removed,
        removed_at,
      ]),
      [
        ['Report', 1, 0, null],
        ['March.html', 2, 0, null],
      ],
    );
    assert.equal(imports[0]?.import_id, second);
    assert.deepEqual(imports[0]?.account, { login: '100200', server: 'Demo-Server' });
    assert.equal(pagination.total, 2);
    const paged = await service.call(listImports, { query: { page: 2, per_page: 1 } }, token);
    assert.equal(paged.imports[0]?.file_name, 'March.html');
  });

  it('leaves out an import that stored nothing', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    await imported(service, token, ['1']);
    const again = await call(service, importTrades, token, reportOf([row('1')]), ACCOUNT);
    assert.equal(again.import_id, null);
    assert.equal((await service.call(listImports, {}, token)).pagination.total, 1);
  });

  it('counts an import of several batches as one', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const many = Array.from({ length: 1_001 }, (_, index) => String(index + 1));
    const id = await imported(service, token, many);
    const { imports } = await service.call(listImports, {}, token);
    assert.deepEqual(
      imports.map(({ import_id, created }) => [import_id, created]),
      [[id, 1_001]],
    );
    assert.deepEqual(await remove(service, token, id), { success: true, removed: 1_001, kept: 0 });
    assert.deepEqual(await tickets(service), []);
  });
});

describe('taking an import back', () => {
  it('removes what it stored and nothing else, and the statistics are as before', async (t) => {
    const service = await startTestService(t);
    const { token, user } = await signedInUser(service);
    const statistics = () =>
      service.call(getTradeStatistics, { params: { user_id: user.id } }, token);
    const bots = [tradeInput({ position_ticket: '9' })];
    await service.call(syncTrades, { body: { account: accountInput(), trades: bots } }, token);
    const before = await statistics();
    await imported(service, token, ['5']);
    const id = await imported(service, token, ['1', '2', '5', '9']);
    assert.deepEqual(await remove(service, token, id), { success: true, removed: 2, kept: 0 });
    assert.deepEqual(await tickets(service), ['5', '9']);
    const [newest] = (await service.call(listImports, {}, token)).imports;
    assert.deepEqual([newest?.created, newest?.removed], [2, 2]);
    assert.equal(newest?.removed_at, new Date(service.clock.now()).toISOString());
    const [, first] = (await service.call(listImports, {}, token)).imports;
    await remove(service, token, first?.import_id ?? '');
    assert.deepEqual(await statistics(), before);
  });

  it('twice, also at once, removes nothing more', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const id = await imported(service, token, ['1', '2', '3']);
    const answers = await Promise.all([remove(service, token, id), remove(service, token, id)]);
    assert.equal(answers[0].removed + answers[1].removed, 3);
    const done = new Date(service.clock.now()).toISOString();
    service.clock.advance(60_000);
    assert.deepEqual(await remove(service, token, id), { success: true, removed: 0, kept: 0 });
    const [record] = (await service.call(listImports, {}, token)).imports;
    assert.deepEqual([record?.removed, record?.removed_at], [3, done]);
  });

  it('keeps the trades that the bot has sent since', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const id = await imported(service, token, ['1', '2']);
    const bots = [tradeInput({ position_ticket: '2', revision: 2 })];
    await service.call(syncTrades, { body: { account: accountInput(), trades: bots } }, token);
    assert.deepEqual(await remove(service, token, id), { success: true, removed: 1, kept: 1 });
    assert.deepEqual(await tickets(service), ['2']);
  });

  it('of somebody else, or of nobody, finds nothing', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const other = await signedInUser(service);
    const import_id = await imported(service, token, ['1']);
    const theirs = await service.fail(removeImport, { params: { import_id } }, other.token);
    assert.equal(theirs.code, 'not_found');
    const nobodys = { params: { import_id: crypto.randomUUID() } };
    assert.equal((await service.fail(removeImport, nobodys, token)).code, 'not_found');
    assert.deepEqual(await tickets(service), ['1']);
    assert.deepEqual((await service.call(listImports, {}, other.token)).imports, []);
  });

  it('lets the same report come back, as another type of account and in another currency', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const bytes = withoutAccount(reportOf([row('1')]));
    const wrong = { ...ACCOUNT, login: '7', server: 'Elsewhere', currency: 'EUR' };
    const first = await call(service, importTrades, token, bytes, wrong);
    await remove(service, token, first.import_id ?? '');
    const right = { ...wrong, currency: 'USD', account_type: 'real' };
    const second = await call(service, importTrades, token, bytes, right);
    assert.equal(second.created, 1);
    assert.equal((await stored(service))[0]?.account_type, 'real');
  });

  it('keeps an account that something else is known of', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const bots = [tradeInput({ position_ticket: '9' })];
    await service.call(syncTrades, { body: { account: accountInput(), trades: bots } }, token);
    await remove(service, token, await imported(service, token, ['1']));
    const accounts = await service.db.selectFrom('trading_accounts').select('login').execute();
    assert.deepEqual(accounts, [{ login: '100200' }]);
  });
});
