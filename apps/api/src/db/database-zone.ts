/** A zone as PostgreSQL reads it: it counts offsets the other way round, '+05:00' is five hours behind UTC to it. */
export function databaseZone(timeZone: string): string {
  if (/^[+-]/.test(timeZone))
    return timeZone.startsWith('+') ? `-${timeZone.slice(1)}` : `+${timeZone.slice(1)}`;
  return timeZone;
}
