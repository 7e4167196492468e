import type { HealthCheck } from '@quorate/contract/admin-health';
import { FineFolded } from './fine-folded.tsx';
import { VerdictBadge } from './verdict-badge.tsx';

const ORDER = { broken: 0, look: 1, fine: 2 } as const;

/** Every check with what it found; what is wrong stands first, with what to do about it. */
export function CheckList({ checks }: { checks: readonly HealthCheck[] }) {
  return (
    <FineFolded
      label="Checks"
      rows={checks.toSorted((a, b) => ORDER[a.verdict] - ORDER[b.verdict])}
      summaryOf={(count) => (count === 1 ? '1 check is fine' : `${count} checks are fine`)}
      list={(label, rows) => <Checks label={label} checks={rows} />}
    />
  );
}

function Checks({ label, checks }: { label: string; checks: readonly HealthCheck[] }) {
  return (
    <ul aria-label={label} className="grid gap-3 md:grid-cols-2">
      {checks.map(({ key, label: name, verdict, says, todo }) => (
        <li key={key} className="min-w-0 rounded-card border border-line bg-surface p-4 text-small">
          <div className="flex items-baseline justify-between gap-3">
            <span className="font-medium">{name}</span>
            <VerdictBadge verdict={verdict} />
          </div>
          <p className="mt-1 wrap-anywhere text-muted">{says}</p>
          {todo !== null && <p className="mt-2 wrap-anywhere">{todo}</p>}
        </li>
      ))}
    </ul>
  );
}
