import type { DecisionSums } from '@quorate/contract/decision-sums';
import type {
  Measure,
  PerformanceReply,
  Simulation,
  SimulationReply,
} from '@quorate/contract/performance';
import { MEASURES, type MeasureKey } from '@quorate/trading/statistics/measures/catalogue';

/** The answer of the performance call: every measure lacks data but those given. */
export function buildPerformance(
  measures: Partial<Record<MeasureKey, Partial<Measure>>> = {},
  part: Partial<PerformanceReply> = {},
): PerformanceReply {
  return {
    success: true,
    currency: 'USD',
    based_on: 12,
    of: 12,
    seed: 1,
    balance_before: null,
    balance_source: null,
    basis: 'closed_trades',
    measures: MEASURES.map(({ key, least, intervalFrom }) => ({
      key,
      value: null,
      n: 12,
      least,
      missing: measures[key] ? null : 'not_enough_data',
      interval: null,
      interval_from: intervalFrom,
      ...measures[key],
    })),
    ...part,
  };
}

/** The answer of the simulation call; without a part it says that there are too few trades. */
export function buildSimulation(
  simulation: Partial<Simulation> | null = null,
  part: Partial<SimulationReply> = {},
): SimulationReply {
  return {
    success: true,
    currency: 'USD',
    based_on: 12,
    of: 12,
    seed: 1,
    balance_now: null,
    least: 30,
    simulation: simulation && {
      runs: 1_000,
      trades: 100,
      block_length: 4,
      fan: [0, 50, 100].map((trade) => ({
        trade,
        p5: -trade,
        p25: 0,
        p50: trade,
        p75: 2 * trade,
        p95: 3 * trade,
      })),
      drawdown: { p5: 10, p25: 20, p50: 30, p75: 40, p95: 50.5 },
      drawdown_percent: null,
      loss: { runs: 120, percent: 12, interval: { low: 10.12, high: 14.16 } },
      ruin: null,
      ...simulation,
    },
    ...part,
  };
}

/** The answer of the call for sums of decisions: none. */
export function buildDecisionSums(part: Partial<DecisionSums> = {}): DecisionSums {
  return {
    success: true,
    decisions: 0,
    traded: 0,
    held: 0,
    waiting: 0,
    refused: { decisions: 0, ended: 0, won: 0, r: 0 },
    rules: [],
    ...part,
  };
}
