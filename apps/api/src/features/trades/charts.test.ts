import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getTradeCharts, type TradeCharts } from '@quorate/contract/trade-charts';
import { getTradeStatistics } from '@quorate/contract/trades';
import { beginRollUp } from './rollups/begin.ts';
import { bruteCharts } from './rollups/testing/brute-charts.ts';
import { fill, PERIODS, ZONES } from './rollups/testing/histories.ts';

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
