import type { Explanation } from '@quorate/contract/decision-outcomes';
import { CheckTable } from './check-table.tsx';

/** What the risk desk checked, and why it refused where it did. */
export function DeskSection({ decision, outcome, currency }: Explanation) {
  if (decision.action === 'HOLD')
    return <p className="text-small text-muted">The verdict asked for nothing to be checked.</p>;
  if (!outcome)
    return <p className="text-small text-muted">The bot has not reported its checks.</p>;
  return (
    <>
      {outcome.refusal ? (
        <p className="text-small">
          <b className="font-semibold text-loss">Vetoed.</b> {outcome.refusal.sentence}
        </p>
      ) : (
        <p className="text-small">
          <b className="font-semibold text-gain">Allowed.</b> {outcome.checks.length} checks passed.
        </p>
      )}
      {outcome.checks.length > 0 && <CheckTable checks={outcome.checks} currency={currency} />}
    </>
  );
}
