import { divideRounded } from '../rounding.ts';

/**
 * Counts and sums of closed trades, money in whole minor units. A database can add these up as exactly
 * as a program can, so that everything derived from them is the same wherever it is computed.
 */
export type TradeSums = Readonly<{
  total: number;
  wins: number;
  losses: number;
  /** Sum of the nets above 0. */
  grossProfit: number;
  /** Sum of the nets below 0; negative or 0. */
  grossLoss: number;
  /** 0 without a win. */
  largestWin: number;
  /** Most negative net; 0 without a loss. */
  largestLoss: number;
}>;

/** The headline figures. Money in minor units, losses negative. Definitions: docs/reference/formulas.md. */
export type TradeSummary = TradeSums &
  Readonly<{
    breakEven: number;
    netProfit: number;
    /** Percent, 2 decimals, halves away from zero; 0 without trades. */
    winRatePercent: number;
    /** 6 decimals; null when nothing was lost. */
    profitFactor: number | null;
    /** 'inf' with wins and no losses, 'n/a' without either, else 2 decimals. */
    profitFactorText: string;
    /** Rounded to the minor unit, halves away from zero; 0 where there is nothing to divide by. */
    averageWin: number;
    averageLoss: number;
    expectancy: number;
  }>;

/** Of no trade at all. */
export const NO_TRADES: TradeSums = {
  total: 0,
  wins: 0,
  losses: 0,
  grossProfit: 0,
  grossLoss: 0,
  largestWin: 0,
  largestLoss: 0,
};

/** Sums of two sets of trades together. @example addSums(monday, tuesday) */
export function addSums(one: TradeSums, other: TradeSums): TradeSums {
  return {
    total: one.total + other.total,
    wins: one.wins + other.wins,
    losses: one.losses + other.losses,
    grossProfit: one.grossProfit + other.grossProfit,
    grossLoss: one.grossLoss + other.grossLoss,
    largestWin: Math.max(one.largestWin, other.largestWin),
    largestLoss: Math.min(one.largestLoss, other.largestLoss),
  };
}

/** Sums of nets, one a closed trade, in minor units. @throws RangeError when a sum leaves the safe integers */
export function sumNets(nets: Iterable<number>): TradeSums {
  const sums = { ...NO_TRADES };
  for (const net of nets) {
    sums.total += 1;
    if (net > 0) {
      sums.wins += 1;
      sums.grossProfit += net;
      sums.largestWin = Math.max(sums.largestWin, net);
    } else if (net < 0) {
      sums.losses += 1;
      sums.grossLoss += net;
      sums.largestLoss = Math.min(sums.largestLoss, net);
    }
  }
  if (!Number.isSafeInteger(sums.grossProfit) || !Number.isSafeInteger(sums.grossLoss)) {
    throw new RangeError('the sum of the results leaves the exact integers');
  }
  return sums;
}

/**
 * @example
 * summaryFromSums(sumNets([4218, -1500, 0])).winRatePercent // 33.33
 */
export function summaryFromSums(sums: TradeSums): TradeSummary {
  const { total, wins, losses, grossProfit, grossLoss } = sums;
  const netProfit = grossProfit + grossLoss;
  return {
    ...sums,
    breakEven: total - wins - losses,
    netProfit,
    winRatePercent: winRatePercent(wins, total),
    profitFactor: losses === 0 ? null : scaledQuotient(grossProfit, -grossLoss, 6),
    profitFactorText: profitFactorText(sums),
    averageWin: quotient(grossProfit, wins),
    averageLoss: quotient(grossLoss, losses),
    expectancy: quotient(netProfit, total),
  };
}

/**
 * Winners in percent with 2 decimals, halves away from zero; 0 without trades.
 *
 * @example winRatePercent(22, 59) // 37.29
 */
export function winRatePercent(wins: number, total: number): number {
  return quotient(wins * 10_000, total) / 100;
}

function profitFactorText({ wins, losses, grossProfit, grossLoss }: TradeSums): string {
  if (losses > 0) return scaledQuotient(grossProfit, -grossLoss, 2).toFixed(2);
  return wins > 0 ? 'inf' : 'n/a';
}

function quotient(dividend: number, divisor: number): number {
  return divisor === 0 ? 0 : Number(divideRounded(BigInt(dividend), BigInt(divisor)));
}

/** A quotient with so many decimals, rounded from the exact one. */
function scaledQuotient(dividend: number, divisor: number, decimals: number): number {
  const scale = 10n ** BigInt(decimals);
  return Number(divideRounded(BigInt(dividend) * scale, BigInt(divisor))) / Number(scale);
}
