import { exportTrades as exportCall } from '@quorate/contract/trade-export';
import type { Limits } from '../../config/limits.ts';
import type { Reads } from '../../db/reads.ts';
import type { Db } from '../../db/tables.ts';
import type { Route } from '../../http/endpoint.ts';
import { countAgainst } from '../../http/rate-limit.ts';
import type { Clock } from '../../process/clock.ts';
import { exportTrades } from './exports.service.ts';

const HOUR_MS = 3_600_000;

export function registerExports(
  route: Route,
  deps: { db: Db; reads: Reads; clock: Clock; limits: Limits },
): void {
  const limit = deps.limits.tradeExports;
  const perUser = {
    what: 'trade_export',
    limit,
    windowMs: HOUR_MS,
    words: `${limit} files an hour`,
  };
  route(exportCall, async ({ query }, { user, reply }) => {
    await countAgainst(deps, perUser, user.id);
    const { name, type, content } = await exportTrades(deps, user.id, query);
    return reply
      .type(type)
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(content);
  });
}
