import type { Simulation, SimulationReply } from '@quorate/contract/performance';
import { Disclosure } from '@quorate/ui/disclosure';
import { countOf, formatCount, formatMoney, formatPercent } from '@quorate/ui/format';
import { Stat, toneOf } from '@quorate/ui/stat';
import { OutcomeFan } from './outcome-fan.tsx';
import { DrawdownTable, OutcomeTable } from './outcome-tables.tsx';

type SimulationResultProps = { reply: SimulationReply; simulation: Simulation };

export function SimulationResult({ reply, simulation }: SimulationResultProps) {
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
          label={`Middle outcome after ${countOf(trades, 'trade')}`}
          value={amount(end?.p50 ?? 0)}
          tone={toneOf(end?.p50 ?? 0)}
          note={`9 of 10 runs: ${amount(end?.p5 ?? 0)} to ${amount(end?.p95 ?? 0)}`}
        />
        <Stat
          label="Runs that lost money"
          value={formatPercent(loss.percent)}
          note={chanceNote(loss, runs)}
        />
        <Stat
          label="Middle deepest fall"
          value={formatMoney(drawdown.p50, currency)}
          note={`1 run in 20: ${formatMoney(drawdown.p95, currency)} or more`}
        />
        <Stat
          label={ruin ? `Ruin: ${ruin.percent_lost}% lost` : 'Risk of ruin'}
          value={ruin ? formatPercent(ruin.percent) : '–'}
          note={ruin ? chanceNote(ruin, runs) : 'Needs a starting balance'}
        />
      </dl>
      <p className="mt-5 text-tiny text-muted">
        {countOf(runs, 'run')} of {countOf(trades, 'trade')}, drawn {simulation.block_length} at a
        time from {drawnFrom(reply)} with seed <span className="figures">{reply.seed}</span>: the
        same seed draws the same runs.
        {balance !== null && ` They begin with ${formatMoney(balance, currency)}.`}
      </p>
      <div className="mt-4">
        <Disclosure title="The same as tables">
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
    ? `the newest ${formatCount(based_on)} of ${formatCount(of)} closed trades`
    : countOf(based_on, 'closed trade');
}

function chanceNote({ runs, interval }: Simulation['loss'], all: number): string {
  const share = `${formatCount(runs)} of ${countOf(all, 'run')}`;
  if (interval === null || interval.low === null || interval.high === null) return share;
  return `${share}; 95%: ${formatPercent(interval.low)} to ${formatPercent(interval.high)}`;
}
