import type { EventRecord, NotificationRecord, NotificationSetting } from '../model/records.ts';
import { type Emulator, newId, nowIso } from './emulator.ts';

const EVENTS_KEPT = 5_000;

/**
 * Records that something happened and owes every destination that subscribed a notification. Moments of
 * events rise strictly, in microseconds, so that receivers can put them in order.
 */
export function emit(emulator: Emulator, type: string, data: object): EventRecord {
  const event: EventRecord = {
    event_id: newId(emulator, 'evt'),
    event_type: type,
    occurred_at: nextMoment(emulator),
    data: structuredClone(data),
  };
  emulator.state.events.set(event.event_id, event);
  for (const setting of emulator.state.notificationSettings.values()) {
    if (!setting.active || setting.type !== 'url' || setting.traffic_source === 'simulation')
      continue;
    if (setting.subscribed_events.includes(type)) notify(emulator, setting, event, 'event');
  }
  forgetOldest(emulator);
  emulator.changed();
  return event;
}

/** Owes one destination one event. */
export function notify(
  emulator: Emulator,
  setting: NotificationSetting,
  event: EventRecord,
  origin: 'event' | 'replay',
): NotificationRecord {
  const id = newId(emulator, 'ntf');
  const notification: NotificationRecord = {
    id,
    type: event.event_type,
    status: 'not_attempted',
    payload: {
      event_id: event.event_id,
      event_type: event.event_type,
      occurred_at: event.occurred_at,
      notification_id: id,
      data: event.data,
    },
    occurred_at: event.occurred_at,
    delivered_at: null,
    replayed_at: null,
    origin,
    last_attempt_at: null,
    retry_at: null,
    times_attempted: 0,
    notification_setting_id: setting.id,
  };
  emulator.state.notifications.set(id, notification);
  emulator.state.deliveries.set(id, emulator.clock.now());
  emulator.changed();
  return notification;
}

/** Sends a notification's event once more, with the same event id. @returns the new notification */
export function replay(emulator: Emulator, notification: NotificationRecord): NotificationRecord {
  const setting = emulator.state.notificationSettings.get(notification.notification_setting_id);
  if (!setting) throw new Error(`${notification.id} has lost its destination`);
  notification.replayed_at = nowIso(emulator);
  const { notification_id: _, ...event } = notification.payload;
  return notify(emulator, setting, event, 'replay');
}

function nextMoment(emulator: Emulator): string {
  const micros = Math.max(emulator.state.lastEventMicros + 1, emulator.clock.now() * 1_000);
  emulator.state.lastEventMicros = micros;
  const seconds = new Date(Math.floor(micros / 1_000)).toISOString().slice(0, 19);
  return `${seconds}.${String(micros % 1_000_000).padStart(6, '0')}Z`;
}

/** A development service runs for weeks: what was delivered long ago is let go. */
function forgetOldest(emulator: Emulator): void {
  const { events, notifications, notificationLogs, deliveries } = emulator.state;
  for (const id of events.keys()) {
    if (events.size <= EVENTS_KEPT) break;
    events.delete(id);
  }
  for (const id of notifications.keys()) {
    if (notifications.size <= EVENTS_KEPT) break;
    if (deliveries.has(id)) continue;
    notifications.delete(id);
    notificationLogs.delete(id);
  }
}
