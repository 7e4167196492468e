import type { OutcomeInput } from '@quorate/contract/decision-outcomes';
import {
  type OutcomeWatch,
  tellsTouch,
  type WatchedOutcome,
  watchOutcomes,
} from '@quorate/run/outcome-watch';
import { outcomeToWire } from '@quorate/run/outcome-wire';
import type { Instrument } from '@quorate/trading/account/instrument';
import type { Rates } from '@quorate/trading/account/rates';
import { valuationOf } from '@quorate/trading/account/valuation';
import { newestIndex } from '@quorate/trading/loop/lane';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { type CandleSeries, closeTimeAt } from '@quorate/trading/market/candle';
import { DEFAULT_COSTS } from '@quorate/trading/simulation/costs';
import type { Instant } from '@quorate/values/instant';
import type { Currency } from '@quorate/values/money';
import type { FollowedDecision, FollowedEvent } from '../../db/hosted-tables.ts';

/** Follows what becomes of an account's decisions, on every series, over restarts. */
type Followed = Readonly<{
  hear(event: LoopEvent): void;
  /** What a later run needs to go on. */
  saved(): FollowedDecision[];
  /** All that is known and has not been told. */
  news(): OutcomeInput[];
  /** Of them, those that say for the first time what price did first. */
  touches(): OutcomeInput[];
  /** They are stored. */
  told(outcomes: readonly OutcomeInput[]): void;
}>;

type Lane = Readonly<{ series: CandleSeries; instrument: Instrument }>;
type Terms = Readonly<{
  currency: Currency;
  rates: Rates | undefined;
  /** Bars of each series that had closed when the run began. */
  upTo: readonly number[];
}>;
type Watched = Readonly<{ lane: Lane; watch: OutcomeWatch }>;
type Remembered = Readonly<{ at: string; events: FollowedEvent[] }>;

/** @param saved decisions that an earlier run followed: all that had become of them by then is told */
export function createFollowed(
  lanes: readonly Lane[],
  { currency, rates, upTo }: Terms,
  saved: readonly FollowedDecision[],
): Followed {
  const watches = new Map<string, Watched>();
  const remembered = new Map<string, Remembered>();
  const decisionOf = new Map<string, string>();
  const untold = new Map<string, Readonly<{ outcome: WatchedOutcome; series: CandleSeries }>>();
  /** Revision that was told last. */
  const toldAt = new Map<string, number>();

  for (const lane of lanes) {
    const { series, instrument } = lane;
    const valuation = valuationOf(instrument, currency, rates);
    if (valuation.kind === 'denied') continue;
    const watch = watchOutcomes(
      { series, instrument, valuation, costs: DEFAULT_COSTS },
      (outcome) => untold.set(outcome.decisionId, { outcome, series }),
    );
    watches.set(nameOf(series), { lane, watch });
  }
  for (const { symbol, timeframe, events } of saved) {
    const [decision] = events;
    if (decision?.kind === 'decision')
      remembered.set(decision.decision.decisionId, { at: nameOf({ symbol, timeframe }), events });
    for (const event of events) noteOrder(event);
  }
  for (const [at, { series }] of lanes.entries()) seeAgain(series, upTo[at] ?? 0);
  for (const [id, { outcome }] of untold) toldAt.set(id, outcome.revision);
  untold.clear();

  function noteOrder(event: FollowedEvent): void {
    if (event.kind === 'order' && event.order.decisionId !== null)
      decisionOf.set(event.order.key, event.order.decisionId);
  }

  /** Shows a watch the bars since its oldest decision, and between them what had happened. */
  function seeAgain(series: CandleSeries, end: number): void {
    const at = nameOf(series);
    const watch = watches.get(at)?.watch;
    const events = [...remembered.values()]
      .filter((each) => each.at === at)
      .flatMap((each) => each.events)
      .sort((a, b) => a.asOf - b.asOf);
    const [first] = events;
    if (!watch || !first) return;
    let next = Math.max(0, newestIndex(series, first.asOf));
    const show = (isDue: (closed: Instant) => boolean) => {
      for (; next < end && isDue(closeTimeAt(series, next)); next += 1)
        watch.hear({ kind: 'bar', index: next });
    };
    for (const event of events) {
      // Deals of a bar come before the bar itself, all else is decided at its close.
      const isDeal = event.kind === 'deal' || event.kind === 'trade-closed';
      show((closed) => (isDeal ? closed < event.asOf : closed <= event.asOf));
      watch.hear(event);
    }
    show(() => true);
  }

  function remember(event: FollowedEvent, decisionId: string | null | undefined): void {
    if (decisionId) remembered.get(decisionId)?.events.push(event);
  }

  function hear(event: LoopEvent): void {
    switch (event.kind) {
      case 'bar':
        watches.get(nameOf(event))?.watch.hear(event);
        return;
      case 'decision': {
        const { decisionId, action } = event.decision;
        watches.get(nameOf(event))?.watch.hear(event);
        const { kind, symbol, timeframe, asOf, atrPoints, decision } = event;
        const short = { ...decision, decisionId, action, reason: '' };
        remembered.set(decisionId, {
          at: nameOf(event),
          events: [{ kind, symbol, timeframe, asOf, atrPoints, decision: short }],
        });
        return;
      }
      case 'order':
        noteOrder(event);
        remember(event, event.order.decisionId);
        break;
      case 'refusal':
        remember(event, event.decisionId);
        break;
      case 'deal':
        remember(event, event.deal.orderKey && decisionOf.get(event.deal.orderKey));
        break;
      case 'trade-closed':
        remember(event, event.trade.orderKey && decisionOf.get(event.trade.orderKey));
        break;
      default:
        return;
    }
    for (const { lane, watch } of watches.values())
      if (lane.series.symbol === event.symbol) watch.hear(event);
  }

  /** Of what nothing more can become known nothing is kept. */
  function forget(): void {
    for (const [id, { at }] of remembered) {
      if (watches.get(at)?.watch.follows(id) || untold.has(id)) continue;
      remembered.delete(id);
      toldAt.delete(id);
    }
    for (const [key, id] of decisionOf) if (!remembered.has(id)) decisionOf.delete(key);
  }

  const isNewTouch = ({ decisionId, firstTouch }: WatchedOutcome) =>
    firstTouch !== null && !tellsTouch(toldAt.get(decisionId) ?? 0);

  const wireOf = ({ outcome, series }: { outcome: WatchedOutcome; series: CandleSeries }) =>
    outcomeToWire(outcome, series, isNewTouch(outcome));

  return {
    hear,
    saved() {
      forget();
      return [...remembered.values()].flatMap(({ events }) => {
        const [first] = events;
        return first?.kind === 'decision'
          ? [{ symbol: first.symbol, timeframe: first.timeframe, events }]
          : [];
      });
    },
    news: () => [...untold.values()].map(wireOf),
    touches: () => [...untold.values()].filter(({ outcome }) => isNewTouch(outcome)).map(wireOf),
    told(outcomes) {
      for (const { decision_id: id, revision } of outcomes) {
        toldAt.set(id, revision);
        if (untold.get(id)?.outcome.revision === revision) untold.delete(id);
      }
    },
  };
}

function nameOf({ symbol, timeframe }: Pick<CandleSeries, 'symbol' | 'timeframe'>): string {
  return `${symbol} ${timeframe}`;
}
