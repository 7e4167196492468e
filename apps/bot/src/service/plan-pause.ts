import type { DecisionOutcome, ServiceLimit } from '@quorate/trading/analysts/decision';
import { addMilliseconds, type Instant } from '@quorate/values/instant';
import type { RecordedAnswer, RunJournal } from '../journal/run-journal.ts';
import type { StopSignal } from '../run/stop-signal.ts';

/** A plan limit that outlasts the candles: nothing is asked any more, what is open is managed to its end. */
export type PlanPause = Readonly<{
  /** The limit that holds now; null while the service may be asked. */
  standing(): ServiceLimit | null;
  /** Whether a limit ends the run rather than the trading day. */
  endsRun(limit: ServiceLimit): boolean;
  begin(bar: Bar, limit: ServiceLimit): DecisionOutcome;
  /** Takes up a pause that the journal holds. */
  resume(bar: Bar, limit: ServiceLimit): void;
  /** Ends the run if it only waits for positions to close and none is left. */
  endIfFlat(): void;
  /** Lets the next run ask again from the bar after this one. */
  close(lastAsOf: Instant): void;
}>;

type Bar = Pick<RecordedAnswer, 'symbol' | 'asOf' | 'snapshotHash'>;

type PlanPauseDeps = Readonly<{
  journal: RunJournal;
  stop: StopSignal;
  holdsPositions(): boolean;
  lastClose: Instant;
  /** How many symbols the run trades: the plan's limit of symbols stops one of several, and the run with the last of them. */
  symbols: number;
}>;

/** Where the limit stands as the service told it, while the journal's answer has no end yet. */
const FACT = 'standing_limit';

export function createPlanPause({
  journal,
  stop,
  holdsPositions,
  lastClose,
  symbols,
}: PlanPauseDeps): PlanPause {
  let standing: ServiceLimit | null = null;
  let pausedAt: Bar | null = null;
  const symbolsPaused: { bar: Bar; limit: ServiceLimit }[] = [];

  /** Whether other symbols may still be asked about. */
  function stopsOneOfSeveral({ symbol }: Bar, { code }: ServiceLimit): boolean {
    const stopped = new Set([symbol, ...symbolsPaused.map(({ bar }) => bar.symbol)]);
    return code === 'symbol_limit_reached' && stopped.size < symbols;
  }

  function endIfFlat(): void {
    if (standing && !holdsPositions()) stop.stop({ kind: 'plan-limit' });
  }

  function record(bar: Bar, limit: ServiceLimit): DecisionOutcome {
    const answer = { kind: 'limit', ...limit } as const;
    journal.recordAnswer({ ...bar, answer, tokens: 0 });
    return answer;
  }

  return {
    standing: () => standing,
    // Tokens come back on the service's clock, which says nothing about the candles of a file.
    endsRun: ({ code, until }) =>
      code === 'token_limit_reached' ||
      code === 'free_tokens_spent' ||
      until === null ||
      until > lastClose,
    begin(bar, limit) {
      if (stopsOneOfSeveral(bar, limit)) {
        symbolsPaused.push({ bar, limit });
        return record(bar, { ...limit, until: null });
      }
      standing = limit;
      endIfFlat();
      const openEnded = { ...limit, until: null };
      // With nothing open this bar is simply asked again by the next run.
      if (stop.reason()) return { kind: 'limit', ...openEnded };
      pausedAt = bar;
      journal.setFact(FACT, JSON.stringify(limit));
      return record(bar, openEnded);
    },
    resume(bar, limit) {
      if (limit.until !== null) return;
      if (stopsOneOfSeveral(bar, limit)) {
        symbolsPaused.push({ bar, limit });
        return;
      }
      const told = journal.fact(FACT);
      standing = told === null ? limit : (JSON.parse(told) as ServiceLimit);
      pausedAt = bar;
    },
    endIfFlat,
    close(lastAsOf) {
      for (const { bar, limit } of symbolsPaused.splice(0)) {
        record(bar, { ...limit, until: addMilliseconds(lastAsOf, 1) });
      }
      if (!pausedAt || !standing) return;
      // One millisecond after the last bar walked: its answer stays a pause, the bar after it is asked.
      record(pausedAt, { ...standing, until: addMilliseconds(lastAsOf, 1) });
      pausedAt = null;
    },
  };
}
