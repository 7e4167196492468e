import { type OutcomeWatch, type WatchedOutcome, watchOutcomes } from '@quorate/run/outcome-watch';
import type { Instrument } from '@quorate/trading/account/instrument';
import type { Rates } from '@quorate/trading/account/rates';
import { valuationOf } from '@quorate/trading/account/valuation';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { type CandleSeries, closeTimeAt } from '@quorate/trading/market/candle';
import { type Instant, instant } from '@quorate/values/instant';
import type { Currency } from '@quorate/values/money';
import type { JournalEntry, LiveJournal } from './live-journal.ts';

type FollowDeps = Readonly<{
  journal: Pick<LiveJournal, 'eventsSince'>;
  /** Of the account. */
  currency(): Currency;
  /** Told whenever more is known of a decision on these bars. */
  changed(outcome: WatchedOutcome, series: CandleSeries): void;
}>;

/** Follows what becomes of the decisions of a live account, over restarts of the bot and of its series. */
export type FollowedOutcomes = Readonly<{
  /** The series that decisions are followed on from now on, with those that were made on bars of theirs before. */
  follow(series: readonly CandleSeries[], instruments: readonly Instrument[], rates: Rates): void;
  hear(event: LoopEvent): void;
  /** The series that is followed of a symbol. */
  seriesOf(symbol: string): CandleSeries | undefined;
}>;

export function followOutcomes({ journal, currency, changed }: FollowDeps): FollowedOutcomes {
  let watches = new Map<string, OutcomeWatch>();
  let followed: readonly CandleSeries[] = [];

  return {
    hear: (event) => watches.get(event.symbol)?.hear(event),
    seriesOf: (name) => followed.find(({ symbol }) => symbol === name),
    follow(series, instruments, rates) {
      followed = series;
      watches = new Map();
      for (const [at, bars] of series.entries()) {
        const instrument = instruments[at];
        const valuation = instrument && valuationOf(instrument, currency(), rates);
        if (!instrument || !valuation || valuation.kind === 'denied') continue;
        const watch = watchOutcomes({ series: bars, instrument, valuation }, (outcome) =>
          changed(outcome, bars),
        );
        watches.set(bars.symbol, watch);
        seeAgain(bars, watch, journal);
      }
    },
  };
}

/** What a watch has to hear again; of all other kinds it makes nothing. */
const KINDS = ['decision', 'order', 'refusal', 'deal', 'trade-closed'];

/**
 * Shows a watch the bars that are there already, and between them what the journal has of the bars' time. What the
 * service has heard before is not sent again: its revision is known.
 */
function seeAgain(
  series: CandleSeries,
  { hear: watch }: OutcomeWatch,
  journal: FollowDeps['journal'],
): void {
  if (series.length === 0) return;
  let next = 0;
  const show = (isDue: (closed: Instant) => boolean) => {
    for (; next < series.length && isDue(closeTimeAt(series, next)); next += 1)
      watch({ kind: 'bar', index: next });
  };
  for (const entry of journal.eventsSince(instant(series.time[0] ?? 0), KINDS)) {
    const event = eventOf(entry);
    if (event?.symbol !== series.symbol) continue;
    // Deals of a bar come before the bar itself, all else is decided at its close.
    const isDeal = event.kind === 'deal' || event.kind === 'trade-closed';
    show((closed) => (isDeal ? closed < event.asOf : closed <= event.asOf));
    // A bar that the terminal does not have any more, or has at another time, is followed by nobody.
    const decided = next > 0 && closeTimeAt(series, next - 1) === event.asOf;
    if (event.kind !== 'decision' || decided) watch(event);
  }
  show(() => true);
}

type PastEvent = Exclude<LoopEvent, { kind: 'bar' }>;

/** Rows are written by the bot alone; one that somebody has changed is none. */
function eventOf({ at, kind, body }: JournalEntry): PastEvent | null {
  try {
    const row: unknown = JSON.parse(body);
    if (kind !== 'deal') return row as PastEvent;
    const deal = row as Extract<PastEvent, { kind: 'deal' }>['deal'];
    return { kind: 'deal', symbol: deal.symbol, asOf: at, deal };
  } catch {
    return null;
  }
}
