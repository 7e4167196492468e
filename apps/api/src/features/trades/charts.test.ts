import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getTradeCharts, type TradeCharts } from '@quorate/contract/trade-charts';
import { getTradeStatistics } from '@quorate/contract/trades';
import { tradeInput } from '../../../test/helpers/builders.ts';
import { beginRollUp } from './rollups/book.ts';
import { bruteCharts } from './rollups/testing/brute-charts.ts';
import { fill, PERIODS, send, ZONES } from './rollups/testing/histories.ts';

describe('the charts', () => {
  it('slice what the filter selects, kept or counted, as a walk over the trades does', async (t) => {
    const { service, user } = await fill(t, 700, 7);
    const rows = await service.db.selectFrom('trades').selectAll().execute();
    const ask = async (query: object): Promise<Omit<TradeCharts, 'success'>> => {
      const { success, ...charts } = await service.call(
        getTradeCharts,
        { query } as never,
        user.token,
      );
      return charts;
    };
    const queries = ZONES.flatMap((time_zone, zone) =>
      PERIODS.flatMap((period, index) => [
        { ...period, time_zone, currency: 'USD' },
        { ...period, time_zone, currency: 'JPY' },
        {
          ...period,
          time_zone,
          currency: 'USD',
          account_type: (zone + index) % 2 ? 'demo' : 'real',
        },
      ]),
    );
    const expected = queries.map((query) => bruteCharts(rows, query, service.clock.now()));
    for (const [index, query] of queries.entries())
      assert.deepEqual(await ask(query), expected[index], JSON.stringify(query));
    await beginRollUp(service, user.user.id);
    for (const [index, query] of queries.entries())
      assert.deepEqual(await ask(query), expected[index], `kept ${JSON.stringify(query)}`);
  });

  it('tell the rollover from the hour that it begins in, at a ragged end of a range', async (t) => {
    const { service, user } = await fill(t, 20, 9);
    // 16:50 and 16:57 in New York, within one hour of every clock; the rollover begins at 16:55.
    const trades = ['21:50', '21:57'].map((time, ticket) =>
      tradeInput({
        position_ticket: `r${ticket}`,
        opened_at: `2026-01-14T${time}:00.000Z`,
        closed_at: '2026-01-14T22:10:00.000Z',
      }),
    );
    await send(service, user, 0, trades);
    await beginRollUp(service, user.user.id);
    // A day of Kolkata is two ends of a UTC day and nothing whole.
    const day = { period: 'custom', start_date: '2026-01-15', end_date: '2026-01-15' };
    const query = { ...day, time_zone: 'Asia/Kolkata', currency: 'USD' };
    const { sessions } = await service.call(getTradeCharts, { query } as never, user.token);
    const rows = await service.db.selectFrom('trades').selectAll().execute();
    assert.deepEqual(sessions, bruteCharts(rows, query, service.clock.now()).sessions);
    const found = new Map(sessions.map(({ session, trades }) => [session, trades]));
    assert.ok((found.get('america') ?? 0) >= 1 && (found.get('rollover') ?? 0) >= 1);
  });

  it('add up to the total of the statistics, each of them', async (t) => {
    const { service, user } = await fill(t, 200, 8);
    const charts = await service.call(getTradeCharts, { query: {} } as never, user.token);
    const { statistics } = await service.call(
      getTradeStatistics,
      { params: { user_id: user.user.id }, query: {} } as never,
      user.token,
    );
    const { days, weekdays, hours, sessions, r_classes, without_r, symbols } = charts;
    for (const slices of [days, weekdays, hours, sessions, [...r_classes, without_r], symbols]) {
      const sum = (of: 'trades' | 'wins' | 'losses' | 'net') =>
        slices.reduce((total, slice) => total + Math.round(slice[of] * 100), 0) / 100;
      assert.deepEqual(
        [sum('trades'), sum('wins'), sum('losses'), sum('net')],
        [
          statistics.total_trades,
          statistics.winning_trades,
          statistics.losing_trades,
          statistics.net_profit,
        ],
      );
    }
  });
});
