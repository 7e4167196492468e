import type { Tally } from './block-bootstrap.ts';

export const TRADE_FIGURES = [
  'expectancy',
  'profit_factor',
  'payoff_ratio',
  'break_even_win_rate',
  'recovery_factor',
  'deviation',
  'kelly',
  'average_r',
  'sqn',
] as const;
export type TradeFigure = (typeof TRADE_FIGURES)[number];

/** Van Tharp's cap: more trades than these do not make a system better. */
const SQN_TRADES_MOST = 100;

/**
 * Figures of trades taken in some order: of the record itself, and of its resamples, by the same lines.
 * Where there is nothing to divide by they are NaN or infinite.
 *
 * @param nets in minor units
 * @param multiples R of each trade, NaN without a stop
 */
export function tradeFigures(nets: Float64Array, multiples: Float64Array): Tally<TradeFigure> {
  // Squares around the mean: around 0 they would lose their last digits.
  const centre = nets.length === 0 ? 0 : nets.reduce((sum, net) => sum + net, 0) / nets.length;
  let n = 0;
  let wins = 0;
  let losses = 0;
  let won = 0;
  let lost = 0;
  let around = 0;
  let squares = 0;
  let risked = 0;
  let multiplesSum = 0;
  let multiplesSquares = 0;
  let peak = 0;
  let fall = 0;
  return {
    clear() {
      n = wins = losses = won = lost = around = squares = 0;
      risked = multiplesSum = multiplesSquares = peak = fall = 0;
    },
    add(index) {
      const net = nets[index] ?? Number.NaN;
      const multiple = multiples[index] ?? Number.NaN;
      n += 1;
      if (net > 0) {
        wins += 1;
        won += net;
      } else if (net < 0) {
        losses += 1;
        lost -= net;
      }
      around += net - centre;
      squares += (net - centre) ** 2;
      const level = won - lost;
      if (level > peak) peak = level;
      else if (peak - level > fall) fall = peak - level;
      if (!Number.isNaN(multiple)) {
        risked += 1;
        multiplesSum += multiple;
        multiplesSquares += multiple * multiple;
      }
    },
    figures() {
      const payoff = won / wins / (lost / losses);
      const decided = wins + losses;
      const meanR = multiplesSum / risked;
      return {
        expectancy: (won - lost) / n,
        profit_factor: won / lost,
        payoff_ratio: payoff,
        break_even_win_rate: 100 / (1 + payoff),
        recovery_factor: fall === 0 ? Number.NaN : (won - lost) / fall,
        deviation: sampleDeviation(n, around, squares),
        kelly: 100 * (wins / decided - losses / decided / payoff),
        average_r: meanR,
        sqn:
          (Math.sqrt(Math.min(risked, SQN_TRADES_MOST)) * meanR) /
          sampleDeviation(risked, multiplesSum, multiplesSquares),
      };
    },
  };
}

/** From sums of values and of their squares; NaN when they do not vary, or are fewer than two. */
function sampleDeviation(n: number, sum: number, squares: number): number {
  const left = squares - (sum * sum) / n;
  // Equal values leave a rest of rounding.
  return n > 1 && left > squares * 1e-12 ? Math.sqrt(left / (n - 1)) : Number.NaN;
}
