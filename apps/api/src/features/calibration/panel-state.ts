import { type PanelRecord, PROVEN_FROM } from '@quorate/contract/calibration';
import type { LearnedRecord } from '@quorate/trading/ensemble/learned-record';
import { type PanelMember, standOf } from '@quorate/trading/ensemble/standing';

type PanelState = NonNullable<PanelRecord['record']>['state'];

/** Mean cost of a round trip in ATR; null while nothing is known. */
export function meanCostOf({ outcomes, costs }: LearnedRecord): number | null {
  return outcomes > 0 && costs > 0 ? costs / 100 / outcomes : null;
}

/** `no_edge`: nothing on which the whole panel agrees pays its costs for sure, and no voter alone does. */
export function panelState(record: LearnedRecord, members: readonly PanelMember[]): PanelState {
  const cost = meanCostOf(record);
  if (record.outcomes < PROVEN_FROM || cost === null) return 'measuring';
  const { slopeLow, voters } = standOf(record, members, cost);
  const alone = voters.some(({ votes, edgeLow }) => votes >= PROVEN_FROM && edgeLow >= cost);
  return slopeLow >= cost || alone ? 'edge' : 'no_edge';
}
