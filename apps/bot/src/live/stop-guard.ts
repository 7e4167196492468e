import { priceToDecimal } from '@quorate/values/price';
import type { TerminalPosition } from '../mt5/bridge/records.ts';
import type { TerminalLink } from '../mt5/bridge/terminal-link.ts';
import type { OrderDesk } from '../mt5/broker/order-desk.ts';
import type { TerminalBroker } from '../mt5/broker/terminal-broker.ts';
import type { RecordTerms } from '../mt5/broker/terminal-records.ts';
import type { Timers } from '../timers.ts';
import type { LiveJournal } from './live-journal.ts';

/** Sees to it that nothing of ours stays open without a stop. */
export type StopGuard = Readonly<{
  /** Something may have been opened: looks at once. */
  nudge(): void;
  start(): void;
  stop(): void;
}>;

type StopGuardDeps = Readonly<{
  link: Pick<TerminalLink, 'request'>;
  broker: Pick<TerminalBroker, 'ownPositions'>;
  desk: Pick<OrderDesk, 'close'>;
  records: Pick<RecordTerms, 'keyOf'>;
  journal: LiveJournal;
  timers: Timers;
  /** Whether a terminal with our account is there. */
  isThere(): boolean;
  notify(line: string): void;
}>;

const EVERY_MS = 1_000;
/** While something is without its stop. */
const ALARMED_MS = 250;
const MODIFY_MS = 700;
/** Done, placed, and nothing to change. */
const TAKEN: ReadonlySet<number> = new Set([0, 10_008, 10_009, 10_025]);
/** What the broker does not let go of now, it is not asked about each second. */
const CLOSE_AGAIN_MS = 5_000;
/** A stop that the broker has not taken by then is given up, and the position closed. */
const PATIENCE_MS = 2_000;

/**
 * On a timer of its own: a model that thinks for half a minute keeps it from nothing. A position of ours
 * without a stop is given the one of its order; where there is none, or the broker does not take it, it is
 * closed.
 */
export function createStopGuard(deps: StopGuardDeps): StopGuard {
  const { link, broker, desk, records, journal, timers, notify } = deps;
  const nakedSince = new Map<string, number>();
  const refusedAt = new Map<string, number>();
  let looking = false;
  let stopped = false;

  function stopOf({ ticket, comment }: TerminalPosition): { sl: string; tp: string | null } | null {
    const key = records.keyOf({ order: '0', position: ticket, comment });
    const intent = key === null ? null : journal.intent(key)?.intent;
    if (intent?.kind !== 'open' || intent.order.stopLoss === null) return null;
    const { stopLoss, takeProfit } = intent.order;
    return {
      sl: priceToDecimal(stopLoss),
      tp: takeProfit === null ? null : priceToDecimal(takeProfit),
    };
  }

  async function protect(position: TerminalPosition): Promise<void> {
    const { ticket, symbol, lots } = position;
    const now = timers.now();
    const since = nakedSince.get(ticket) ?? now;
    nakedSince.set(ticket, since);
    const terms = stopOf(position);
    // Also while nobody knows what became of a closing: setting a stop twice does no harm.
    if (terms) {
      const outcome = await link.request(
        'position.modify',
        { ticket, ...terms },
        { timeoutMs: MODIFY_MS },
      );
      if (outcome.kind === 'ok' && TAKEN.has(outcome.answer.retcode)) {
        journal.note('stop-set', now, { ticket, ...terms });
        nakedSince.delete(ticket);
        return;
      }
      // A broker that says no may say yes a moment later: a requote, a market that moves.
      if (now - since < PATIENCE_MS) return;
    }
    if (now - (refusedAt.get(ticket) ?? 0) < CLOSE_AGAIN_MS) return;
    journal.note('closing-without-stop', now, { ticket });
    const sent = await desk.close({ ticket, symbol }, lots, 'managed');
    if (sent.kind === 'refused') refusedAt.set(ticket, now);
    if (sent.kind === 'done') notify(`Position ${ticket} of ${symbol} had no stop and was closed.`);
  }

  async function look(): Promise<void> {
    if (looking || stopped || !deps.isThere()) return;
    looking = true;
    try {
      const open = await broker.ownPositions();
      if (open === null) return;
      const naked = open.filter(({ sl }) => sl === null);
      for (const ticket of nakedSince.keys())
        if (!naked.some((each) => each.ticket === ticket)) nakedSince.delete(ticket);
      await Promise.all(naked.map(protect));
    } catch (error) {
      // A guard that has ended guards nothing: it looks again.
      notify(`The guard of stops met a fault: ${String(error)}`);
    } finally {
      looking = false;
    }
  }

  function beat(): void {
    if (stopped) return;
    void look();
    timers.after(nakedSince.size > 0 ? ALARMED_MS : EVERY_MS, beat);
  }

  return {
    nudge: () => void look(),
    start: beat,
    stop() {
      stopped = true;
    },
  };
}
