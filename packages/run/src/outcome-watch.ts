import type { MarketOrder, OrderKey } from '@quorate/trading/account/order';
import type { RuleCheck } from '@quorate/trading/analysts/vote';
import type { AskedTrade, LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import type { CandleSeries } from '@quorate/trading/market/candle';
import type { DeskInputs } from '@quorate/trading/risk/desk-inputs';
import type { Refusal } from '@quorate/trading/risk/refusal';
import {
  type FirstTouch,
  type TouchWatch,
  watchFirstTouch,
} from '@quorate/trading/simulation/first-touch';
import {
  type ShadowTerms,
  type ShadowWatch,
  shadowOrder,
  watchShadow,
} from '@quorate/trading/simulation/shadow';
import type { Instant } from '@quorate/values/instant';

/** Bars that are kept after a trade has ended. */
const BARS_AFTER = 10;

/** What is known of one decision; it grows until it is told for the last time. */
export type WatchedOutcome = {
  readonly decisionId: string;
  /** Bar at whose close it was decided. */
  readonly decidedAt: number;
  readonly asOf: Instant;
  /** Nothing was asked for: what price did first is all there is to tell. */
  readonly held: boolean;
  checks: readonly RuleCheck[];
  asked: AskedTrade | null;
  /** What the desk looked at, or would have. */
  desk: DeskInputs | null;
  order: MarketOrder | null;
  fill: { ticket: string; points: number; digits: number; at: Instant } | null;
  refusal: Refusal | null;
  shadow: ShadowWatch | null;
  /** What price did first; null until it is known. */
  firstTouch: FirstTouch | null;
  /** Bar on which price did it. */
  touchedAt: number | null;
  /** Bar on which the trade, or the shadow, ended. */
  endedAt: number | null;
  /** Counts what is known, from 1: each stage once without the first touch and once with it. */
  revision: number;
  /** Newest bar that is known. */
  newest: number;
};

type Terms = ShadowTerms & Readonly<{ series: CandleSeries }>;

/** What a watch hears: all that a run tells, and of a bar its place. */
export type WatchedEvent =
  | Exclude<LoopEvent, { kind: 'bar' }>
  | Pick<Extract<LoopEvent, { kind: 'bar' }>, 'kind' | 'index'>;

/** Follows the decisions on one series. */
export type OutcomeWatch = Readonly<{
  hear(event: WatchedEvent): void;
  /** Whether more may become known of a decision. */
  follows(decisionId: string): boolean;
}>;

/** 1 decided or asked, 2 filled or refused after it was asked, 3 ended, 4 with the bars after it. */
type Stage = 1 | 2 | 3 | 4;

type Watched = { outcome: WatchedOutcome; touch: TouchWatch; stage: Stage };

/**
 * Follows every decision: what price did first after it, and where it asked for a trade, everything from
 * the desk's answer to the bars after its end, and what a refused one would have done. One that asked for
 * nothing is told once, when it is known what price did.
 *
 * @param changed told whenever more is known of a decision
 */
export function watchOutcomes(
  terms: Terms,
  changed: (outcome: WatchedOutcome) => void,
): OutcomeWatch {
  const { series } = terms;
  const open = new Map<string, Watched>();
  const byKey = new Map<OrderKey, Watched>();
  let index = -1;

  function begin(event: Extract<LoopEvent, { kind: 'decision' }>): void {
    const { asOf, atrPoints, decision, desk = null } = event;
    const { decisionId, action } = decision;
    const outcome: WatchedOutcome = {
      decisionId,
      decidedAt: index,
      asOf,
      held: action === 'HOLD',
      checks: [],
      asked: null,
      desk,
      order: null,
      fill: null,
      refusal: null,
      shadow: null,
      firstTouch: null,
      touchedAt: null,
      endedAt: null,
      revision: 1,
      newest: index,
    };
    const touch = watchFirstTouch(series, { after: index, atrPoints });
    open.set(decisionId, { outcome, touch, stage: 1 });
  }

  function tell(watched: Watched): void {
    watched.outcome.revision = revisionOf(watched);
    changed(watched.outcome);
  }

  function ask(event: Extract<LoopEvent, { kind: 'order' }>): void {
    const { order, checks, asked, desk } = event;
    const watched = order.decisionId === null ? undefined : open.get(order.decisionId);
    if (!watched) return;
    Object.assign(watched.outcome, { order, checks, asked });
    watched.outcome.desk = desk ?? watched.outcome.desk;
    byKey.set(order.key, watched);
    tell(watched);
  }

  function refuse(event: Extract<LoopEvent, { kind: 'refusal' }>): void {
    const watched = event.decisionId === null ? undefined : open.get(event.decisionId);
    if (!watched) return;
    const { outcome } = watched;
    outcome.refusal = event.refusal;
    if (outcome.order === null) {
      outcome.checks = event.checks;
      outcome.asked = event.asked;
      outcome.desk = event.desk ?? outcome.desk;
    } else watched.stage = 2;
    const order = outcome.order ?? shadowOrder(outcome, terms);
    if (order) outcome.shadow = watchShadow(order, terms);
    else outcome.endedAt = index;
    tell(watched);
  }

  /** One more bar; the shadows see it as the broker did. */
  function see(watched: Watched): void {
    const { outcome, touch } = watched;
    const { shadow } = outcome;
    outcome.newest = index;
    outcome.firstTouch = touch.barClosed(index);
    if (outcome.firstTouch !== null) outcome.touchedAt ??= index;
    if (shadow && outcome.endedAt === null && index > outcome.decidedAt) {
      if (shadow.barClosed(series, index).reason !== 'open') outcome.endedAt = index;
    }
    if (outcome.endedAt !== null) watched.stage = index - outcome.endedAt >= BARS_AFTER ? 4 : 3;
    const known = outcome.firstTouch !== null;
    if ((outcome.held || watched.stage === 4) && known) {
      open.delete(outcome.decisionId);
      if (outcome.order) byKey.delete(outcome.order.key);
    }
    if (outcome.held ? known : revisionOf(watched) > outcome.revision) tell(watched);
  }

  function hear(event: WatchedEvent): void {
    switch (event.kind) {
      case 'bar':
        index = event.index;
        for (const watched of open.values()) see(watched);
        return;
      case 'decision':
        begin(event);
        return;
      case 'order':
        ask(event);
        return;
      case 'refusal':
        refuse(event);
        return;
      case 'deal': {
        const { deal } = event;
        const watched = deal.orderKey === null ? undefined : byKey.get(deal.orderKey);
        if (!watched || deal.entry !== 'in' || watched.outcome.fill) return;
        const { points, digits } = deal.price;
        watched.outcome.fill = { ticket: deal.positionTicket, points, digits, at: deal.time };
        watched.stage = 2;
        tell(watched);
        return;
      }
      case 'trade-closed': {
        const { orderKey } = event.trade;
        const watched = orderKey === null ? undefined : byKey.get(orderKey);
        // Deals of a bar are told before the bar itself.
        if (watched) watched.outcome.endedAt = index + 1;
        return;
      }
      default:
        return;
    }
  }

  return { hear, follows: (decisionId) => open.has(decisionId) };
}

function revisionOf({ outcome, stage }: Watched): number {
  return 2 * stage - (outcome.firstTouch === null ? 1 : 0);
}

/** Whether a report at this revision said what price did first. @param revision 0 for none */
export function tellsTouch(revision: number): boolean {
  return revision > 0 && revision % 2 === 0;
}
