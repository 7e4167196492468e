import { SEED_MAX } from '@quorate/contract/performance';
import { Button } from '@quorate/ui/button';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { formatCount } from '@quorate/ui/format';
import { SelectField } from '@quorate/ui/select-field';
import { useId, useState } from 'react';
import type { SimulationSettings } from './performance.api.ts';

const TRADES = [50, 100, 250, 500, 1_000];
const RUNS = [1_000, 2_000, 5_000];
const RUIN_PERCENTS = [10, 20, 30, 50, 75, 100];

type SimulationControlsProps = {
  settings: SimulationSettings;
  onChange: (settings: SimulationSettings) => void;
};

/** How far, how often, what counts as ruin, and the seed by which the same runs can be drawn again. */
export function SimulationControls({ settings, onChange }: SimulationControlsProps) {
  const set = (part: Partial<SimulationSettings>) => onChange({ ...settings, ...part });
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        label="Trades ahead"
        value={String(settings.trades)}
        options={TRADES.map((count) => ({ value: String(count), label: formatCount(count) }))}
        onChange={(count) => set({ trades: Number(count) })}
        className="w-28"
      />
      <SelectField
        label="Runs"
        value={String(settings.runs)}
        options={RUNS.map((count) => ({ value: String(count), label: formatCount(count) }))}
        onChange={(count) => set({ runs: Number(count) })}
        className="w-28"
      />
      <SelectField
        label="Ruin is a loss of"
        value={String(settings.ruinPercent)}
        options={RUIN_PERCENTS.map((percent) => ({
          value: String(percent),
          label: `${percent}%`,
        }))}
        onChange={(percent) => set({ ruinPercent: Number(percent) })}
        className="w-32"
      />
      <SeedField key={settings.seed} seed={settings.seed} onChange={(seed) => set({ seed })} />
      <Button variant="secondary" onClick={() => set({ seed: newSeed() })}>
        Draw again
      </Button>
    </div>
  );
}

type SeedFieldProps = { seed: number; onChange: (seed: number) => void };

/** Draws when it is left or Enter is pressed, not at every digit. */
function SeedField({ seed, onChange }: SeedFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(String(seed));
  const apply = () => {
    const digits = typed.replace(/\D/g, '');
    const next = digits === '' ? seed : Math.min(SEED_MAX, Number(digits));
    setTyped(String(next));
    if (next !== seed) onChange(next);
  };
  return (
    <div className="w-40">
      <label htmlFor={id} className="mb-1 block text-tiny text-muted">
        Seed
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply();
        }}
        className={`${CONTROL_CLASS} figures text-small`}
      />
    </div>
  );
}

function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
}
