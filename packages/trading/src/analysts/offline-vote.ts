import type { Action } from '../account/order.ts';
import type { SnapshotIndicators } from '../market/market-reader.ts';
import type { Snapshot } from '../market/snapshot.ts';
import { roundTo } from '../rounding.ts';
import type { Lean } from './lean.ts';
import { actionOfLean } from './lean.ts';
import type { Ballot, Vote } from './vote.ts';

/** The part of an offline analyst's vote that is counted: distances in ATR. */
export function offlineBallot(
  analyst: string,
  lean: Lean,
  stops: Readonly<{ stopLossAtr: number; takeProfitAtr: number }>,
): Ballot {
  const action = actionOfLean(lean);
  const trades = action !== 'HOLD';
  return {
    analyst,
    action,
    pUp: roundTo(lean, 4),
    stopLossAtr: trades ? stops.stopLossAtr : null,
    takeProfitAtr: trades ? stops.takeProfitAtr : null,
    abstained: false,
  };
}

/** Puts an offline analyst's ballot into the form of a vote, with the figures it rests on. */
export function offlineVote(
  snapshot: Snapshot,
  ballot: Ballot,
  grounds: Readonly<{
    fields: readonly (keyof SnapshotIndicators)[];
    because: Readonly<Record<Action, string>>;
  }>,
): Vote {
  const { analyst, action, pUp, stopLossAtr, takeProfitAtr, abstained } = ballot;
  return {
    analyst,
    model: 'offline',
    action,
    pUp,
    stopLossAtr,
    takeProfitAtr,
    evidence: grounds.fields.map((field) => ({
      field: `indicators.${field}`,
      value: snapshot.indicators[field],
    })),
    reason: grounds.because[action],
    abstained,
  };
}
