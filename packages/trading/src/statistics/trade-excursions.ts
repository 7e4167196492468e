/** A trade's figures in one unit of money, before costs where nothing else is said. */
export type ExcursionFigures = Readonly<{
  closed: boolean;
  /** Before commission, swap and fees. */
  gross: number;
  /** How far it was ahead (0 or more) and behind (0 or less) while it was open; null where that is not known. */
  best: number | null;
  worst: number | null;
  /** What its first stop risked; null without one. */
  risk: number | null;
}>;

/**
 * Best and worst result while a trade was open (MFE and MAE), in multiples of its first risk, and its exit
 * efficiency: the share of the best result that the exit kept. Each is null where it is not known. The
 * efficiency is below 0 where a trade that was ahead lost, and above 100 where it was filled better than any
 * price that was seen; one that was never ahead, or is still open, has none. docs/reference/formulas.md.
 *
 * @example tradeExcursions({ closed: true, gross: 30, best: 40, worst: -10, risk: 20 })
 * // { bestR: 2, worstR: -0.5, efficiencyPercent: 75 }
 */
export function tradeExcursions({ closed, gross, best, worst, risk }: ExcursionFigures): {
  bestR: number | null;
  worstR: number | null;
  efficiencyPercent: number | null;
} {
  const inR = (amount: number | null) =>
    amount === null || risk === null || risk <= 0 ? null : amount / risk;
  return {
    bestR: inR(best),
    worstR: inR(worst),
    efficiencyPercent: closed && best !== null && best > 0 ? (100 * gross) / best : null,
  };
}
