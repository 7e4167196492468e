import { formatClock, formatTime } from '@quorate/ui/time-format';

/**
 * Time of day, with the day in front where it is another one than now.
 *
 * @param iso UTC in ISO 8601
 * @param now milliseconds since 1970
 * @example localTime('2026-05-20T14:00:00Z', Date.parse('2026-05-20T09:12:00Z'), 'UTC') // '14:00'
 */
export function localTime(iso: string, now: number, timeZone: string): string {
  const whole = formatTime(iso, timeZone);
  const [day] = formatTime(new Date(now).toISOString(), timeZone).split(',');
  return whole.startsWith(`${day},`) ? formatClock(iso, timeZone).slice(0, 5) : whole;
}
