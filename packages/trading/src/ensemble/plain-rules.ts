import type { Action } from '../account/order.ts';
import type { Ballot } from '../analysts/vote.ts';
import { expectedR, stopsOf } from './expected-value.ts';
import { boundedChance, chanceOf, logOddsOf } from './log-odds.ts';
import type { PanelStanding } from './standing.ts';
import { steadySumOf } from './steady-sum.ts';

/** What five plain rules would have done with the same votes: kept beside each decision, so that data judge the verdict. */
export type PlainActions = Readonly<{
  /** More ask for it than for the other direction. */
  majority: Action;
  /** All ask for it. */
  unanimous: Action;
  /** The voter whose record shows the most; HOLD while nobody has one. */
  best_voter: Action;
  /** All count alike, by what they state; the costs must be paid. */
  equal_pool: Action;
  hold: 'HOLD';
}>;

/** @param cast votes that are no abstentions, in the order of the standing */
export function plainActions(
  cast: readonly Ballot[],
  costAtr: number,
  { voters }: PanelStanding,
): PlainActions {
  const buys = cast.filter(({ action }) => action === 'BUY');
  const sells = cast.filter(({ action }) => action === 'SELL');
  const known = voters.some(({ votes }) => votes > 0);
  const best = voters.reduce(
    (most, { edgeLow }, at) => (edgeLow > (voters[most]?.edgeLow ?? 0) ? at : most),
    0,
  );
  return {
    majority: sideOf(buys.length - sells.length),
    unanimous: sideOf(
      buys.length === cast.length ? buys.length : sells.length === cast.length ? -sells.length : 0,
    ),
    best_voter: (known && cast[best]?.action) || 'HOLD',
    equal_pool: equalPool(cast, costAtr),
    hold: 'HOLD',
  };
}

function sideOf(lead: number): Action {
  if (lead === 0) return 'HOLD';
  return lead > 0 ? 'BUY' : 'SELL';
}

function equalPool(cast: readonly Ballot[], costAtr: number): Action {
  if (cast.length === 0) return 'HOLD';
  const logOdds = steadySumOf(cast.map(({ pUp }) => logOddsOf(boundedChance(pUp)))) / cast.length;
  const side = sideOf(logOdds);
  const stops = stopsOf(cast.filter(({ action }) => action === side));
  if (side === 'HOLD' || !stops) return 'HOLD';
  const pRight = boundedChance(chanceOf(Math.abs(logOdds)));
  return expectedR({ pRight, ...stops, costAtr }) > 0 ? side : 'HOLD';
}
