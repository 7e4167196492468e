import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failureReply } from '@quorate/contract/errors';
import { exportTrades } from '@quorate/contract/trade-export';
import { readXlsx } from '@quorate/trade-import/read-xlsx';
import { sql } from 'kysely';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { get, withTrades } from './testing/read-export.ts';

describe('an export in other formats', () => {
  it('as JSON says how it was selected and holds the trades', async (t) => {
    const service = await startTestService(t);
    const { token } = await withTrades(service, [
      tradeInput({ position_ticket: '1' }),
      tradeInput({ position_ticket: '2' }),
    ]);
    const response = await get(service, token, { format: 'json', time_zone: 'Europe/Berlin' });
    const document = response.json<
      { trades: { position_ticket: string; net_profit: number }[] } & Record<string, unknown>
    >();
    assert.deepEqual(
      document.trades.map((trade) => [trade.position_ticket, trade.net_profit]),
      [
        ['2', 42.18],
        ['1', 42.18],
      ],
    );
    assert.deepEqual(
      [document.period, document.time_zone, document.account_type],
      ['all', 'Europe/Berlin', null],
    );
    const nobody = await signedInUser(service);
    assert.deepEqual(
      (await get(service, nobody.token, { format: 'json' })).json<{ trades: [] }>().trades,
      [],
    );
  });

  it('has the word of its terminal for a trade that it calls neither open nor closed', async (t) => {
    const service = await startTestService(t);
    const open = { closed_at: null, close_price: null };
    const cancelled = tradeInput({ position_ticket: '8', status: 'CANCELLED', ...open });
    const { token } = await withTrades(service, [cancelled]);
    const csv = await get(service, token, { format: 'csv' });
    assert.match(csv.body, /^8,.*,CANCELLED,/m);
    const json = await get(service, token, { format: 'json' });
    assert.equal(json.json<{ trades: { status: string }[] }>().trades[0]?.status, 'CANCELLED');
  });

  it('as a workbook has figures as numbers and texts as texts', async (t) => {
    const service = await startTestService(t);
    const account = accountInput({ server: '=1+1' });
    const { token } = await withTrades(service, [tradeInput({ position_ticket: '5' })], account);
    const response = await get(service, token, { format: 'xlsx' });
    const [header, row] = await readXlsx(response.rawPayload);
    const cell = (name: string) => row?.cells[header?.cells.indexOf(name) ?? -1];
    assert.equal(cell('net_profit'), '42.18');
    assert.equal(cell('open_price'), '1.08214');
    assert.equal(cell('account_server'), "'=1+1");
    assert.equal(cell('position_ticket'), '5');
  });

  it('as a workbook of more than 100,000 trades is refused with a way out', async (t) => {
    const service = await startTestService(t);
    const { token, user } = await withTrades(service, [tradeInput({ position_ticket: 'first' })]);
    await sql`
      insert into trades (user_id, account_id, position_ticket, symbol, trade_type, volume, digits, open_price,
        close_price, opened_at, closed_at, status, gross_profit, commission, swap, fee, profit, currency,
        account_type, revision, created_at, updated_at)
      select user_id, account_id, 'copy-' || n, symbol, trade_type, volume, digits, open_price, close_price,
        opened_at, closed_at, status, gross_profit, commission, swap, fee, profit, currency, account_type, revision,
        created_at, updated_at
      from trades, generate_series(1, 100000) as n where user_id = ${user.id}
    `.execute(service.db);
    const refusal = async (query: Record<string, string>) =>
      failureReply.parse((await get(service, token, query)).json());
    const large = await refusal({ format: 'xlsx' });
    assert.equal(large.code, 'export_too_large');
    assert.equal(
      large.message,
      'An Excel file takes at most 100000 trades, and 100001 are selected. Choose CSV, or a shorter period.',
    );
    assert.match(
      (await refusal({ format: 'csv', sort_by: 'profit' })).message,
      /sorted by profit.*Sort by time/,
    );
  });

  it('needs a session, and a period that makes sense', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    assert.equal(
      (await service.app.inject({ url: `${exportTrades.path}?format=csv` })).statusCode,
      401,
    );
    assert.equal((await get(service, token, { format: 'pdf' })).statusCode, 400);
    assert.equal((await get(service, token, { format: 'csv', period: 'custom' })).statusCode, 400);
  });
});
