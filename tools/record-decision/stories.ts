import type { Trade } from '@quorate/contract/trades';
import { tradeToWire } from '@quorate/run/wire';
import type { DealReason } from '@quorate/trading/account/deal';
import { type CandleSeries, closeTimeAt } from '@quorate/trading/market/candle';
import { instantFromIso } from '@quorate/values/instant';
import type { Story } from './choose-story.ts';
import type { StoredRun } from './stored-run.ts';
import type { WalkedTrade } from './walk-again.ts';

/**
 * Joins what the service has on record of each closed trade with what its bot knew.
 *
 * @throws Error when the two do not agree on a trade
 */
export function storiesOf(
  stored: StoredRun,
  walkedTrades: readonly WalkedTrade[],
  series: CandleSeries,
): Story[] {
  const walks = new Map(walkedTrades.map((walk) => [walk.decisionId, walk]));
  return stored.trades.flatMap((trade) => {
    if (trade.closed_at === null) return [];
    const decision = stored.decisions.find(({ decision_id }) => decision_id === trade.decision_id);
    const walk = decision && walks.get(decision.decision_id);
    if (!walk || !isSame(trade, walk)) {
      throw new Error(`the trade ${trade.position_ticket} is not what the bot traded`);
    }
    const bars = barAt(series, trade.closed_at) - barAt(series, decision.as_of);
    return [{ decision, trade, checks: walk.checks, exit: exitOf(walk.exit), bars }];
  });
}

function isSame(stored: Trade, { trade, decisionId }: WalkedTrade): boolean {
  const walked = tradeToWire(trade, decisionId);
  return (
    stored.position_ticket === walked.position_ticket &&
    stored.volume === walked.volume &&
    stored.price === walked.open_price &&
    stored.close_price === walked.close_price &&
    stored.stop_loss === walked.stop_loss &&
    stored.take_profit === walked.take_profit &&
    stored.profit === walked.profit &&
    stored.closed_at === walked.closed_at
  );
}

/** The bar that closes at a moment or is the one in which the moment lies. */
export function barAt(series: CandleSeries, iso: string): number {
  const moment = instantFromIso(iso);
  for (let bar = 0; bar < series.length; bar += 1) {
    if (closeTimeAt(series, bar) >= moment) return bar;
  }
  throw new Error(`${iso} is after the last bar`);
}

function exitOf(reason: DealReason | null): Story['exit'] {
  if (reason === 'take-profit') return 'target';
  return reason === 'stop-loss' ? 'stop' : 'other';
}
