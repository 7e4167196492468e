import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  SEED_MAX,
  SIMULATION_RUNS,
  SIMULATION_TRADES,
  type Simulation,
  type SimulationReply,
} from '@quorate/contract/performance';
import { Button } from '@quorate/ui/button';
import { Disclosure } from '@quorate/ui/disclosure';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { formatCount, formatMoney, formatPercent } from '@quorate/ui/format';
import { Notice } from '@quorate/ui/notice';
import { SelectField } from '@quorate/ui/select-field';
import { Skeleton } from '@quorate/ui/skeleton';
import { Stat, toneOf } from '@quorate/ui/stat';
import { useMediaQuery } from '@quorate/ui/use-media-query';
import { useId, useState } from 'react';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { FanDrawing } from './fan-drawing.tsx';
import { fanScales, MEDIUM, NARROW, WIDE } from './fan-scales.ts';
import { DrawdownTable, OutcomeTable } from './outcome-tables.tsx';
import { type Selection, type SimulationSettings, useSimulation } from './performance.api.ts';

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
        <h2
          id="simulation"
          className="font-serif text-heading"
        >{t`What if luck had been different?`}</h2>
        <p className="mt-1 max-w-prose text-small text-muted">{t`Each run draws from your own closed trades, a few neighbours at a time, as though every trade kept its size. It shows how far luck alone can carry a record like yours. It does not say that the future is like the record.`}</p>
      </div>
      <SimulationControls settings={settings} onChange={setSettings} />
      {simulation.isError && (
        <RetryNotice
          title={t`Failed to load the simulation`}
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
              title={t`Not enough data: ${reply.based_on} of ${plural(reply.least, { one: '# trade', other: '# trades' })}`}
            >{t`With fewer there is too little to draw from.`}</Notice>
          )}
        </div>
      ) : (
        !simulation.isError && (
          <div role="status">
            <span className="sr-only">{t`Drawing the runs`}</span>
            <Skeleton className="aspect-[34/24] w-full sm:aspect-[70/30] lg:aspect-[108/34]" />
            <Skeleton className="mt-4 h-11 w-full" />
            <Skeleton className="mt-6 h-24 w-full" />
          </div>
        )
      )}
    </section>
  );
}

type SimulationResultProps = { reply: SimulationReply; simulation: Simulation };

function SimulationResult({ reply, simulation }: SimulationResultProps) {
  const { currency, balance_now: balance } = reply;
  const { loss, ruin, drawdown, runs, trades } = simulation;
  const end = simulation.fan.at(-1);
  const amount = (value: number) => formatMoney(value, currency, 'always');
  const ruinLevel = ruin && balance !== null ? ruin.level - balance : null;
  return (
    <>
      <OutcomeFan fan={simulation.fan} currency={currency} ruinAt={ruinLevel} />
      <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-6 border-t border-line pt-6 lg:grid-cols-4">
        <Stat
          label={t`Middle outcome after ${plural(trades, { one: '# trade', other: '# trades' })}`}
          value={amount(end?.p50 ?? 0)}
          tone={toneOf(end?.p50 ?? 0)}
          note={t`9 of 10 runs: ${amount(end?.p5 ?? 0)} to ${amount(end?.p95 ?? 0)}`}
        />
        <Stat
          label={t`Runs that lost money`}
          value={formatPercent(loss.percent)}
          note={chanceNote(loss, runs)}
        />
        <Stat
          label={t`Middle deepest fall`}
          value={formatMoney(drawdown.p50, currency)}
          note={t`1 run in 20: ${formatMoney(drawdown.p95, currency)} or more`}
        />
        <Stat
          label={ruin ? t`Ruin: ${ruin.percent_lost}% lost` : t`Risk of ruin`}
          value={ruin ? formatPercent(ruin.percent) : '–'}
          note={ruin ? chanceNote(ruin, runs) : t`Needs a starting balance`}
        />
      </dl>
      <p className="mt-5 text-tiny text-muted">
        <Trans>
          {plural(runs, { one: '# run', other: '# runs' })} of{' '}
          {plural(trades, { one: '# trade', other: '# trades' })}, drawn {simulation.block_length}{' '}
          at a time from {drawnFrom(reply)} with seed <span className="figures">{reply.seed}</span>:
          the same seed draws the same runs.
        </Trans>{' '}
        {balance !== null && t`They begin with ${formatMoney(balance, currency)}.`}
      </p>
      <div className="mt-4">
        <Disclosure title={t`The same as tables`}>
          <OutcomeTable fan={simulation.fan} currency={currency} />
          <DrawdownTable
            money={drawdown}
            percent={simulation.drawdown_percent}
            currency={currency}
          />
        </Disclosure>
      </div>
    </>
  );
}

function drawnFrom({ based_on, of }: SimulationReply): string {
  return based_on < of
    ? t`the newest ${formatCount(based_on)} of ${formatCount(of)} closed trades`
    : plural(based_on, { one: '# closed trade', other: '# closed trades' });
}

function chanceNote({ runs, interval }: Simulation['loss'], all: number): string {
  const share = t`${formatCount(runs)} of ${plural(all, { one: '# run', other: '# runs' })}`;
  if (interval === null || interval.low === null || interval.high === null) return share;
  return t`${share}; 95%: ${formatPercent(interval.low)} to ${formatPercent(interval.high)}`;
}

type Fan = Simulation['fan'];

type OutcomeFanProps = {
  fan: Fan;
  currency: string;
  /** Net result that is ruin; null where that is not known. */
  ruinAt: number | null;
};

/** The range of outcomes as it widens, and a slider that reads it out at any point. */
function OutcomeFan({ fan, currency, ruinAt }: OutcomeFanProps) {
  const wide = useMediaQuery('(min-width: 64rem)');
  const medium = useMediaQuery('(min-width: 40rem)');
  const slider = useId();
  const last = fan.length - 1;
  const [chosen, setChosen] = useState<number | null>(null);
  // Another simulation may have fewer points.
  const place = Math.min(chosen ?? last, last);
  const point = fan[place];
  if (!point) return null;
  const scales = fanScales(fan, wide ? WIDE : medium ? MEDIUM : NARROW, ruinAt);
  const { left, width } = scales.size;
  const amount = (value: number) => formatMoney(value, currency, 'always');
  const words = t`After ${plural(point.trade, { one: '# trade', other: '# trades' })}: ${amount(point.p50)} in the middle; half of the runs ${amount(point.p25)} to ${amount(point.p75)}, 9 of 10 ${amount(point.p5)} to ${amount(point.p95)}.`;
  return (
    <div>
      <p className="mb-2 text-tiny text-muted">{t`Net result in ${currency} after so many trades`}</p>
      <FanDrawing fan={fan} point={point} scales={scales} ruinAt={ruinAt} currency={currency} />
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-tiny text-muted" aria-hidden="true">
        <Key className="h-0.5 bg-brand">{t`Middle`}</Key>
        <Key className="h-3 bg-brand/35">{t`Half of the runs`}</Key>
        <Key className="h-3 bg-brand/15">{t`9 of 10 runs`}</Key>
        {scales.showsRuin && (
          <Key className="h-0 border-t-2 border-dashed border-loss">{t`Ruin`}</Key>
        )}
      </ul>
      <label htmlFor={slider} className="sr-only">{t`Read out after so many trades`}</label>
      <input
        id={slider}
        type="range"
        min={0}
        max={last}
        value={place}
        onChange={(event) => setChosen(Number(event.target.value))}
        aria-valuetext={words}
        // As wide as the drawing between its sides, so that the thumb stands below its line.
        style={{ marginLeft: `${(100 * left) / width}%`, width: `${100 - (100 * left) / width}%` }}
        className="mt-3 h-11 accent-brand"
      />
      <p className="min-h-10 text-small" aria-hidden="true">
        {words}
      </p>
    </div>
  );
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <li className="flex items-center gap-2">
      <span className={`w-6 ${className}`} />
      {children}
    </li>
  );
}

const TRADES = [50, 100, 250, 500, 1_000];
const RUNS = [1_000, 2_000, 5_000];
const RUIN_PERCENTS = [10, 20, 30, 50, 75, 100];

type SimulationControlsProps = {
  settings: SimulationSettings;
  onChange: (settings: SimulationSettings) => void;
};

/** How far, how often, what counts as ruin, and the seed by which the same runs can be drawn again. */
function SimulationControls({ settings, onChange }: SimulationControlsProps) {
  const set = (part: Partial<SimulationSettings>) => onChange({ ...settings, ...part });
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        label={t`Trades ahead`}
        value={String(settings.trades)}
        options={TRADES.map((count) => ({ value: String(count), label: formatCount(count) }))}
        onChange={(count) => set({ trades: Number(count) })}
        className="w-28"
      />
      <SelectField
        label={t`Runs`}
        value={String(settings.runs)}
        options={RUNS.map((count) => ({ value: String(count), label: formatCount(count) }))}
        onChange={(count) => set({ runs: Number(count) })}
        className="w-28"
      />
      <SelectField
        label={t`Ruin is a loss of`}
        value={String(settings.ruinPercent)}
        options={RUIN_PERCENTS.map((percent) => ({
          value: String(percent),
          label: `${percent}%`,
        }))}
        onChange={(percent) => set({ ruinPercent: Number(percent) })}
        className="w-32"
      />
      <SeedField key={settings.seed} seed={settings.seed} onChange={(seed) => set({ seed })} />
      <Button variant="secondary" onClick={() => set({ seed: newSeed() })}>{t`Draw again`}</Button>
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
      <label htmlFor={id} className="mb-1 block text-tiny text-muted">{t`Seed`}</label>
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
