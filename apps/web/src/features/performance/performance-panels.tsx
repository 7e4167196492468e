import type { PerformanceFilter } from './performance.api.ts';
import { PerformancePanel } from './performance-panel.tsx';
import { SimulationPanel } from './simulation-panel.tsx';
import { StartingBalance, useStartingBalance } from './starting-balance.tsx';

type SelectedProps = { userId: string; timeZone: string; filter: PerformanceFilter };

/** What the selected trades say beyond the headline figures. */
export function MeasuresSection({ userId, timeZone, filter }: SelectedProps) {
  const { currency } = filter;
  const [startingBalance, changeBalance] = useStartingBalance(userId, currency);
  return (
    <PerformancePanel
      selection={{ userId, timeZone, filter, startingBalance }}
      balance={(reply) =>
        currency !== null && (
          <StartingBalance
            key={currency}
            currency={currency}
            balance={startingBalance}
            onChange={changeBalance}
            reply={reply}
          />
        )
      }
    />
  );
}

/** What they might bring again. */
export function SimulationSection({ userId, timeZone, filter }: SelectedProps) {
  const [startingBalance] = useStartingBalance(userId, filter.currency);
  return <SimulationPanel selection={{ userId, timeZone, filter, startingBalance }} />;
}
