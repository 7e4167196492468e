import type { HealthCheck } from '@quorate/contract/admin-health';
import { VerdictBadge } from './verdict-badge.tsx';

const ORDER = { broken: 0, look: 1, fine: 2 } as const;

/** Every check with what it found; what is wrong stands first, with what to do about it. */
export function CheckList({ checks }: { checks: readonly HealthCheck[] }) {
  const sorted = checks.toSorted((a, b) => ORDER[a.verdict] - ORDER[b.verdict]);
  return (
    <ul aria-label="Checks" className="grid gap-3 md:grid-cols-2">
      {sorted.map(({ key, label, verdict, says, todo }) => (
        <li key={key} className="min-w-0 rounded-card border border-line bg-surface p-4 text-small">
          <div className="flex items-baseline justify-between gap-3">
            <span className="font-medium">{label}</span>
            <VerdictBadge verdict={verdict} />
          </div>
          <p className="mt-1 wrap-anywhere text-muted">{says}</p>
          {todo !== null && <p className="mt-2 wrap-anywhere">{todo}</p>}
        </li>
      ))}
    </ul>
  );
}
