import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importTrades, previewImport } from '@quorate/contract/trade-import';
import { syncTrades } from '@quorate/contract/trade-sync';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { reportOf, row } from './testing/reports.ts';
import { ACCOUNT, call, send, stored } from './testing/send-report.ts';

describe('the preview of a report', () => {
  it('says what is in it, and stores nothing', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const preview = await call(
      service,
      previewImport,
      token,
      reportOf([row('1'), row('2'), row('x')]),
    );
    const [first] = preview.sample_trades;
    assert.deepEqual(
      { ...preview, sample_trades: preview.sample_trades.length },
      {
        success: true,
        format: 'html',
        language: 'en',
        account: {
          login: '100200',
          server: 'Demo-Server',
          currency: 'USD',
          account_type: 'demo',
          known: false,
        },
        trades: 2,
        new_trades: 2,
        known_trades: 0,
        first_opened_server: '2025-03-03T10:15:30',
        last_closed_server: '2025-03-04T11:00:05',
        balance_deals: 0,
        open_positions: 0,
        proposed_clock: 'new_york_plus_7',
        proposed_offset_minutes: 0,
        measured_on: 0,
        sample_trades: 2,
        fault_count: 1,
        faults: [{ line: 11, message: "position 'x' is not a number" }],
      },
    );
    // New York still had winter time: the server's clock was two hours ahead of UTC.
    assert.equal(first?.opened_at, '2025-03-03T08:15:30.000Z');
    assert.equal(first?.profit, 1209.8);
    assert.deepEqual(await stored(service), []);
    assert.equal((await service.db.selectFrom('trading_accounts').selectAll().execute()).length, 0);
  });

  it('keeps the holder’s name nowhere', async (t) => {
    const lines: string[] = [];
    const service = await startTestService(t, { log: (line) => lines.push(line) });
    const { token } = await signedInUser(service);
    const response = await send(service, previewImport, token, reportOf([row('1')]));
    assert.doesNotMatch(response.body, /Ada Example/);
    await call(service, importTrades, token, reportOf([row('1')]), ACCOUNT);
    assert.doesNotMatch(lines.join('\n'), /Ada Example/);
  });

  it('measures the server’s clock on trades that the bot has stored', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    // Opened at 10:15:30 by a server that is five and a half hours ahead.
    const known = tradeInput({
      position_ticket: '1',
      opened_at: '2025-03-03T04:45:30.000Z',
      closed_at: '2025-03-04T05:30:05.000Z',
    });
    await service.call(syncTrades, { body: { account: accountInput(), trades: [known] } }, token);
    const preview = await call(service, previewImport, token, reportOf([row('1'), row('2')]));
    assert.deepEqual(
      [preview.proposed_clock, preview.proposed_offset_minutes, preview.measured_on],
      ['fixed', 330, 1],
    );
    assert.deepEqual([preview.new_trades, preview.known_trades], [1, 1]);
  });

  it('shows trades of the whole report, so that both sides of a clock change are seen', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const rows = Array.from({ length: 200 }, (_, index) => {
      const day = new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10);
      const opened = `${day.replaceAll('-', '.')} 12:00:00`;
      return row(String(index + 1), { opened, closed: opened });
    });
    const { sample_trades: samples } = await call(service, previewImport, token, reportOf(rows));
    assert.equal(samples.length, 20);
    assert.deepEqual([samples[0]?.position_ticket, samples.at(-1)?.position_ticket], ['1', '200']);
    const hours = samples.map(({ opened_at }) => opened_at.slice(11, 13));
    // New York changed its clocks on 9 March, three weeks before Europe.
    assert.deepEqual([...new Set(hours)], ['10', '09']);
    const summer = samples.find(({ opened_server }) => opened_server > '2025-03-09T00');
    assert.equal(summer?.opened_at.slice(11, 13), '09');
  });

  it('says whether the account is known, and its type where the report does not', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    await call(service, importTrades, token, reportOf([row('1')]), ACCOUNT);
    const silent = reportOf([row('2')], 'Demo-Server', 'Hedge');
    const { account } = await call(service, previewImport, token, silent);
    assert.deepEqual([account.account_type, account.known], ['demo', true]);
    const other = await call(service, previewImport, token, reportOf([row('2')], 'Other', 'real'));
    assert.deepEqual([other.account.account_type, other.account.known], ['real', false]);
  });
});
