import { getSiteFigures, type SiteFigures } from '@quorate/contract/site';
import { winRatePercent } from '@quorate/trading/statistics/summary';
import type { Read } from '../../db/reads.ts';
import type { Route } from '../../http/endpoint.ts';
import type { Clock } from '../../process/clock.ts';
import { ledgerFigures } from './site.queries.ts';

type SiteDeps = { read: Read; clock: Clock; figures: 'beta' | 'ledger' };

const KEPT_MS = 10 * 60_000;
const ACTIVE_MS = 30 * 86_400_000;

/** Visitors share one answer for ten minutes: it is computed from every trade there is. */
function createSiteFigures({ read, clock, figures }: SiteDeps): () => Promise<SiteFigures> {
  let kept: { until: number; answer: Promise<SiteFigures> } | undefined;
  return () => {
    if (figures === 'beta') return Promise.resolve({ source: 'beta' });
    const now = clock.now();
    if (!kept || now >= kept.until) {
      const answer = compute(read, now);
      kept = { until: now + KEPT_MS, answer };
      // A fault is told to whoever asked, and not kept for those who come after.
      answer.catch(() => {
        kept = undefined;
      });
    }
    return kept.answer;
  };
}

async function compute(read: Read, now: number): Promise<SiteFigures> {
  const { wins, simulated_trades, risk_reward, ...counts } = await read((db) =>
    ledgerFigures(db, { now: new Date(now), activeSince: new Date(now - ACTIVE_MS) }),
  );
  return {
    source: 'ledger',
    computed_at: new Date(now).toISOString(),
    ...counts,
    simulated_trades,
    win_rate: simulated_trades === 0 ? null : winRatePercent(wins, simulated_trades),
    risk_reward: risk_reward === null ? null : Number(risk_reward),
  };
}

export function registerSiteFigures(route: Route, deps: SiteDeps): void {
  const figures = createSiteFigures(deps);
  route(getSiteFigures, async () => ({ success: true, figures: await figures() }));
}
