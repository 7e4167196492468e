import type { PlanStanding } from '@quorate/contract/admin-users';
import { formatTime, viewerTimeZone } from '@quorate/ui/time-format';

/** The plan that holds, and under it what it comes from. */
export function Standing({ standing }: { standing: PlanStanding }) {
  return (
    <span>
      <span className="font-medium">{standing.plan_name}</span>
      <span className="block text-tiny text-muted">{standingWords(standing)}</span>
    </span>
  );
}

/** @example 'given until 5 Mar 2026, 10:00' */
export function standingWords({ source, given_until, grace_until }: PlanStanding): string {
  const at = (iso: string) => formatTime(iso, viewerTimeZone());
  if (grace_until !== null) return `renewal not paid, holds until ${at(grace_until)}`;
  switch (source) {
    case 'free':
      return 'nothing paid or given';
    case 'given':
      return given_until === null ? 'given until changed' : `given until ${at(given_until)}`;
    case 'subscription':
      return 'paid by a subscription';
    case 'payment':
      return 'paid, subscription follows';
  }
}
