import type { Side } from '../account/order.ts';
import { roundTo } from '../rounding.ts';
import { pairPlace } from './learned-record.ts';
import { type PanelStanding, PROVEN_FROM } from './standing.ts';
import type { VerdictLimits } from './verdict-rules.ts';

/** `several`: voices that do not just repeat each other. `one_proven`: one voter whose skill its record shows. */
export type AgreementKind = 'several' | 'one_proven';

export type Agreement = Readonly<{
  /** Places of those who want the side, as their votes are used. */
  agreeing: readonly number[];
  /** How many independent voices these are worth. */
  effective: number;
  kind: AgreementKind | null;
}>;

/** Who agrees on a side, and whether that is enough. Voters that ask for nothing agree with nobody. */
export function agreementOf(
  directions: readonly number[],
  standing: PanelStanding,
  side: Side,
  limits: VerdictLimits,
  costAtr: number,
): Agreement {
  const towards = side === 'BUY' ? 1 : -1;
  const agreeing: number[] = [];
  const against: number[] = [];
  for (let at = 0; at < directions.length; at += 1) {
    if (directions[at] === towards) agreeing.push(at);
    else if (directions[at] === -towards) against.push(at);
  }
  const effective = effectiveVoters(agreeing, standing.correlations);
  const several = effective >= limits.minAgreement;
  const alone =
    !several && limits.oneProven && hasProven(agreeing, against, standing, limits, costAtr);
  return { agreeing, effective, kind: several ? 'several' : alone ? 'one_proven' : null };
}

/**
 * So many independent voices are voters of a mean correlation worth: n / (1 + (n - 1) * correlation).
 *
 * @param correlations by `pairPlace`
 * @returns two decimals; 0 without voters
 * @example two voters of correlation 0.5: 2 / 1.5 = 1.33
 */
export function effectiveVoters(
  places: readonly number[],
  correlations: readonly number[],
): number {
  const count = places.length;
  if (count < 2) return count;
  let sum = 0;
  for (let later = 1; later < count; later += 1)
    for (let at = 0; at < later; at += 1)
      sum += correlations[pairPlace(places[at] ?? 0, places[later] ?? 0)] ?? 0;
  const mean = Math.max(0, sum / ((count * (count - 1)) / 2));
  return roundTo(count / (1 + (count - 1) * mean), 2);
}

/**
 * Whether one of them has shown skill beyond the costs, and beyond what anybody against it has shown. A whole panel
 * that is worth no more than one voice is one voter, whose record is the pool's.
 */
function hasProven(
  agreeing: readonly number[],
  against: readonly number[],
  { voters, correlations, outcomes, slopeLow }: PanelStanding,
  { minAgreement }: VerdictLimits,
  costAtr: number,
): boolean {
  const shown = (places: readonly number[]) =>
    places.reduce((most, at) => {
      const voter = voters[at];
      return voter && voter.votes >= PROVEN_FROM ? Math.max(most, voter.edgeLow) : most;
    }, Number.NEGATIVE_INFINITY);
  const asOne =
    outcomes >= PROVEN_FROM &&
    agreeing.length > 0 &&
    effectiveVoters(
      voters.map((_, at) => at),
      correlations,
    ) < minAgreement;
  const most = Math.max(shown(agreeing), asOne ? slopeLow : Number.NEGATIVE_INFINITY);
  return most >= costAtr && most > shown(against);
}
