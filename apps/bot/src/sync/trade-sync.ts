import { type AccountInput, syncTrades, type TradeInput } from '@quorate/contract/trade-sync';
import type { Clock } from '@quorate/trading/loop/ports';
import { BotFault } from '../bot-fault.ts';
import type { RunJournal } from '../journal/run-journal.ts';
import type { StopSignal } from '../run/stop-signal.ts';
import type { Session } from '../service/session.ts';

/** Trades in one call: small enough for a slow line, large enough for a fast run. */
const BATCH = 100;

/** Trades do not wait longer than this for a full batch, so that the dashboard follows the run. */
const DUE_AFTER_MS = 1_000;

type TradeSyncDeps = Readonly<{
  session: Pick<Session, 'call'>;
  journal: RunJournal;
  account: AccountInput;
  stop: StopSignal;
  clock: Clock;
}>;

export type TradeSync = Readonly<{
  /** Takes the newest state of a trade; what the service has already is left out. */
  add(trade: TradeInput): void;
  waiting(): number;
  isDue(): boolean;
  /**
   * Sends what waits. A trade counts as sent when the service has said so and that is on the disk; an
   * attempt whose fate is unknown is sent again, which the service takes once.
   *
   * @returns whether nothing waits any more
   * @throws BotFault `service_refused` when the service will not have them
   */
  flush(): Promise<boolean>;
}>;

export function createTradeSync({
  session,
  journal,
  account,
  stop,
  clock,
}: TradeSyncDeps): TradeSync {
  const waiting = new Map<string, TradeInput>();
  let lastFlush: number = clock.now();

  async function sendBatch(batch: readonly TradeInput[]): Promise<boolean> {
    const outcome = await session.call(syncTrades, { body: { account, trades: [...batch] } });
    switch (outcome.kind) {
      case 'ok':
        journal.acknowledge(
          batch.map(({ position_ticket: ticket, revision }) => ({ ticket, revision })),
        );
        for (const sent of batch) {
          if (waiting.get(sent.position_ticket) === sent) waiting.delete(sent.position_ticket);
        }
        return true;
      case 'stopped':
        return false;
      case 'gave-up':
        stop.stop({ kind: 'service-unreachable', message: outcome.reason });
        return false;
      case 'refused':
        throw new BotFault(
          'service_refused',
          `The service refused a batch of trades: ${outcome.message}`,
        );
    }
  }

  return {
    add(trade) {
      // A replay passes through states that the service has left behind long ago.
      if (trade.revision <= journal.acknowledgedRevision(trade.position_ticket)) return;
      waiting.set(trade.position_ticket, trade);
    },
    waiting: () => waiting.size,
    isDue: () =>
      waiting.size >= BATCH || (waiting.size > 0 && clock.now() - lastFlush >= DUE_AFTER_MS),
    async flush() {
      while (waiting.size > 0) {
        const batch = [...waiting.values()].slice(0, BATCH);
        if (!(await sendBatch(batch))) return false;
      }
      lastFlush = clock.now();
      return true;
    },
  };
}
