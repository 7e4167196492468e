import type { Emulator } from '../engine/emulator.ts';
import { isoOf } from '../model/periods.ts';
import type { NotificationRecord } from '../model/records.ts';
import { attemptDelivery, type Fetch } from './attempt.ts';
import type { Faults, WebhookFault } from './faults.ts';

/** How long a reordering waits for the notifications it is to turn round. */
const REORDER_WAIT_MS = 2_000;

/** What sends notifications. */
export type Deliverer = {
  /** Sends what is due. Returns at once. */
  wake: () => void;
  /** Resolves when nothing is due and nothing is under way. */
  drain: () => Promise<void>;
  stop: () => Promise<void>;
  /** When the next notification is to be sent, in milliseconds; null: none waits. */
  nextAtMs: () => number | null;
};

/** Sends notifications, to each destination one after the other, in the order in which things happened. */
export function createDeliverer(emulator: Emulator, faults: Faults, fetch: Fetch): Deliverer {
  const running = new Map<string, Promise<void>>();
  const held: { notification: NotificationRecord; atMs: number }[] = [];
  const stopping = new AbortController();
  const { state, clock } = emulator;
  /** What a fault has been taken for already: it is not taken again for the same delivery. */
  const judged = new Set<string>();

  const nextFor = (settingId: string): NotificationRecord | null => {
    let best: { notification: NotificationRecord; atMs: number } | null = null;
    for (const [id, atMs] of state.deliveries) {
      const notification = state.notifications.get(id);
      if (!notification) state.deliveries.delete(id);
      if (notification?.notification_setting_id !== settingId || atMs > clock.now()) continue;
      if (best === null || atMs < best.atMs) best = { notification, atMs };
    }
    return best?.notification ?? null;
  };

  const work = async (settingId: string) => {
    for (;;) {
      const notification = stopping.signal.aborted ? null : nextFor(settingId);
      if (!notification) return;
      await deliver(notification);
      emulator.changed();
    }
  };

  const deliver = async (notification: NotificationRecord) => {
    const isFresh = !judged.has(notification.id);
    const fault = isFresh ? faults.takeForWebhook(notification.type) : null;
    if (fault?.kind === 'webhook_drop') return giveUp(notification);
    if (fault?.kind === 'webhook_delay') {
      judged.add(notification.id);
      state.deliveries.set(notification.id, clock.now() + fault.delay_ms);
      return;
    }
    if (fault?.kind === 'webhook_reorder') return hold(notification, fault.times === 1);
    judged.delete(notification.id);
    await send(notification, fault);
    if (fault?.kind === 'webhook_double') await send(notification, fault);
  };

  /** Keeps a notification back until the last of its group comes; then the last goes first. */
  const hold = (notification: NotificationRecord, isLast: boolean) => {
    judged.add(notification.id);
    const atMs = clock.now() + REORDER_WAIT_MS;
    held.push({ notification, atMs });
    state.deliveries.set(notification.id, atMs);
    if (!isLast) return;
    const group = held.splice(0).reverse();
    for (const [index, each] of group.entries()) {
      state.deliveries.set(each.notification.id, clock.now() - group.length + index);
    }
  };

  const send = async (notification: NotificationRecord, fault: WebhookFault | null) => {
    const setting = state.notificationSettings.get(notification.notification_setting_id);
    if (!setting) return giveUp(notification);
    const isTaken = await attemptDelivery(emulator, {
      notification,
      setting,
      fault,
      fetch,
      stopped: stopping.signal,
    });
    if (stopping.signal.aborted && !isTaken) return;
    if (isTaken) {
      notification.status = 'delivered';
      notification.delivered_at = notification.last_attempt_at;
      notification.retry_at = null;
      state.deliveries.delete(notification.id);
      return;
    }
    if (notification.status === 'delivered') return;
    const delayMs = emulator.behaviour.retryDelaysMs[notification.times_attempted - 1];
    if (delayMs === undefined) return giveUp(notification);
    const atMs = clock.now() + delayMs;
    notification.status = 'needs_retry';
    notification.retry_at = isoOf(atMs);
    state.deliveries.set(notification.id, atMs);
  };

  const giveUp = (notification: NotificationRecord) => {
    notification.status = 'failed';
    notification.retry_at = null;
    state.deliveries.delete(notification.id);
  };

  const wake = () => {
    if (stopping.signal.aborted) return;
    for (const settingId of dueSettings(emulator)) {
      if (running.has(settingId)) continue;
      const run = work(settingId).finally(() => {
        running.delete(settingId);
        emulator.changed();
      });
      running.set(settingId, run);
    }
  };

  return {
    wake,
    drain: async () => {
      for (;;) {
        wake();
        if (running.size === 0) return;
        await Promise.all(running.values());
      }
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running.values());
    },
    nextAtMs: () => {
      const moments = [...state.deliveries.values()];
      return moments.length === 0 ? null : Math.min(...moments);
    },
  };
}

function dueSettings(emulator: Emulator): Set<string> {
  const found = new Set<string>();
  const now = emulator.clock.now();
  for (const [id, atMs] of emulator.state.deliveries) {
    const notification = emulator.state.notifications.get(id);
    if (!notification) emulator.state.deliveries.delete(id);
    else if (atMs <= now) found.add(notification.notification_setting_id);
  }
  return found;
}
