import { decideAdjustment } from './adjustments.ts';
import { complete } from './completion.ts';
import type { Emulator } from './emulator.ts';
import { reachPeriodEnd, resumeNow, retryPayment } from './renewals.ts';

/** Something that happens to an entity at a moment. */
export type Due = { atMs: number; run: () => void };

/** The next thing that the clock brings; null when nothing is ahead. Of two at one moment, the earlier kind. */
export function nextDue(emulator: Emulator): Due | null {
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
    if (status === 'paused' && planned?.action === 'resume') {
      offer(Date.parse(planned.effective_at), () => resumeNow(emulator, subscription, false));
    }
    const isLive = status === 'active' || status === 'trialing';
    const endsWhilePastDue = status === 'past_due' && planned !== null;
    if (billedAt !== null && (isLive || endsWhilePastDue)) {
      offer(Date.parse(billedAt), () => reachPeriodEnd(emulator, subscription));
    }
  }
  return found.next;
}
