import type { Trade } from '@quorate/trading/account/trade';
import { tradesFromDeals } from '@quorate/trading/account/trade-book';
import { DAY_MS } from '@quorate/values/instant';
import { ValueError } from '@quorate/values/value-error';
import type { TerminalDeal } from '../mt5/bridge/records.ts';
import { type DealFeed, HISTORY_DAYS } from '../mt5/broker/deal-feed.ts';
import { dealOf, type RecordTerms } from '../mt5/broker/terminal-records.ts';
import { tradeToWire } from '../service/wire.ts';
import type { TradeSync } from '../sync/trade-sync.ts';
import type { Timers } from '../timers.ts';
import type { LiveJournal } from './live-journal.ts';
import type { ServerClock } from './server-clock.ts';

/** Brings the account's trades to the service: ours, and those that were made by hand. */
export type HistorySync = Readonly<{
  /** Looks through the last 30 days. @returns the trades found; null when the terminal did not answer */
  cycle(): Promise<readonly Trade[] | null>;
}>;

type HistorySyncDeps = Readonly<{
  feed: DealFeed;
  journal: LiveJournal;
  records: RecordTerms;
  serverClock: ServerClock;
  timers: Timers;
  sync: Pick<TradeSync, 'add'>;
  notify(line: string): void;
}>;

export function createHistorySync(deps: HistorySyncDeps): HistorySync {
  const { feed, journal, records, serverClock, timers, sync, notify } = deps;
  const told = new Set<string>();
  // A trade's volumes need not be whole steps of what the broker asks for today.
  const terms: RecordTerms = {
    toUtc: records.toUtc,
    keyOf: records.keyOf,
    riskOf: records.riskOf,
    get currency() {
      return records.currency;
    },
    stepOf: () => null,
  };

  function decisionOf({ orderKey }: Trade): string | null {
    const intent = orderKey === null ? null : journal.intent(orderKey)?.intent;
    return intent?.kind === 'open' ? intent.order.decisionId : null;
  }

  function tradesOf(position: string, deals: readonly TerminalDeal[]): readonly Trade[] {
    try {
      return tradesFromDeals(
        deals.map((deal) => dealOf(deal, terms)).filter((deal) => deal !== null),
      );
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      if (!told.has(position)) notify(`Position ${position} is not synced: ${error.message}.`);
      told.add(position);
      return [];
    }
  }

  return {
    async cycle() {
      if (!(await feed.fetch(HISTORY_DAYS))) return null;
      const since = serverClock.toServerMs(timers.now()) - HISTORY_DAYS * DAY_MS;
      const positions = new Set(
        journal
          .dealsSince(since)
          .filter(({ position, type }) => position !== '0' && (type === 'buy' || type === 'sell'))
          .map(({ position }) => position),
      );
      const trades: Trade[] = [];
      for (const position of positions) {
        // An entry older than the window is found by its position.
        if (!journal.dealsOf(position).some(({ entry }) => entry === 'in'))
          await feed.fetchPosition(position);
        trades.push(...tradesOf(position, journal.dealsOf(position)));
      }
      for (const trade of trades) sync.add(tradeToWire(trade, decisionOf(trade)));
      return trades;
    },
  };
}
