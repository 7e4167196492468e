import type { PerformanceFilter } from './performance.api.ts';
import { PerformancePanel } from './performance-panel.tsx';
import { SimulationPanel } from './simulation-panel.tsx';
import { useStartingBalance } from './starting-balance.ts';
import { StartingBalanceForm } from './starting-balance-form.tsx';

type PerformancePanelsProps = { userId: string; timeZone: string; filter: PerformanceFilter };

/** What the selected trades say beyond the headline figures, and what they might bring again. */
export function PerformancePanels({ userId, timeZone, filter }: PerformancePanelsProps) {
  const { currency } = filter;
  const [startingBalance, changeBalance] = useStartingBalance(userId, currency);
  const selection = { userId, timeZone, filter, startingBalance };
  return (
    <div className="space-y-12 border-t border-line pt-8">
      <PerformancePanel
        selection={selection}
        balance={
          currency !== null && (
            <StartingBalanceForm
              key={currency}
              currency={currency}
              balance={startingBalance}
              onChange={changeBalance}
            />
          )
        }
      />
      <SimulationPanel selection={selection} />
    </div>
  );
}
