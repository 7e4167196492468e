import type { Prepared } from './closed-history.ts';
import { deviationOf, type Estimate, meanOf, ratioToDeviation, scaled } from './estimate.ts';

/** Van Tharp's cap: more trades than these do not make a system better. */
const SQN_TRADES_MOST = 100;

/**
 * Figures of trades with what each trade adds to them. Where there is nothing to divide by the value is NaN or
 * infinite, which is no figure.
 */
export function tradeEstimates({ nets, multiples }: Pick<Prepared, 'nets' | 'multiples'>) {
  const parts = partsOf(nets);
  const withStop = multiples.filter((multiple) => !Number.isNaN(multiple));
  return {
    expectancy: meanOf(nets),
    profit_factor: profitFactor(nets, parts),
    payoff_ratio: payoffRatio(nets, parts),
    deviation: deviationOf(nets),
    kelly: kellyShare(nets, parts),
    average_r: meanOf(withStop),
    sqn: scaled(ratioToDeviation(withStop), Math.sqrt(Math.min(withStop.length, SQN_TRADES_MOST))),
  } satisfies Record<string, Estimate>;
}

export type TradeEstimates = ReturnType<typeof tradeEstimates>;

type Parts = Readonly<{ wins: number; losses: number; won: number; lost: number }>;

/** Shares of the trades that won and lost, and what they won and lost, as means over all trades; losses positive. */
function partsOf(nets: Float64Array): Parts {
  let [wins, losses, won, lost] = [0, 0, 0, 0];
  for (const net of nets) {
    if (net > 0) {
      wins += 1;
      won += net;
    } else if (net < 0) {
      losses += 1;
      lost -= net;
    }
  }
  const n = nets.length;
  return { wins: wins / n, losses: losses / n, won: won / n, lost: lost / n };
}

function profitFactor(nets: Float64Array, { won, lost }: Parts): Estimate {
  return {
    value: won / lost,
    influences: nets.map((net) => (net > 0 ? net / won : net / lost)),
    scale: 'log',
  };
}

function payoffRatio(nets: Float64Array, { wins, losses, won, lost }: Parts): Estimate {
  const influence = (net: number) => {
    if (net === 0) return 0;
    return net > 0 ? net / won - 1 / wins : net / lost + 1 / losses;
  };
  return {
    value: won / wins / (lost / losses),
    influences: nets.map(influence),
    scale: 'log',
  };
}

/** 100 × share of wins among the decided × (1 − lost / won), which is the usual formula in other words. */
function kellyShare(nets: Float64Array, { wins, losses, won, lost }: Parts): Estimate {
  const decided = wins + losses;
  const share = wins / decided;
  const kept = 1 - lost / won;
  const influence = (net: number) => {
    const ofShare = ((net > 0 ? losses : 0) - (net < 0 ? wins : 0)) / decided ** 2;
    const ofRatio = (lost / won) * (net > 0 ? -net / won : -net / lost);
    return 100 * (kept * ofShare - share * ofRatio);
  };
  // Without a loss there is nothing to weigh the wins against.
  const value = losses === 0 ? Number.NaN : 100 * share * kept;
  return { value, influences: nets.map(influence), scale: 'plain' };
}
