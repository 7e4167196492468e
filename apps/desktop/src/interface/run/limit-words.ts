import { formatFigure } from '@quorate/ui/decision-words';
import { countOf, formatCount, formatPercent } from '@quorate/ui/format';
import type { LimitUse } from '../../contract/runs.ts';

/** Each limit under the name of the guide, and what happens at it. */
export const LIMIT_WORDS: Readonly<Record<LimitUse['id'], { name: string; atIt: string }>> = {
  daily_trades: {
    name: 'Maximum daily trades',
    atIt: 'Nothing more is opened until the next trading day.',
  },
  daily_loss: {
    name: 'Daily loss limit',
    atIt: 'Nothing more is opened until the next trading day.',
  },
  weekly_loss: {
    name: 'Weekly loss limit',
    atIt: 'Nothing more is opened until the next trading week.',
  },
  weekly_profit: {
    name: 'Weekly profit limit',
    atIt: 'The profit is kept: nothing more is opened until the next trading week.',
  },
  drawdown: {
    name: 'Fall from the highest equity',
    atIt: 'Trading pauses for the hours of the risk settings.',
  },
  losses_in_a_row: {
    name: 'Losses in a row',
    atIt: 'Trading pauses for the hours of the risk settings.',
  },
};

type Use = Pick<LimitUse, 'used' | 'limit' | 'unit'>;

/** @example usedWords({ used: 2, limit: 5, unit: 'trades' }) // '2 of 5 trades' */
export function usedWords({ used, limit, unit }: Use): string {
  if (limit === null) return unit === 'percent' ? formatPercent(used) : counted(used, unit);
  if (unit === 'percent') return `${formatPercent(used)} of ${formatFigure(limit)}%`;
  return `${formatCount(used)} of ${counted(limit, unit)}`;
}

function counted(count: number, unit: 'trades' | 'losses'): string {
  return unit === 'trades' ? countOf(count, 'trade') : countOf(count, 'loss', 'losses');
}

/** 0 to 100 for a bar; null where there is no limit. */
export function usedPercent({ used, limit }: Use): number | null {
  if (limit === null || limit <= 0) return null;
  return Math.min(100, Math.max(0, (used / limit) * 100));
}
