import type { OutcomeInput } from '@quorate/contract/decision-outcomes';
import { snapshot, timeframe } from '@quorate/contract/decisions';
import { barsFault, fillFault } from '@quorate/trading/plausible';
import { validationError } from '../../http/app-error.ts';
import type { Decided } from './outcomes.queries.ts';

/**
 * Bars and fills that cannot have been are refused, with the bar and the figures.
 *
 * @param nameOf names a field of the outcome at this place
 * @throws AppError validation_failed
 */
export function expectPossible(
  outcomes: readonly OutcomeInput[],
  decided: ReadonlyMap<string, Decided>,
  now: number,
  nameOf: (index: number, field: string) => string,
): void {
  const faults = outcomes.flatMap((outcome, index) => {
    const decision = decided.get(outcome.decision_id);
    if (!decision) return [];
    return faultsOf(outcome, decision, now).map(({ field, message }) => ({
      field: nameOf(index, field),
      message,
    }));
  });
  if (faults.length > 0) throw validationError(faults);
}

function faultsOf(
  { bars, fill, order, digits }: OutcomeInput,
  decision: Decided,
  now: number,
): { field: string; message: string }[] {
  const each = timeframe.parse(decision.timeframe);
  const bad = barsFault(each, bars, now);
  if (bad !== null) return [{ field: 'bars', message: bad }];
  if (!fill) return [];
  const seen = snapshot.parse(JSON.parse(decision.snapshot));
  const scale = 10 ** seen.digits;
  const spread = order ? Math.abs(order.ask - order.bid) : seen.spread_points / scale;
  const message = fillFault(
    { price: fill.price, at: Date.parse(fill.at) },
    { timeframe: each, bars, digits },
    { spread, atr: seen.atr_points / scale },
  );
  return message === null ? [] : [{ field: 'fill.price', message }];
}
