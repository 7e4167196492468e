import { decideAdjustment } from './adjustments.ts';
import type { Emulator } from './emulator.ts';
import { complete, reachPeriodEnd, retryPayment } from './subscriptions.ts';
import type { Deliverer } from './webhooks.ts';

/** Node's timers take no longer wait. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
/** A clock that is moved by years stops for breath after so many things, against a loop without end. */
const MOST_STEPS = 100_000;

/** What drives everything that happens automatically. */
export type Scheduler = {
  /** To be called when something changed. */
  poke: () => void;
  /** Puts the clock forward; everything on the way happens at its own moment, and is delivered. */
  moveTo: (momentMs: number) => Promise<void>;
  /** Does everything that is due, and waits until it is delivered. */
  settle: () => Promise<void>;
  stop: () => void;
};

/** Makes things happen when the clock reaches them. */
export function createScheduler(emulator: Emulator, deliverer: Deliverer): Scheduler {
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let moves: Promise<void> = Promise.resolve();
  let isPoked = false;

  const runDue = (untilMs: number): boolean => {
    const due = nextDue(emulator);
    if (!due || due.atMs > untilMs) return false;
    due.run();
    return true;
  };

  const tick = () => {
    isPoked = false;
    if (isStopped) return;
    for (let step = 0; step < MOST_STEPS && runDue(emulator.clock.now()); step += 1);
    deliverer.wake();
    arm();
  };

  const arm = () => {
    if (timer) clearTimeout(timer);
    const moments = [nextDue(emulator)?.atMs ?? null, deliverer.nextAtMs()];
    const ahead = moments.filter((moment) => moment !== null);
    if (isStopped || ahead.length === 0) return;
    const waitMs = Math.max(1, Math.min(...ahead) - emulator.clock.now());
    timer = setTimeout(tick, Math.min(waitMs, LONGEST_WAIT_MS));
    timer.unref();
  };

  const walk = async (targetMs: number) => {
    for (let step = 0; step < MOST_STEPS && !isStopped; step += 1) {
      const moments = [nextDue(emulator)?.atMs ?? null, deliverer.nextAtMs()];
      const next = Math.min(...moments.filter((moment) => moment !== null));
      if (!(next <= targetMs)) break;
      emulator.clock.moveTo(next);
      runDue(emulator.clock.now());
      await deliverer.drain();
    }
    emulator.clock.moveTo(targetMs);
    emulator.state.clockOffsetMs = emulator.clock.offsetMs();
    emulator.changed();
  };

  return {
    poke: () => {
      // One look at the diary for many changes of the same turn.
      if (isPoked || isStopped) return;
      isPoked = true;
      setImmediate(tick);
    },
    moveTo: (momentMs) => {
      moves = moves.then(() => walk(momentMs));
      return moves;
    },
    settle: async () => {
      for (let step = 0; step < MOST_STEPS && runDue(emulator.clock.now()); step += 1);
      await deliverer.drain();
    },
    stop: () => {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}

/** Something that happens to an entity at a moment. */
type Due = { atMs: number; run: () => void };

/** The next thing that the clock brings; null when nothing is ahead. Of two at one moment, the earlier kind. */
function nextDue(emulator: Emulator): Due | null {
  const found: { next: Due | null } = { next: null };
  const offer = (atMs: number, run: () => void) => {
    if (found.next === null || atMs < found.next.atMs) found.next = { atMs, run };
  };
  const { state } = emulator;
  for (const [id, atMs] of state.settlements) {
    offer(atMs, () => {
      const transaction = state.transactions.get(id);
      if (transaction) complete(emulator, transaction);
      else state.settlements.delete(id);
    });
  }
  for (const [id, atMs] of state.approvals) {
    offer(atMs, () => void decideAdjustment(emulator, id, 'approved'));
  }
  for (const [id, { atMs }] of state.dunning) offer(atMs, () => retryPayment(emulator, id));
  for (const subscription of state.subscriptions.values()) {
    const { status, next_billed_at: billedAt, scheduled_change: planned } = subscription;
    const isLive = status === 'active';
    const endsWhilePastDue = status === 'past_due' && planned !== null;
    if (billedAt !== null && (isLive || endsWhilePastDue)) {
      offer(Date.parse(billedAt), () => reachPeriodEnd(emulator, subscription));
    }
  }
  return found.next;
}
