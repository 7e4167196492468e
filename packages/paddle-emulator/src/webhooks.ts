import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Emulator } from './emulator.ts';
import type { NotificationRecord } from './entities.ts';

/** What sends a webhook; the platform has one. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Webhooks that are lost on purpose, as POST /emulator/faults takes it. */
export const faultSchema = z.object({
  kind: z.literal('webhook_drop'),
  /** null: from now on. */
  times: z.int().min(1).nullable().default(1),
});

export type FaultInput = z.input<typeof faultSchema>;

/** The webhooks that are to be lost. Not kept across restarts. */
export type Faults = {
  plan: (fault: z.output<typeof faultSchema>) => void;
  /** Whether this webhook is lost; counts it. */
  takeDrop: () => boolean;
};

export function createFaults(): Faults {
  let left = 0;
  return {
    plan: ({ times }) => {
      left += times ?? Number.POSITIVE_INFINITY;
    },
    takeDrop: () => {
      if (left === 0) return false;
      left -= 1;
      return true;
    },
  };
}

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

/**
 * Sends notifications one after the other, in the order of their events, and again after anything but 2xx,
 * until the delays are used up.
 */
export function createDeliverer(emulator: Emulator, faults: Faults, fetch: Fetch): Deliverer {
  const { state, clock, behaviour } = emulator;
  const stopping = new AbortController();
  let running: Promise<void> | null = null;

  const nextDue = (): NotificationRecord | null => {
    let best: { notification: NotificationRecord; atMs: number } | null = null;
    for (const [id, atMs] of state.deliveries) {
      const notification = state.notifications.get(id);
      if (!notification) state.deliveries.delete(id);
      else if (atMs <= clock.now() && (best === null || atMs < best.atMs))
        best = { notification, atMs };
    }
    return best?.notification ?? null;
  };

  const deliver = async (notification: NotificationRecord) => {
    const { destination } = state;
    const isFirst = notification.times_attempted === 0;
    if (destination === null || (isFirst && faults.takeDrop())) return forget(notification.id);
    const isTaken = await send(notification, destination);
    // What was under way when the emulator stopped is sent again at the next start.
    if (!isTaken && stopping.signal.aborted) return;
    notification.times_attempted += 1;
    const delayMs = behaviour.retryDelaysMs[notification.times_attempted - 1];
    if (isTaken || delayMs === undefined) forget(notification.id);
    else state.deliveries.set(notification.id, clock.now() + delayMs);
  };

  const send = async (
    { payload }: NotificationRecord,
    destination: { url: string; key: string },
  ): Promise<boolean> => {
    const body = JSON.stringify(payload);
    const seconds = Math.floor(clock.now() / 1_000);
    const h1 = createHmac('sha256', destination.key).update(`${seconds}:${body}`).digest('hex');
    try {
      const response = await fetch(destination.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Paddle',
          'paddle-version': '1',
          'paddle-signature': `ts=${seconds};h1=${h1}`,
        },
        body,
        // A receiver that answers with another address has not taken it.
        redirect: 'manual',
        signal: AbortSignal.any([
          stopping.signal,
          AbortSignal.timeout(behaviour.deliveryTimeoutMs),
        ]),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      // An unreachable receiver is retried like one that refuses.
      return false;
    }
  };

  const forget = (id: string) => {
    state.deliveries.delete(id);
    state.notifications.delete(id);
  };

  const work = async () => {
    for (;;) {
      const notification = stopping.signal.aborted ? null : nextDue();
      if (!notification) return;
      await deliver(notification);
      emulator.changed();
    }
  };

  const wake = () => {
    if (running || stopping.signal.aborted || !nextDue()) return;
    running = work().finally(() => {
      running = null;
      emulator.changed();
    });
  };

  return {
    wake,
    drain: async () => {
      for (;;) {
        wake();
        if (!running) return;
        await running;
      }
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
    nextAtMs: () => {
      const moments = [...state.deliveries.values()];
      return moments.length === 0 ? null : Math.min(...moments);
    },
  };
}
