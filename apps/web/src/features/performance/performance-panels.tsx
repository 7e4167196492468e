import { Button } from '@quorate/ui/button';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useState } from 'react';
import type { PerformanceFilter } from './performance.api.ts';
import { PerformancePanel } from './performance-panel.tsx';
import { SimulationPanel } from './simulation-panel.tsx';
import { balanceFault, plainBalance, useStartingBalance } from './starting-balance.ts';

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

type StartingBalanceFormProps = {
  currency: string;
  balance: string | null;
  onChange: (balance: string | null) => void;
};

/** Asks for the one thing the record does not hold, and says why. */
export function StartingBalanceForm({ currency, balance, onChange }: StartingBalanceFormProps) {
  const [typed, setTyped] = useState(balance ?? '');
  const [fault, setFault] = useState<string | null>(null);

  const save = (event: FormEvent) => {
    event.preventDefault();
    const plain = plainBalance(typed, currency);
    setFault(plain === null ? balanceFault(currency) : null);
    if (plain !== null) onChange(plain);
  };
  const clear = () => {
    setTyped('');
    setFault(null);
    onChange(null);
  };

  return (
    <form onSubmit={save} noValidate className="grid gap-x-8 gap-y-3 md:grid-cols-[28rem_1fr]">
      <div className="flex flex-col gap-2 xs:flex-row xs:items-start">
        <div className="min-w-0 flex-1">
          <TextField
            label={`Starting balance in ${currency}`}
            inputMode="decimal"
            autoComplete="off"
            placeholder="10000.00"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={fault}
          />
        </div>
        <div className="flex gap-1 xs:pt-[1.8125rem]">
          <Button type="submit" variant="secondary">
            Set balance
          </Button>
          {balance !== null && (
            <Button variant="quiet" onClick={clear}>
              Clear
            </Button>
          )}
        </div>
      </div>
      <p className="max-w-prose self-center text-tiny text-muted">
        Returns, Sharpe, Calmar and the risk of ruin are shares of your balance, and the record of
        your trades does not hold it. Enter the balance before your first trade. Deposits and
        withdrawals since then are not counted. It stays in this browser.
      </p>
    </form>
  );
}
