/** Certainty would outvote everyone: its log-odds are infinite. */
const SUREST = 0.99;

/** A chance between 0.01 and 0.99. */
export function boundedChance(chance: number): number {
  return Math.min(SUREST, Math.max(1 - SUREST, chance));
}

/** @param chance above 0 and below 1 */
export function logOddsOf(chance: number): number {
  return Math.log(chance / (1 - chance));
}

/** The inverse of `logOddsOf`. */
export function chanceOf(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
