import type { MarketGrade } from './agreement.ts';
import type { ClockClass } from './plausible.ts';

/** Where a trade's figures come from, and what speaks for them. */
export const PROVENANCES = [
  'real-agreed',
  'real-alone',
  'demo-agreed',
  'demo-alone',
  'paper-live',
  'paper-replayed',
  'practice',
  'imported',
  'contradicted',
] as const;
export type Provenance = (typeof PROVENANCES)[number];

/** What is known of a trade. */
export type TradeOrigin = Readonly<{
  imported: boolean;
  paper: boolean;
  accountType: 'demo' | 'real' | 'unknown' | 'practice';
  /** The decision it came from; null where none is on record. */
  decision: Readonly<{ clockClass: ClockClass | null; grade: MarketGrade | null }> | null;
  /** Its fill lies outside of the bar that it was made in. */
  fillOutside: boolean;
  /** It was opened or closed while its market was shut. */
  marketShut: boolean;
}>;

/**
 * The provenance of a trade. An account that nobody called real counts as demo; a paper trade without a
 * decision on record is practice, whatever it says.
 *
 * @example
 * provenanceOf({ imported: false, paper: false, accountType: 'real', decision: null,
 *   fillOutside: false, marketShut: false });
 * // 'real-alone'
 */
export function provenanceOf(trade: TradeOrigin): Provenance {
  const { imported, paper, accountType, decision, fillOutside, marketShut } = trade;
  if (imported) return 'imported';
  // A made-up market agrees with nobody, and contradicts nobody.
  if (accountType === 'practice') return 'practice';
  if (fillOutside || marketShut || decision?.grade === 'contradicted') return 'contradicted';
  if (paper) {
    if (!decision) return 'practice';
    return decision.clockClass === 'live' ? 'paper-live' : 'paper-replayed';
  }
  const kind = accountType === 'real' ? 'real' : 'demo';
  return decision?.grade === 'agreed' ? `${kind}-agreed` : `${kind}-alone`;
}
