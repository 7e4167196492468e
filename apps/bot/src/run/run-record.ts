import type { Trade } from '@quorate/trading/account/trade';
import type { Journal } from '@quorate/trading/loop/ports';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import type { Instant } from '@quorate/values/instant';
import type { Money } from '@quorate/values/money';

/** What a run has done so far, kept from the events of its loop. */
export type RunRecord = Journal &
  Readonly<{
    trades(): Iterable<Trade>;
    openTrades(): number;
    closedTrades(): number;
    decisionOf(trade: Trade): string | null;
    decisions(): number;
    /** Refusal code to how often, in the order of their first time. */
    refusals(): Readonly<Record<string, number>>;
    /** State at the newest bar; null before the first. */
    latest(): Readonly<{ asOf: Instant; balance: Money; equity: Money }> | null;
  }>;

/** @param listeners told of each event after it is kept */
export function createRunRecord(listeners: readonly ((event: LoopEvent) => void)[]): RunRecord {
  const trades = new Map<string, Trade>();
  const decisionOfKey = new Map<string, string | null>();
  const refusals = new Map<string, number>();
  let open = 0;
  let decisions = 0;
  let latest: ReturnType<RunRecord['latest']> = null;

  function keep(event: LoopEvent): void {
    switch (event.kind) {
      case 'bar':
        latest = event;
        return;
      case 'decision':
        decisions++;
        return;
      case 'order':
        decisionOfKey.set(event.order.key, event.order.decisionId);
        return;
      case 'refusal':
        count(event.refusal.code);
        return;
      case 'limit':
        count(event.notice.code);
        return;
      case 'trade-opened':
        open++;
        trades.set(event.trade.positionTicket, event.trade);
        return;
      case 'trade-changed':
        trades.set(event.trade.positionTicket, event.trade);
        return;
      case 'trade-closed':
        open--;
        trades.set(event.trade.positionTicket, event.trade);
        return;
      case 'managed':
      case 'quiet':
      case 'governed':
      case 'floors':
      case 'touch':
      case 'deal':
      case 'limits':
      case 'cash-flow':
      case 'unavailable':
        return;
    }
  }

  function count(code: string): void {
    refusals.set(code, (refusals.get(code) ?? 0) + 1);
  }

  return {
    record(event) {
      keep(event);
      for (const listener of listeners) listener(event);
    },
    trades: () => trades.values(),
    openTrades: () => open,
    closedTrades: () => trades.size - open,
    decisionOf: (trade) =>
      trade.orderKey === null ? null : (decisionOfKey.get(trade.orderKey) ?? null),
    decisions: () => decisions,
    refusals: () => Object.fromEntries(refusals),
    latest: () => latest,
  };
}
