import { getTradeCharts } from '@quorate/contract/trade-charts';
import { syncTrades as syncTradesCall } from '@quorate/contract/trade-sync';
import { getSuccessRate, getTradeStatistics, getTradingStatistics } from '@quorate/contract/trades';
import type { Reads } from '../../db/reads.ts';
import { AppError } from '../../http/app-error.ts';
import type { Route } from '../../http/endpoint.ts';
import type { CountRows } from '../usage/stored-rows.ts';
import { readCharts } from './charts.service.ts';
import { type SyncDeps, syncTrades } from './sync.service.ts';
import { readHistory, readStatistics } from './trades.service.ts';

export function registerTrades(
  route: Route,
  deps: SyncDeps & { reads: Reads; countRows: CountRows },
): void {
  const { clock, reads } = deps;
  route(syncTradesCall, async ({ body }, { user }) => {
    await deps.countRows(user.id, 'trades', body.trades.length);
    return { success: true, ...(await syncTrades(deps, user.id, body)) };
  });

  route(getTradeStatistics, async ({ params, query }, { user }) => {
    // Somebody else's id and an id that nobody has answer alike.
    if (params.user_id.toLowerCase() !== user.id) throw new AppError('not_found');
    return {
      success: true,
      ...(await reads(user.id, (db) => readHistory({ db, clock }, user.id, query))),
    };
  });

  route(getTradeCharts, async ({ query }, { user }) => ({
    success: true,
    ...(await reads(user.id, (db) => readCharts({ db, clock }, user.id, query))),
  }));

  route(getSuccessRate, async (_input, { user }) => {
    const all = { period: 'all', time_zone: 'UTC' } as const;
    const statistics = await reads(user.id, (db) => readStatistics({ db, clock }, user.id, all));
    return {
      success: true,
      success_rate: statistics.win_rate,
      total_trades: statistics.total_trades,
      winning_trades: statistics.winning_trades,
      losing_trades: statistics.losing_trades,
    };
  });

  route(getTradingStatistics, async ({ query }, { user }) => {
    const statistics = await reads(user.id, (db) => readStatistics({ db, clock }, user.id, query));
    return {
      success: true,
      currency: statistics.currency,
      win_rate: statistics.win_rate,
      total_trades: statistics.total_trades,
      winning_trades: statistics.winning_trades,
      losing_trades: statistics.losing_trades,
      total_pnl: statistics.net_profit,
    };
  });
}
