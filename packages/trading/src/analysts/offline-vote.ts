import type { SnapshotIndicators } from '../market-reader.ts';
import type { Action } from '../order.ts';
import { roundTo } from '../rounding.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Vote } from '../vote.ts';
import type { Lean } from './lean.ts';
import { actionOfLean } from './lean.ts';

/** Puts an offline analyst's lean into the form of a vote, with the figures it rests on. */
export function offlineVote(
  snapshot: Snapshot,
  opinion: {
    analyst: string;
    lean: Lean;
    stopLossAtr: number;
    takeProfitAtr: number;
    fields: readonly (keyof SnapshotIndicators)[];
    because: Readonly<Record<Action, string>>;
  },
): Vote {
  const action = actionOfLean(opinion.lean);
  const trades = action !== 'HOLD';
  return {
    analyst: opinion.analyst,
    model: 'offline',
    action,
    pUp: roundTo(opinion.lean, 4),
    stopLossAtr: trades ? opinion.stopLossAtr : null,
    takeProfitAtr: trades ? opinion.takeProfitAtr : null,
    evidence: opinion.fields.map((field) => ({
      field: `indicators.${field}`,
      value: snapshot.indicators[field],
    })),
    reason: opinion.because[action],
    abstained: false,
  };
}
