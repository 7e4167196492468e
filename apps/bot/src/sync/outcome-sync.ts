import { OUTCOME_BATCH_MAX, reportOutcomes } from '@quorate/contract/decision-outcomes';
import type { Clock } from '@quorate/trading/loop/ports';
import type { CandleSeries } from '@quorate/trading/market/candle';
import type { RunJournal } from '../journal/run-journal.ts';
import type { WatchedOutcome } from '../run/outcome-watch.ts';
import type { StopSignal } from '../run/stop-signal.ts';
import { outcomeToWire } from '../service/outcome-wire.ts';
import type { Session } from '../service/session.ts';

/** Outcomes explain trades that are made already; they wait longer than the trades themselves. */
const DUE_AFTER_MS = 5_000;

type OutcomeSyncDeps = Readonly<{
  session: Pick<Session, 'call'>;
  journal: Pick<RunJournal, 'acknowledge' | 'acknowledgedRevision'>;
  stop: StopSignal;
  clock: Clock;
  /** Tells whoever watches that the service will not have them. */
  notify(line: string): void;
}>;

export type OutcomeSync = Readonly<{
  /** Takes note that more is known of a decision on these bars; it is written out only when it is sent. */
  add(outcome: WatchedOutcome, series: CandleSeries): void;
  waiting(): number;
  isDue(): boolean;
  /** Sends what waits. A refusal is told once and ends the reports, never the run. @returns whether nothing waits any more */
  flush(): Promise<boolean>;
}>;

export function createOutcomeSync(deps: OutcomeSyncDeps): OutcomeSync {
  const { session, journal, stop, clock } = deps;
  const waiting = new Map<WatchedOutcome, CandleSeries>();
  let lastFlush: number = clock.now();
  let unwanted = false;

  async function sendBatch(batch: readonly [WatchedOutcome, CandleSeries][]): Promise<boolean> {
    // Nothing grows while a call is under way: bars wait for it.
    const sent = batch.map(([{ decisionId, revision }]) => ({
      ticket: ticketOf(decisionId),
      revision,
    }));
    const outcomes = batch.map(([outcome, series]) => outcomeToWire(outcome, series));
    const outcome = await session.call(reportOutcomes, { body: { outcomes } });
    switch (outcome.kind) {
      case 'ok':
        journal.acknowledge(sent);
        for (const [each] of batch) waiting.delete(each);
        return true;
      case 'stopped':
        return false;
      case 'gave-up':
        stop.stop({ kind: 'service-unreachable', message: outcome.reason });
        return false;
      case 'refused':
        unwanted = true;
        waiting.clear();
        deps.notify(`The service does not take what became of decisions: ${outcome.message}`);
        return true;
    }
  }

  return {
    add(outcome, series) {
      if (unwanted) return;
      // A replay passes through states that the service has left behind long ago.
      if (outcome.revision <= journal.acknowledgedRevision(ticketOf(outcome.decisionId))) return;
      waiting.set(outcome, series);
    },
    waiting: () => waiting.size,
    isDue: () =>
      waiting.size >= OUTCOME_BATCH_MAX ||
      (waiting.size > 0 && clock.now() - lastFlush >= DUE_AFTER_MS),
    async flush() {
      while (waiting.size > 0) {
        const batch = [...waiting].slice(0, OUTCOME_BATCH_MAX);
        if (!(await sendBatch(batch))) return false;
      }
      lastFlush = clock.now();
      return true;
    },
  };
}

/** Beside the trades in the journal; no broker's ticket has a space in it. */
function ticketOf(decisionId: string): string {
  return `decision ${decisionId}`;
}
