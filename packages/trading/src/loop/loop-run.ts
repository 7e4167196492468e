import type { Instant } from '@quorate/values/instant';
import type { OrderKey } from '../order.ts';
import type { MaybePromise } from '../ports.ts';
import type { AccountState } from '../position.ts';
import type { LimitsState } from '../risk/limits-state.ts';
import type { OpenRisk } from '../risk/open-risk.ts';
import type { Refusal, RefusalCode } from '../risk/refusal.ts';
import type { TradeBook } from '../trade-book.ts';
import type { LoopPorts, LoopSettings } from '../trading-loop-types.ts';
import type { AskingLimits } from './asking-limits.ts';
import type { Lane } from './lane.ts';

/** What one run carries from bar to bar. */
export type LoopRun = LoopPorts &
  Readonly<{
    settings: LoopSettings;
    lanes: readonly Lane[];
    book: TradeBook;
    asking: AskingLimits;
    /** Orders that were taken and not yet filled, and what they risk: null where an earlier run sent them. */
    onTheirWay: Map<OrderKey, OpenRisk | null>;
    /** Deals taken in already, which the broker will tell of once more. */
    takenIn: Set<string>;
    notAsked: Partial<Record<RefusalCode | 'service_limit', number>>;
  }> & {
    /** As it was at the newest bar. */
    account: AccountState;
    limits: LimitsState;
    toldLimits: LimitsState | null;
    asked: number;
  };

/** When something happens, and the symbol in hand. */
export type LoopMoment = Readonly<{ symbol: string; asOf: Instant }>;

/** The bar in hand. */
export type ClosedBar = LoopMoment & Readonly<{ lane: Lane; index: number }>;

/** Tells of a limit that holds for the rest of a day or a week, once. */
export function tellLimit(
  run: LoopRun,
  moment: LoopMoment,
  refusal: Refusal,
  limits: LimitsState,
): MaybePromise<void> {
  const notice = run.asking.note(refusal, limits);
  if (!notice) return;
  const { symbol, asOf } = moment;
  return run.journal.record({ kind: 'limit', symbol, asOf, notice });
}
