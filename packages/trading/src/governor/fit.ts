import { lots } from '@quorate/values/lots';
import { lossAtStopMinor } from '../risk/loss-per-lot.ts';
import type { RiskContext } from '../risk/rules.ts';
import type { GovernorFacts } from './facts.ts';
import { withReserve } from './headroom.ts';

type Governed = Pick<RiskContext, 'idea' | 'valuation' | 'quote' | 'instrument' | 'governor'>;

const MANY_STEPS = 10_000;

/**
 * What an order of so many steps takes of the headroom: its loss at the stop with the commission of both sides
 * and a night's swap, and what is kept for its slip. Minor units, not rounded.
 */
export function neededMinor(context: Governed, steps: number): number {
  const { governor, instrument, valuation, quote } = context;
  const volume = lots(steps, instrument.volumeStep);
  const swap = ((governor?.swapPerManyStepsMinor ?? 0) * steps) / MANY_STEPS;
  const atStop = lossAtStopMinor(context, steps) + swap;
  const reserve = -valuation.minorOf(-(governor?.reservePoints ?? 0), volume, quote);
  return withReserve(atStop, reserve);
}

/** What an order of so many steps loses where its exit slips at its very worst. */
export function worstNeededMinor(context: Governed, steps: number): number {
  const { governor, instrument, valuation, quote } = context;
  const volume = lots(steps, instrument.volumeStep);
  const swap = ((governor?.swapPerManyStepsMinor ?? 0) * steps) / MANY_STEPS;
  const slip = -valuation.minorOf(-(governor?.worstPoints ?? 0), volume, quote);
  return Math.max(lossAtStopMinor(context, steps) + swap + slip, neededMinor(context, steps));
}

/** Headroom that an order may take: a symbol that is open may slip at its very worst, and no account ends by it. */
export function roomMinor({
  headroomMinor,
  endRoomMinor,
  worstBeyondMinor,
}: GovernorFacts): number {
  return Math.min(headroomMinor, (endRoomMinor ?? Number.POSITIVE_INFINITY) - worstBeyondMinor);
}

/**
 * The most volume steps that headroom and the rule set leave for an order; no limit where nobody governs. Below
 * the smallest order it is refused by the rules `headroom` and `rule-set-positions`, which say every figure.
 */
export function stepsThatFit(context: Governed): number {
  const { governor, instrument } = context;
  if (!governor) return Number.MAX_SAFE_INTEGER;
  const { openRiskLeftMinor, lotsLeft, endRoomMinor } = governor;
  const byHeadroom = mostSteps(context, roomMinor(governor), neededMinor);
  const byWorst =
    endRoomMinor === null
      ? Number.MAX_SAFE_INTEGER
      : mostSteps(context, endRoomMinor - governor.worstHereMinor, worstNeededMinor);
  const byRisk =
    openRiskLeftMinor === null
      ? Number.MAX_SAFE_INTEGER
      : mostSteps(context, openRiskLeftMinor, lossAtStopMinor);
  const { units, digits } = instrument.volumeStep;
  const byLots =
    lotsLeft === null
      ? Number.MAX_SAFE_INTEGER
      : Math.floor((lotsLeft * 10 ** digits) / units + 1e-9);
  return Math.max(0, Math.min(byHeadroom, byWorst, byRisk, byLots));
}

/** Of many steps at once, so that commission rounded to the minor unit does not distort it; then step by step. */
function mostSteps(
  context: Governed,
  leftMinor: number,
  needed: (context: Governed, steps: number) => number,
): number {
  const perStep = needed(context, MANY_STEPS) / MANY_STEPS;
  // What cannot be valued does not fit.
  if (!(perStep > 0) || !(leftMinor > 0)) return 0;
  let steps = Math.min(Math.floor(leftMinor / perStep), context.instrument.volumeMaxSteps);
  while (steps > 0 && needed(context, steps) > leftMinor) steps -= 1;
  return steps;
}
