import { t } from '@lingui/core/macro';
import type { VoteReply } from '@quorate/contract/decisions';
import { formatCount, formatList, formatNumber, formatShare } from './format.ts';

export type Action = VoteReply['action'];

/** @example sentenceCase('expected_r') // 'Expected R' */
export function sentenceCase(name: string): string {
  // R, the risk of a trade as a unit, is written as a capital wherever it stands.
  const words = name.replace(/[_-]+/g, ' ').trim().replace(/\br\b/, 'R');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Text colour of an action. The word itself always stands beside it. */
export const ACTION_TEXT: Readonly<Record<Action, string>> = {
  BUY: 'text-gain',
  SELL: 'text-loss',
  HOLD: 'text-hold',
};

/** A verdict as it is read. */
export const VERDICT_WORDS: Readonly<Record<Action, string>> = {
  BUY: t`Buy`,
  SELL: t`Sell`,
  HOLD: t`Hold`,
};

/** A figure of a rule or a snapshot, as exact as it helps a reader. */
export function formatFigure(value: number): string {
  return formatNumber(value, { maximumFractionDigits: 4, useGrouping: false });
}

/** How likely the more likely side is. @param up probability of a rise, 0 to 1 */
export function conviction(up: number): number {
  return Math.max(up, 1 - up);
}

/** @example leanWords(0.39) // '61% for a fall' */
export function leanWords(up: number): string {
  const share = formatShare(conviction(up));
  return up < 0.5 ? t`${share} for a fall` : t`${share} for a rise`;
}

/** How the voters split, for whoever does not see the bars. @example '2 sell, 1 buy' */
export function votesText(votes: readonly (Action | null)[]): string {
  const counts = new Map<Action | null, number>();
  for (const vote of votes) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  if (counts.size === 0) return t`nobody voted`;
  const parts = [...counts].toSorted(([, a], [, b]) => b - a);
  return formatList(
    parts.map(([vote, many]) => countedVotes(vote, formatCount(many))),
    'unit',
  );
}

function countedVotes(vote: Action | null, many: string): string {
  switch (vote) {
    case 'BUY':
      return t`${many} buy`;
    case 'SELL':
      return t`${many} sell`;
    case 'HOLD':
      return t`${many} hold`;
    case null:
      return t`${many} abstained`;
  }
}
