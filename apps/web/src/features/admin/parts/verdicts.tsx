import { t } from '@lingui/core/macro';
import type { HealthCheck, HealthVerdict } from '@quorate/contract/admin-health';
import { Badge } from '@quorate/ui/badge';

const ORDER = { broken: 0, look: 1, fine: 2 } as const;

/** What is wrong first. */
export function worstFirst<Row extends { verdict: HealthVerdict }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => ORDER[a.verdict] - ORDER[b.verdict]);
}

/** Every check with what it found; what is wrong stands first, with what to do about it. */
export function Checks({ label, checks }: { label: string; checks: readonly HealthCheck[] }) {
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

const WORDS = {
  fine: ['gain', t`Fine`],
  look: ['warn', t`Look`],
  broken: ['loss', t`Broken`],
} as const;

/** The verdict in a word as well as in a colour. */
export function VerdictBadge({ verdict }: { verdict: HealthVerdict }) {
  const [tone, word] = WORDS[verdict];
  return <Badge tone={tone}>{word}</Badge>;
}
