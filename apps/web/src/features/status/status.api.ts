import type { ServiceStatus } from '@quorate/contract/status';
import { fieldsOf, isText } from '../../lib/fields.ts';
import { getJson } from '../../lib/get-json.ts';

const PARTS = ['database', 'bars', 'mail', 'day', 'ninety_days'] as const;

export function loadStatus(signal: AbortSignal): Promise<ServiceStatus> {
  return getJson('/api/status', readStatus, signal);
}

/** What the page shows of the answer; null where it is another one. */
export function readStatus(content: unknown): ServiceStatus | null {
  const status = fieldsOf(fieldsOf(content)?.status);
  if (!status || !isText(status.at) || !isText(status.version)) return null;
  const { days, last_incident: incident } = status;
  const isWhole =
    PARTS.every((part) => fieldsOf(status[part]) !== null) &&
    Array.isArray(days) &&
    days.every((day) => isText(fieldsOf(day)?.day)) &&
    (incident === null || isText(fieldsOf(incident)?.from));
  // Of the same service: the rest is as its contract says.
  return isWhole ? (status as unknown as ServiceStatus) : null;
}
