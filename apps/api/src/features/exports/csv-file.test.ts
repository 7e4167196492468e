import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { syncTrades } from '@quorate/contract/trade-sync';
import { sql } from 'kysely';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { csv, get, rowsOf, withTrades } from './testing/read-export.ts';

describe('an export as CSV', () => {
  it('holds every figure exactly, times in UTC and in the viewer’s zone, and a mark for Excel', async (t) => {
    const service = await startTestService(t);
    const { token } = await withTrades(service, [tradeInput({ position_ticket: '77' })]);
    const response = await get(service, token, { format: 'csv', time_zone: 'Asia/Karachi' });
    assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8');
    assert.equal(
      response.headers['content-disposition'],
      'attachment; filename="quorate-trades-all-2026-03-02.csv"',
    );
    assert.deepEqual([...response.rawPayload.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    assert.deepEqual(rowsOf(response.body), [
      {
        position_ticket: '77',
        account_server: 'Demo-Server',
        account_login: '100200',
        account_type: 'demo',
        symbol: 'EURUSD',
        trade_type: 'BUY',
        status: 'CLOSED',
        volume: '0.1',
        opened_at_utc: '2026-03-02T08:00:00.000Z',
        'opened_at (Asia/Karachi)': '2026-03-02 13:00:00',
        closed_at_utc: '2026-03-02T09:30:00.000Z',
        'closed_at (Asia/Karachi)': '2026-03-02 14:30:00',
        open_price: '1.08214',
        close_price: '1.08643',
        stop_loss: '1.08000',
        take_profit: '1.08643',
        gross_profit: '42.88',
        commission: '-0.70',
        swap: '0.00',
        fee: '0.00',
        net_profit: '42.18',
        initial_risk: '22.10',
        best_excursion: '',
        worst_excursion: '',
        exit_reason: '',
        currency: 'USD',
        decision_id: '',
        provenance: 'demo-alone',
      },
    ]);
  });

  it('neutralises texts that a spreadsheet would take for formulas', async (t) => {
    const service = await startTestService(t);
    const account = accountInput({ server: '=HYPERLINK("http://x")', login: '@SUM(1)' });
    const { token } = await withTrades(service, [tradeInput()], account);
    const [row] = await csv(service, token);
    assert.equal(row?.account_server, '\'=HYPERLINK("http://x")');
    assert.equal(row?.account_login, "'@SUM(1)");
    // A negative figure is a figure.
    assert.equal(row?.commission, '-0.70');
  });

  it('holds what the filter selects, and nothing of anybody else', async (t) => {
    const service = await startTestService(t);
    const { token } = await withTrades(service, [
      tradeInput({ position_ticket: '1' }),
      tradeInput({
        position_ticket: '2',
        opened_at: '2026-02-01T08:00:00.000Z',
        closed_at: '2026-02-01T09:00:00.000Z',
      }),
    ]);
    const real = accountInput({ login: '9', account_type: 'real', currency: 'EUR' });
    await service.call(
      syncTrades,
      { body: { account: real, trades: [tradeInput({ position_ticket: '3' })] } },
      token,
    );
    await withTrades(service, [tradeInput({ position_ticket: '4' })]);
    const tickets = async (query: Record<string, string>) =>
      (await csv(service, token, query))
        .map((trade) => trade.position_ticket ?? '')
        .sort((a, b) => Number(a) - Number(b));
    assert.deepEqual(await tickets({}), ['1', '2', '3']);
    assert.deepEqual(await tickets({ account_type: 'real' }), ['3']);
    assert.deepEqual(await tickets({ currency: 'USD' }), ['1', '2']);
    const february = { period: 'custom', start_date: '2026-02-01', end_date: '2026-02-28' };
    assert.deepEqual(await tickets(february), ['2']);
    const response = await get(service, token, {
      format: 'csv',
      account_type: 'demo',
      ...february,
    });
    assert.match(
      String(response.headers['content-disposition']),
      /quorate-trades-demo-2026-02-01-to-2026-02-28\.csv/,
    );
  });

  it('turns its pages without losing or doubling a trade, in every order, ties included', async (t) => {
    const service = await startTestService(t);
    const { token, user } = await withTrades(service, [tradeInput({ position_ticket: 'first' })]);
    await sql`
      insert into trades (user_id, account_id, position_ticket, symbol, trade_type, volume, digits, open_price,
        close_price, opened_at, closed_at, status, gross_profit, commission, swap, fee, profit, currency,
        account_type, revision, created_at, updated_at)
      select user_id, account_id, 'copy-' || n, case when n % 3 = 0 then 'GBPUSD' else symbol end, trade_type,
        volume + (n % 4) * 0.01, digits, open_price, close_price, opened_at,
        closed_at + (n % 7) * interval '1 hour', status, n % 5 - 2, 0, 0, 0, n % 5 - 2, currency, account_type,
        revision, created_at, updated_at
      from trades, generate_series(1, 2300) as n where user_id = ${user.id}
    `.execute(service.db);
    for (const sort_by of ['trade_time', 'symbol', 'volume', 'profit']) {
      for (const sort_order of ['asc', 'desc']) {
        const rows = await csv(service, token, { sort_by, sort_order });
        assert.equal(new Set(rows.map((row) => row.position_ticket)).size, 2301);
        assert.equal(rows.length, 2301, `${sort_by} ${sort_order}`);
        const column = {
          trade_time: 'closed_at_utc',
          symbol: 'symbol',
          volume: 'volume',
          profit: 'net_profit',
        }[sort_by] as string;
        const values = rows.map((row) => row[column] ?? '');
        const compare = (a: string, b: string) =>
          sort_by === 'volume' || sort_by === 'profit'
            ? Number(a) - Number(b)
            : a < b
              ? -1
              : Number(a > b);
        const sorted = values.toSorted((a, b) =>
          sort_order === 'asc' ? compare(a, b) : compare(b, a),
        );
        assert.deepEqual(values, sorted, `${sort_by} ${sort_order}`);
      }
    }
  });

  it('of an empty selection has its header alone', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const response = await get(service, token, { format: 'csv' });
    assert.equal(response.body.trim().split('\r\n').length, 1);
  });
});
