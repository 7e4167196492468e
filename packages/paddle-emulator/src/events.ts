import { type Emulator, newId, nowIso } from './emulator.ts';

const EVENTS_KEPT = 5_000;

/**
 * Records an event and queues its notification. Moments of events rise strictly, in microseconds, so that
 * receivers can put them in order.
 */
export function emit(emulator: Emulator, type: string, data: object): void {
  const { events, notifications, deliveries, destination } = emulator.state;
  const event = {
    event_id: newId(emulator, 'evt'),
    event_type: type,
    occurred_at: nextMoment(emulator),
    data: structuredClone(data),
  };
  events.set(event.event_id, event);
  if (destination !== null) {
    const id = newId(emulator, 'ntf');
    notifications.set(id, { id, payload: { ...event, notification_id: id }, times_attempted: 0 });
    deliveries.set(id, emulator.clock.now());
  }
  // A development service runs for weeks: the oldest events are dropped.
  for (const id of events.keys()) {
    if (events.size <= EVENTS_KEPT) break;
    events.delete(id);
  }
  emulator.changed();
}

function nextMoment(emulator: Emulator): string {
  const micros = Math.max(emulator.state.lastEventMicros + 1, emulator.clock.now() * 1_000);
  emulator.state.lastEventMicros = micros;
  const seconds = new Date(Math.floor(micros / 1_000)).toISOString().slice(0, 19);
  return `${seconds}.${String(micros % 1_000_000).padStart(6, '0')}Z`;
}

/** Sets `updated_at` of a transaction, and says so. */
export function touch(emulator: Emulator, transaction: { updated_at: string }): void {
  transaction.updated_at = nowIso(emulator);
  emit(emulator, 'transaction.updated', transaction);
}
