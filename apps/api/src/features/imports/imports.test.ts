import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failureReply } from '@quorate/contract/errors';
import { importTrades, previewImport } from '@quorate/contract/trade-import';
import { syncTrades } from '@quorate/contract/trade-sync';
import { getTradeStatistics } from '@quorate/contract/trades';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { reportOf, row, withoutAccount } from './testing/reports.ts';
import { ACCOUNT, call, fail, stored } from './testing/send-report.ts';

describe('an import', () => {
  it('stores every trade once, however often and with whatever overlap it is sent', async (t) => {
    const service = await startTestService(t);
    const { token, user } = await signedInUser(service);
    const first = await call(service, importTrades, token, reportOf([row('1'), row('2')]), ACCOUNT);
    assert.deepEqual(
      { ...first, import_id: typeof first.import_id },
      { success: true, created: 2, updated: 0, unchanged: 0, import_id: 'string', faults: 0 },
    );
    const again = await call(service, importTrades, token, reportOf([row('1'), row('2')]), ACCOUNT);
    assert.deepEqual([again.created, again.updated, again.unchanged], [0, 0, 2]);
    const longer = reportOf([row('1'), row('2'), row('3')]);
    const more = await call(service, importTrades, token, longer, ACCOUNT);
    assert.deepEqual([more.created, more.unchanged], [1, 2]);
    const history = await service.call(getTradeStatistics, { params: { user_id: user.id } }, token);
    assert.equal(history.statistics.total_trades, 3);
    assert.equal(history.statistics.net_profit, 3_629.4);
  });

  it('leaves what the bot stored as it is, and the bot replaces what was imported', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const bots = tradeInput({ position_ticket: '1', revision: 2, stop_loss: 1.07 });
    await service.call(syncTrades, { body: { account: accountInput(), trades: [bots] } }, token);
    const result = await call(
      service,
      importTrades,
      token,
      reportOf([row('1'), row('2')]),
      ACCOUNT,
    );
    assert.deepEqual([result.created, result.updated, result.unchanged], [1, 0, 1]);
    const late = tradeInput({ position_ticket: '2', revision: 2, stop_loss: 1.06 });
    const synced = await service.call(
      syncTrades,
      { body: { account: accountInput(), trades: [late] } },
      token,
    );
    assert.equal(synced.updated, 1);
    assert.deepEqual(
      (await stored(service)).map(({ stop_loss, revision }) => [Number(stop_loss), revision]),
      [
        [1.07, 2],
        [1.06, 2],
      ],
    );
  });

  it('stores why trades were closed where the report says so, also of those stored before', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const bots = tradeInput({ position_ticket: '6', revision: 2, exit_reason: 'managed' });
    await service.call(syncTrades, { body: { account: accountInput(), trades: [bots] } }, token);
    const tickets = ['1', '2', '3', '4', '5', '6'];
    await call(service, importTrades, token, reportOf(tickets.map((each) => row(each))), ACCOUNT);
    // Bought at 1.08214: a stop above that has been moved.
    const comments = [
      '[sl 1.08000]',
      '[sl 1.08643]',
      '[tp 1.08643]',
      '[so 49.10%/1/2]',
      'my own',
      '[tp 1.08643]',
    ];
    const said = reportOf(tickets.map((each, at) => row(each, { comment: comments[at] ?? '' })));
    const { created, updated } = await call(service, importTrades, token, said, ACCOUNT);
    assert.deepEqual([created, updated], [0, 4]);
    const rows = await service.db
      .selectFrom('trades')
      .select(['exit_reason', 'corrections'])
      .orderBy('position_ticket')
      .execute();
    assert.deepEqual(
      rows.map(({ exit_reason }) => exit_reason),
      ['stop', 'managed', 'target', 'stop_out', null, 'managed'],
    );
    assert.ok(rows.every(({ corrections }) => corrections === null));
  });

  it('reads times on the chosen clock', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const fixed = { account_type: 'real', clock: 'fixed', offset_minutes: '-90' };
    await call(service, importTrades, token, reportOf([row('1')], 'Live', 'real'), fixed);
    // In July the server is three hours ahead; in March, before the second Sunday, two.
    const summer = row('2', { opened: '2025.07.01 12:00:00', closed: '2025.07.01 13:00:00' });
    await call(service, importTrades, token, reportOf([summer]), ACCOUNT);
    assert.deepEqual(
      (await stored(service)).map(({ opened_at }) => opened_at.toISOString()),
      ['2025-03-03T11:45:30.000Z', '2025-07-01T09:00:00.000Z'],
    );
  });

  it('asks for the account where the file does not name it', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const bytes = withoutAccount(reportOf([row('1')]));
    const failure = await fail(service, importTrades, token, bytes, ACCOUNT);
    assert.equal(failure.code, 'validation_failed');
    assert.deepEqual(Object.keys(failure.fields ?? {}), ['login', 'server', 'currency']);
    const given = { ...ACCOUNT, login: '7', server: 'Elsewhere', currency: 'EUR' };
    const result = await call(service, importTrades, token, bytes, given);
    assert.equal(result.created, 1);
  });

  it('is refused when the account is known to be another kind', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    await call(service, importTrades, token, reportOf([row('1')]), ACCOUNT);
    const failure = await fail(service, importTrades, token, reportOf([row('2')]), {
      ...ACCOUNT,
      account_type: 'real',
    });
    assert.deepEqual([failure.status, failure.code], [409, 'account_mismatch']);
    assert.equal((await stored(service)).length, 1);
  });

  it('stores a thousand trades and one in batches, and counts them all', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const rows = Array.from({ length: 1_001 }, (_, index) => row(String(index + 1)));
    const result = await call(service, importTrades, token, reportOf(rows), ACCOUNT);
    assert.equal(result.created, 1_001);
    assert.equal((await stored(service)).length, 1_001);
  });

  it('belongs to whoever sent it', async (t) => {
    const service = await startTestService(t);
    const one = await signedInUser(service);
    const other = await signedInUser(service);
    await call(service, importTrades, one.token, reportOf([row('1')]), ACCOUNT);
    const preview = await call(service, previewImport, other.token, reportOf([row('1')]));
    assert.deepEqual([preview.new_trades, preview.known_trades], [1, 0]);
  });
});

describe('what is no report', () => {
  it('is refused with a sentence', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const failure = await fail(service, previewImport, token, Buffer.from('a,b\n1,2\n'));
    assert.deepEqual([failure.status, failure.code], [400, 'report_unreadable']);
    assert.match(failure.message, /section Positions is not in this file/);
  });

  it('is refused as JSON, unsigned, and past 20 MB', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const json = await service.app.inject({
      method: 'POST',
      url: previewImport.path,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: '{"report":"x"}',
    });
    assert.equal(failureReply.parse(json.json()).code, 'validation_failed');
    const stranger = await service.app.inject({
      method: 'POST',
      url: previewImport.path,
      headers: { 'content-type': 'application/octet-stream' },
      payload: Buffer.from('x'),
    });
    assert.equal(stranger.statusCode, 401);
    const large = Buffer.alloc(20 * 1024 * 1024 + 1);
    assert.equal((await fail(service, previewImport, token, large)).code, 'body_too_large');
  });

  it('takes bytes at no other call', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const response = await service.app.inject({
      method: 'POST',
      url: syncTrades.path,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      payload: Buffer.from('x'),
    });
    assert.equal(failureReply.parse(response.json()).code, 'unsupported_media_type');
  });
});
