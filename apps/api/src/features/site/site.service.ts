import { getSiteFigures, type SiteFigures } from '@quorate/contract/site';
import { roundTo } from '@quorate/trading/rounding';
import type { Read } from '../../db/reads.ts';
import type { Route } from '../../http/endpoint.ts';
import { cacheFor } from '../../process/cache-for.ts';
import type { Clock } from '../../process/clock.ts';
import { readBoard } from '../board/read-board.ts';

type SiteDeps = { read: Read; clock: Clock; figures: 'beta' | 'ledger' };

const KEPT_MS = 10 * 60_000;

export function registerSiteFigures(route: Route, deps: SiteDeps): void {
  // Visitors share one answer.
  const computed = cacheFor(deps.clock, KEPT_MS, (now) => figuresOnRecord(deps.read, now));
  route(getSiteFigures, async () => ({
    success: true,
    figures: deps.figures === 'beta' ? ({ source: 'beta' } as const) : await computed(),
  }));
}

/** Those of the newest board, so that the home page says nothing that is not on record. */
async function figuresOnRecord(read: Read, now: number): Promise<SiteFigures> {
  const board = await read(readBoard);
  const results = [...(board?.body.results ?? [])];
  const demo = results.find(({ provenance }) => provenance === 'demo-agreed');
  return {
    source: 'ledger',
    computed_at: (board?.checkedAt ?? new Date(now)).toISOString(),
    active_traders: board?.body.active_traders ?? 0,
    simulated_trades: demo?.trades ?? 0,
    win_rate: demo?.win_rate ? roundTo(demo.win_rate.value * 100, 2) : null,
    risk_reward: demo?.risk_reward ?? null,
    risk_reward_trades: demo?.risk_reward_trades ?? 0,
    results,
  };
}
