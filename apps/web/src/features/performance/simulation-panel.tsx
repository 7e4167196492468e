import { SIMULATION_RUNS, SIMULATION_TRADES } from '@quorate/contract/performance';
import { countOf } from '@quorate/ui/format';
import { Notice } from '@quorate/ui/notice';
import { Skeleton } from '@quorate/ui/skeleton';
import { useState } from 'react';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { type Selection, type SimulationSettings, useSimulation } from './performance.api.ts';
import { SimulationControls } from './simulation-controls.tsx';
import { SimulationResult } from './simulation-result.tsx';

const DEFAULTS: SimulationSettings = {
  trades: SIMULATION_TRADES.default,
  runs: SIMULATION_RUNS.default,
  ruinPercent: 50,
  seed: 1,
};

/** A seeded Monte Carlo of the user's own trades. */
export function SimulationPanel({ selection }: { selection: Selection }) {
  const [settings, setSettings] = useState(DEFAULTS);
  const simulation = useSimulation(selection, settings);
  const reply = simulation.data;
  return (
    <section aria-labelledby="simulation" className="drawn-when-near space-y-5">
      <div>
        <h2 id="simulation" className="font-serif text-heading">
          Your trades in another order
        </h2>
        <p className="mt-1 max-w-prose text-small text-muted">
          Each run draws from your own closed trades, a few neighbours at a time, as though every
          trade kept its size. It shows how far luck alone can carry a record like yours. It does
          not say that the future is like the record.
        </p>
      </div>
      <SimulationControls settings={settings} onChange={setSettings} />
      {simulation.isError && (
        <RetryNotice
          title="Failed to load the simulation"
          error={simulation.error}
          onRetry={() => void simulation.refetch()}
          busy={simulation.isFetching}
        />
      )}
      {reply ? (
        <div
          aria-busy={simulation.isPlaceholderData}
          className={simulation.isPlaceholderData ? 'opacity-60' : undefined}
        >
          {reply.simulation ? (
            <SimulationResult reply={reply} simulation={reply.simulation} />
          ) : (
            <Notice
              title={`Not enough data: ${reply.based_on} of ${countOf(reply.least, 'trade')}`}
            >
              With fewer there is too little to draw from.
            </Notice>
          )}
        </div>
      ) : (
        !simulation.isError && (
          <div role="status">
            <span className="sr-only">Drawing the runs</span>
            <Skeleton className="aspect-[34/24] w-full sm:aspect-[70/30] lg:aspect-[108/34]" />
            <Skeleton className="mt-4 h-11 w-full" />
            <Skeleton className="mt-6 h-24 w-full" />
          </div>
        )
      )}
    </section>
  );
}
