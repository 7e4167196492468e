import { Panel } from '@quorate/ui/panel';
import type { LimitUse } from '../../contract/runs.ts';
import { LimitBar } from './limit-bar.tsx';

/** Every limit of the risk settings, reached ones first. */
export function LimitsPanel({ limits }: { limits: readonly LimitUse[] }) {
  const reached = limits.filter((use) => use.reached !== null);
  const others = limits.filter((use) => use.reached === null);
  return (
    <Panel
      title="Limits used"
      aside={
        reached.length > 0 ? (
          <span className="text-tiny font-medium text-loss">{reached.length} reached</span>
        ) : undefined
      }
    >
      {limits.length === 0 ? (
        <p className="text-small text-muted">
          They are counted from the account's equity, which the terminal tells when it connects.
        </p>
      ) : (
        <ul aria-label="Limits">
          {[...reached, ...others].map((use) => (
            <LimitBar key={use.id} use={use} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
