import type { HealthCheck, HealthVerdict } from '@quorate/contract/admin-health';

const VERDICTS: readonly HealthVerdict[] = ['fine', 'look', 'broken'];

export function worstOf(verdicts: readonly HealthVerdict[]): HealthVerdict {
  return VERDICTS.findLast((verdict) => verdicts.includes(verdict)) ?? 'fine';
}

export type Named = Readonly<{ key: string; label: string }>;

/** @param todo what to do about it, where something is to be done */
export function judged(
  { key, label }: Named,
  verdict: HealthVerdict,
  says: string,
  todo: string | null = null,
): HealthCheck {
  return { key, label, verdict, says, todo: verdict === 'fine' ? null : todo };
}

/** @example countWords(1, 'mail') // '1 mail' */
export function countWords(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** @example ageWords(90) // '1 min' */
export function ageWords(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 86_400)} days`;
}
