import type { Instant } from '@quorate/values/instant';

/** Why the governor lets nothing be opened. */
export type OffReason = 'touched' | 'locked' | 'weekly_profit' | 'flat_by';

/** Listed news near the symbol in hand, as far as a calendar tells. */
export type NewsNear =
  | Readonly<{ state: 'clear' }>
  /** `holds`: nothing is opened while nobody knows. */
  | Readonly<{ state: 'not_known'; holds?: true }>
  | Readonly<{ state: 'near'; title: string; at: Instant; until: Instant }>;

/**
 * What the desk sees of the governor when a trade is proposed: plain JSON in minor units of the account's
 * currency, so that the same desk can be asked again.
 */
export type GovernorFacts = Readonly<{
  ruleSetId: string;
  floorMinor: number;
  /** `W`: what everything open and on its way loses at the stops, slips included. */
  openRiskMinor: number;
  bufferMinor: number;
  /** Equity less open risk, floor and buffer: what a trade may still risk. Below 0 where nothing fits. */
  headroomMinor: number;
  /**
   * Equity less open risk, buffer and the highest floor that ends the account: the worst slip of one symbol has to
   * fit into it. null where no floor does.
   */
  endRoomMinor: number | null;
  /** What that symbol's exits lose beyond what is kept for them, of all that is open the most. */
  worstBeyondMinor: number;
  /** The same of the symbol in hand. */
  worstHereMinor: number;
  /** Points that the trade's stop slips at its very worst. */
  worstPoints: number;
  off: OffReason | null;
  /** null where only the owner ends it, or nothing is off. */
  offUntil: Instant | null;
  /** Points kept for the slip of the trade's stop. */
  reservePoints: number;
  /** What a night costs 10,000 volume steps on the dearer side; never negative. */
  swapPerManyStepsMinor: number;
  openPositions: number;
  mostPositions: number | null;
  /** Lots that the rule set leaves; null for no such rule. */
  lotsLeft: number | null;
  /** What all stops together may still lose by the rule set, slips left out; null for no such rule. */
  openRiskLeftMinor: number | null;
  news: NewsNear;
}>;
