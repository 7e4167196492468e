import type { CandleSeries } from '@quorate/trading/candle';
import type { Instrument } from '@quorate/trading/instrument';
import type { MarketOrder, OrderKey } from '@quorate/trading/order';
import type { Refusal } from '@quorate/trading/risk/refusal';
import { type ShadowWatch, watchShadow } from '@quorate/trading/simulation/shadow';
import type { AskedTrade, LoopEvent } from '@quorate/trading/trading-loop-events';
import type { Valuation } from '@quorate/trading/valuation';
import type { RuleCheck } from '@quorate/trading/vote';
import type { Instant } from '@quorate/values/instant';
import { shadowOrder } from './shadow-order.ts';

/** Bars that are kept after a trade has ended. */
const BARS_AFTER = 10;

/** What is known of one decision that asked for a trade; it grows until it is told for the last time. */
export type WatchedOutcome = {
  readonly decisionId: string;
  /** Bar at whose close it was decided. */
  readonly decidedAt: number;
  readonly asOf: Instant;
  checks: readonly RuleCheck[];
  asked: AskedTrade | null;
  order: MarketOrder | null;
  fill: { ticket: string; points: number; digits: number; at: Instant } | null;
  refusal: Refusal | null;
  shadow: ShadowWatch | null;
  /** Bar on which the trade, or the shadow, ended. */
  endedAt: number | null;
  /** 1 asked, 2 filled or refused, 3 ended, 4 with the bars after it. */
  revision: 1 | 2 | 3 | 4;
  /** Newest bar that is known. */
  newest: number;
};

type Terms = Readonly<{ series: CandleSeries; instrument: Instrument; valuation: Valuation }>;

/**
 * Follows every decision that asked for a trade, from the desk's answer to the bars after its end, and
 * what a refused one would have done.
 *
 * @param changed told whenever more is known of a decision
 */
export function watchOutcomes(
  terms: Terms,
  changed: (outcome: WatchedOutcome) => void,
): (event: LoopEvent) => void {
  const open = new Set<WatchedOutcome>();
  const byKey = new Map<OrderKey, WatchedOutcome>();
  let index = -1;

  function begin(event: Extract<LoopEvent, { kind: 'order' | 'refusal' }>, id: string) {
    const outcome: WatchedOutcome = {
      decisionId: id,
      decidedAt: index,
      asOf: event.asOf,
      checks: event.checks,
      asked: event.asked,
      order: null,
      fill: null,
      refusal: null,
      shadow: null,
      endedAt: null,
      revision: 1,
      newest: index,
    };
    open.add(outcome);
    return outcome;
  }

  function refuse(event: Extract<LoopEvent, { kind: 'refusal' }>): void {
    const { decisionId } = event;
    if (decisionId === null) return;
    const known = [...open].find((each) => each.decisionId === decisionId);
    const outcome = known ?? begin(event, decisionId);
    outcome.refusal = event.refusal;
    const order = outcome.order ?? shadowOrder(outcome, terms);
    if (order) outcome.shadow = watchShadow(order, terms);
    else outcome.endedAt = index;
    outcome.revision = known ? 2 : 1;
    changed(outcome);
  }

  /** One more bar; the shadows see it as the broker did. */
  function see(outcome: WatchedOutcome): void {
    outcome.newest = index;
    const { shadow } = outcome;
    if (shadow && outcome.endedAt === null && index > outcome.decidedAt) {
      if (shadow.barClosed(terms.series, index).reason !== 'open') outcome.endedAt = index;
    }
    if (outcome.endedAt === null) return;
    if (index - outcome.endedAt >= BARS_AFTER) {
      outcome.revision = 4;
      open.delete(outcome);
      if (outcome.order) byKey.delete(outcome.order.key);
      changed(outcome);
    } else if (outcome.revision < 3) {
      outcome.revision = 3;
      changed(outcome);
    }
  }

  return (event) => {
    switch (event.kind) {
      case 'bar':
        index = event.index;
        if (open.size > 0) for (const outcome of open) see(outcome);
        return;
      case 'order': {
        const { order } = event;
        if (order.decisionId === null) return;
        const outcome = begin(event, order.decisionId);
        outcome.order = order;
        byKey.set(order.key, outcome);
        changed(outcome);
        return;
      }
      case 'refusal':
        refuse(event);
        return;
      case 'deal': {
        const { deal } = event;
        const outcome = deal.orderKey === null ? undefined : byKey.get(deal.orderKey);
        if (!outcome || deal.entry !== 'in' || outcome.fill) return;
        const { points, digits } = deal.price;
        outcome.fill = { ticket: deal.positionTicket, points, digits, at: deal.time };
        outcome.revision = 2;
        changed(outcome);
        return;
      }
      case 'trade-closed': {
        const { orderKey } = event.trade;
        const outcome = orderKey === null ? undefined : byKey.get(orderKey);
        // Deals of a bar are told before the bar itself.
        if (outcome) outcome.endedAt = index + 1;
        return;
      }
      default:
        return;
    }
  };
}
