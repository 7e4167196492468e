import type { IntervalFigure, VoterRecord } from '@quorate/contract/calibration';
import { countOf, formatShare } from '@quorate/ui/format';

/** Mean squared error of somebody who says 50% every time. */
const COIN = 0.25;

/** @example shareInterval({ value: 0.54, low: 0.48, high: 0.6 }) // '48% to 60%' */
export function shareInterval({ low, high }: IntervalFigure): string {
  return `${formatShare(low)} to ${formatShare(high)}`;
}

/** @example brierInterval({ value: 0.241, low: 0.232, high: 0.25 }) // '0.232 to 0.250' */
export function brierInterval({ low, high }: IntervalFigure): string {
  return `${low.toFixed(3)} to ${high.toFixed(3)}`;
}

/** What a Brier score with its interval proves. */
export function brierWords({ low, high }: IntervalFigure): string {
  if (high < COIN) return 'better than a coin';
  if (low > COIN) return 'worse than a coin';
  return 'not yet told from a coin';
}

/** Its share of the pool when everybody votes. */
export function shareWords({ share }: VoterRecord): string {
  return share === null ? '–' : formatShare(share);
}

/** Shares that differ by less are read as the same. */
const SAME = 0.005;

/**
 * Why a voter has the share it has.
 *
 * @param records of all voters, this one among them
 * @param from outcomes from which on chances are corrected by the record
 */
export function shareReason(
  record: VoterRecord,
  records: readonly VoterRecord[],
  from: number,
): string {
  const { outcomes, recalibrated, share } = record;
  if (share === null) return 'It is not asked now.';
  if (outcomes === 0) return 'Nothing is known of it: about an equal share.';
  if (outcomes < from)
    return `${countOf(outcomes, 'outcome')}, too few to judge by: still near an equal share.`;
  const corrected = recalibrated ? ' Its chances are corrected by its record.' : '';
  return `${standingWords(share, records)}${corrected}`;
}

function standingWords(share: number, records: readonly VoterRecord[]): string {
  const shares = records.flatMap((other) => (other.share === null ? [] : [other.share]));
  const equal = 1 / shares.length;
  if (shares.every((other) => Math.abs(other - equal) < SAME))
    return 'Nobody is surely better than chance so far: all have an equal share.';
  if (share === 0) return 'Not surely better than chance, and others are: it has no say.';
  if (share < equal) return 'Others have shown more: a smaller share.';
  return 'Surely better than chance so far: its share grows with its lead.';
}
