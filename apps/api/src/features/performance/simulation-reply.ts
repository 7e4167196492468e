import type {
  Outcomes as OutcomesReply,
  Simulation as SimulationReply,
} from '@quorate/contract/performance';
import type { Chance, Outcomes, Simulation } from '@quorate/trading/statistics/simulation';
import type { Currency } from '@quorate/values/money';
import { amountOf, percentOf, toInterval } from './performance-reply.ts';

/** The simulation as it travels. */
export function toSimulation(
  simulated: Simulation,
  asked: { currency: Currency; runs: number; tradesAhead: number; ruinPercent: number },
): SimulationReply {
  const amount = (minor: number) => amountOf(minor, asked.currency);
  const { drawdownPercent, ruin } = simulated;
  return {
    runs: asked.runs,
    trades: asked.tradesAhead,
    block_length: simulated.blockLength,
    fan: simulated.fan.map(({ trade, outcomes }) => ({ trade, ...named(outcomes, amount) })),
    drawdown: named(simulated.drawdown, amount),
    drawdown_percent: drawdownPercent && named(drawdownPercent, percentOf),
    loss: toChance(simulated.loss),
    ruin: ruin && {
      ...toChance(ruin),
      percent_lost: asked.ruinPercent,
      level: amount(ruin.levelMinor),
    },
  };
}

function toChance({ runs, percent, interval }: Chance) {
  return { runs, percent: percentOf(percent), interval: toInterval(interval, percentOf) };
}

function named(outcomes: Outcomes, rounded: (level: number) => number): OutcomesReply {
  const [p5 = 0, p25 = 0, p50 = 0, p75 = 0, p95 = 0] = outcomes.map(rounded);
  return { p5, p25, p50, p75, p95 };
}
