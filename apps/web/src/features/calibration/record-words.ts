import { t } from '@lingui/core/macro';
import type { IntervalFigure, VoterRecord } from '@quorate/contract/calibration';
import { formatCount, formatShare } from '@quorate/ui/format';

/** Mean squared error of somebody who says 50% every time. */
const COIN = 0.25;

/** @example shareInterval({ value: 0.54, low: 0.48, high: 0.6 }) // '48% to 60%' */
export function shareInterval({ low, high }: IntervalFigure): string {
  return t`${formatShare(low)} to ${formatShare(high)}`;
}

/** @example brierInterval({ value: 0.241, low: 0.232, high: 0.25 }) // '0.232 to 0.250' */
export function brierInterval({ low, high }: IntervalFigure): string {
  return t`${low.toFixed(3)} to ${high.toFixed(3)}`;
}

/** What a Brier score with its interval proves. */
export function brierWords({ low, high }: IntervalFigure): string {
  if (high < COIN) return t`better than a coin`;
  if (low > COIN) return t`worse than a coin`;
  return t`not yet told from a coin`;
}

/** Its mean share in the newest decisions. */
export function shareWords({ share }: VoterRecord): string {
  return share === null ? '–' : formatShare(share);
}

/**
 * What a voter's record shows, by how often it leaned to the right side.
 *
 * @param from outcomes from which on a record proves something
 */
export function shownWords(
  { outcomes, accuracy, proven, share }: VoterRecord,
  from: number,
): string {
  const shown =
    outcomes === 0
      ? t`Nothing is known of it yet.`
      : proven
        ? sideWords(accuracy)
        : t`${formatCount(outcomes)} of ${formatCount(from)} outcomes are known, too few to prove anything.`;
  return share === null ? `${shown} ${t`It voted on none of your newest decisions.`}` : shown;
}

export function sideWords(accuracy: IntervalFigure | null): string {
  if (accuracy === null) return t`It leaned to no side.`;
  if (accuracy.low > 0.5) return t`Right more often than wrong.`;
  if (accuracy.high < 0.5) return t`Wrong more often than right.`;
  return t`Not yet told from a coin.`;
}
