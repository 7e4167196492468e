/**
 * A time that is still to go, calm where it is long and exact where it is short.
 *
 * @example spanWords(725_000) // '12 min 05 s'
 */
export function spanWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  if (hours >= 1) return `${hours} h ${twoDigits(minutes % 60)} min`;
  if (minutes >= 1) return `${minutes} min ${twoDigits(seconds % 60)} s`;
  return `${seconds} s`;
}

/** How long ago, in the one unit that matters. @example ageWords(95_000) // '1 min' */
export function ageWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 86_400)} days`;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}
