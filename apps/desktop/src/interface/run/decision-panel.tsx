import { Disclosure } from '@quorate/ui/disclosure';
import { Panel } from '@quorate/ui/panel';
import type { LastDecision } from '../../contract/runs.ts';
import { DecisionCard } from './decision-card.tsx';
import { DecisionHead } from './decision-head.tsx';

type DecisionPanelProps = { decisions: readonly LastDecision[]; now: number; timeZone: string };

/** The last decision of every symbol: who voted what, what the rules said, and what came of it. */
export function DecisionPanel({ decisions, now, timeZone }: DecisionPanelProps) {
  const [newest, ...others] = decisions;
  return (
    <Panel title="Last decisions">
      {newest === undefined ? (
        <p className="text-small text-muted">
          None yet. The analysts vote when a bar closes, and the votes are shown here.
        </p>
      ) : (
        <>
          <article aria-label={`Decision on ${newest.symbol}`}>
            <DecisionHead last={newest} now={now} timeZone={timeZone} />
            <DecisionCard last={newest} />
          </article>
          {others.length > 0 && (
            <div className="mt-5">
              {others.map((last) => (
                <Disclosure
                  key={last.symbol}
                  title={
                    <span className="min-w-0 flex-1">
                      <DecisionHead last={last} now={now} timeZone={timeZone} withOutcome />
                    </span>
                  }
                >
                  <article aria-label={`Decision on ${last.symbol}`} className="-mt-3 text-ink">
                    <DecisionCard last={last} />
                  </article>
                </Disclosure>
              ))}
            </div>
          )}
        </>
      )}
    </Panel>
  );
}
