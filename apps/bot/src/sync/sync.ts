import { OUTCOME_BATCH_MAX, reportOutcomes } from '@quorate/contract/decision-outcomes';
import { type AccountInput, syncTrades, type TradeInput } from '@quorate/contract/trade-sync';
import { tellsTouch, type WatchedOutcome } from '@quorate/run/outcome-watch';
import { outcomeToWire } from '@quorate/run/outcome-wire';
import type { Clock } from '@quorate/trading/loop/ports';
import type { CandleSeries } from '@quorate/trading/market/candle';
import { BotFault } from '../bot-fault.ts';
import type { RunJournal, SyncedTrade } from '../journal/run-journal.ts';
import type { StopSignal } from '../run/stop-signal.ts';
import type { PatientOutcome } from '../service/call-until-answered.ts';
import type { Session } from '../service/session.ts';
import { t } from '../words.ts';

/** What waits to be told to the service, in batches. */
type Sync = Readonly<{
  waiting(): number;
  isDue(): boolean;
  /**
   * Sends what waits. It counts as sent when the service has said so and that is on the disk; an attempt
   * whose fate is unknown is sent again, which the service takes once.
   *
   * @returns whether nothing waits any more
   */
  flush(): Promise<boolean>;
}>;

type SyncDeps = Readonly<{
  session: Pick<Session, 'call'>;
  journal: Pick<RunJournal, 'acknowledge' | 'acknowledgedRevision'>;
  stop: StopSignal;
  clock: Clock;
}>;

type Batches<Item> = Readonly<{
  most: number;
  /** Nothing waits longer than this for a full batch, so that the dashboard follows the run. */
  dueAfterMs: number;
  /** Under which names and at which revision the journal remembers that the service has it; the first is its own. */
  placesOf(item: Item): readonly [SyncedTrade, ...SyncedTrade[]];
  send(items: readonly Item[]): Promise<PatientOutcome<unknown>>;
  /** The service will not have them. @throws BotFault where that ends the run */
  refused(message: string): void;
}>;

function createSync<Item>(
  { journal, stop, clock }: SyncDeps,
  { most, dueAfterMs, placesOf, send, refused }: Batches<Item>,
): Sync & Readonly<{ add(item: Item): void; some(is: (item: Item) => boolean): boolean }> {
  const waiting = new Map<string, Item>();
  let lastFlush: number = clock.now();
  let unwanted = false;

  async function sendBatch(batch: readonly (readonly [string, Item])[]): Promise<boolean> {
    const places = batch.flatMap(([, item]) => placesOf(item));
    const outcome = await send(batch.map(([, item]) => item));
    switch (outcome.kind) {
      case 'ok':
        journal.acknowledge(places);
        for (const [ticket, sent] of batch) {
          if (waiting.get(ticket) === sent) waiting.delete(ticket);
        }
        return true;
      case 'stopped':
        return false;
      case 'gave-up':
        stop.stop({ kind: 'service-unreachable', message: outcome.reason });
        return false;
      case 'refused':
        refused(outcome.message);
        unwanted = true;
        waiting.clear();
        return true;
    }
  }

  return {
    add(item) {
      const places = placesOf(item);
      // A replay passes through states that the service has left behind long ago.
      const isNew = places.some(
        (each) => each.revision > journal.acknowledgedRevision(each.ticket),
      );
      if (!unwanted && isNew) waiting.set(places[0].ticket, item);
    },
    some: (is) => waiting.values().some(is),
    waiting: () => waiting.size,
    isDue: () =>
      waiting.size >= most || (waiting.size > 0 && clock.now() - lastFlush >= dueAfterMs),
    async flush() {
      while (waiting.size > 0) {
        if (!(await sendBatch([...waiting].slice(0, most)))) return false;
      }
      lastFlush = clock.now();
      return true;
    },
  };
}

export type TradeSync = Sync &
  Readonly<{
    /** Takes the newest state of a trade; what the service has already is left out. */
    add(trade: TradeInput): void;
  }>;

/** Small enough for a slow line, large enough for a fast run. `flush` throws where the service refuses trades. */
export function createTradeSync(deps: SyncDeps & Readonly<{ account: AccountInput }>): TradeSync {
  const { session, account } = deps;
  return createSync<TradeInput>(deps, {
    most: 100,
    dueAfterMs: 1_000,
    // With its reason a trade is sent once more where a bot of before had sent it without.
    placesOf: ({ position_ticket: ticket, revision, exit_reason }) =>
      exit_reason
        ? [
            { ticket, revision },
            { ticket: `exit ${ticket}`, revision },
          ]
        : [{ ticket, revision }],
    send: (trades) => session.call(syncTrades, { body: { account, trades: [...trades] } }),
    refused(message) {
      throw new BotFault(
        'service_refused',
        t`The service refused a batch of trades: ${{ message }}`,
      );
    },
  });
}

export type OutcomeSync = Sync &
  Readonly<{
    /** Takes note that more is known of a decision on these bars; it is written out only when it is sent. */
    add(outcome: WatchedOutcome, series: CandleSeries): void;
    /** Sends what waits where a first touch is among it that the service does not know. */
    reportTouches(): Promise<void>;
  }>;

/**
 * Outcomes explain trades that are made already; they wait longer than the trades themselves. A refusal is
 * told once and ends the reports, never the run.
 */
export function createOutcomeSync(
  deps: SyncDeps & Readonly<{ notify(line: string): void }>,
): OutcomeSync {
  const isNewTouch = ([{ decisionId, firstTouch }]: readonly [WatchedOutcome, CandleSeries]) =>
    firstTouch !== null && !tellsTouch(deps.journal.acknowledgedRevision(nameOf(decisionId)));
  const sync = createSync<readonly [WatchedOutcome, CandleSeries]>(deps, {
    most: OUTCOME_BATCH_MAX,
    dueAfterMs: 5_000,
    placesOf: ([{ decisionId, revision }]) => [{ ticket: nameOf(decisionId), revision }],
    send: (batch) =>
      deps.session.call(reportOutcomes, {
        body: {
          outcomes: batch.map((item) => outcomeToWire(item[0], item[1], isNewTouch(item))),
        },
      }),
    refused: (message) =>
      deps.notify(`The service does not take what became of decisions: ${message}`),
  });
  return {
    ...sync,
    add: (outcome, series) => sync.add([outcome, series]),
    async reportTouches() {
      if (sync.some(isNewTouch)) await sync.flush();
    },
  };
}

/** Beside the trades in the journal; no broker's ticket has a space in it. */
function nameOf(decisionId: string): string {
  return `decision ${decisionId}`;
}
