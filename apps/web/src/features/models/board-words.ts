import { t } from '@lingui/core/macro';
import type { BoardSort } from '@quorate/contract/board-terms';
import type { BoardModel, BoardResult } from '@quorate/contract/models-board';
import { analystName } from '@quorate/ui/analyst-name';
import { formatCount, formatNumber, formatShare } from '@quorate/ui/format';
import { NOTHING_YET } from '@quorate/ui/stat';
import { formatR } from '../../lib/format-r.ts';

type Figure = Readonly<{ value: number; low: number; high: number }>;

/** @example 'gpt-x · EURUSD H1' */
export function rowName(model: Pick<BoardModel, 'analyst' | 'symbol' | 'timeframe'>): string {
  return `${analystName(model.analyst)} · ${marketName(model)}`;
}

export function marketName({
  symbol,
  timeframe,
}: Pick<BoardModel, 'symbol' | 'timeframe'>): string {
  return symbol === null ? t`other symbols` : `${symbol} ${timeframe ?? ''}`;
}

/** A share of climatology's own score, in percent. @example '+1.2%' */
export function skillPercent(share: number): string {
  return `${formatNumber(share * 100, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' })}%`;
}

export function skillInterval({ low, high }: Figure): string {
  return t`${skillPercent(low)} to ${skillPercent(high)}`;
}

export function shareInterval({ low, high }: Figure): string {
  return t`${formatShare(low)} to ${formatShare(high)}`;
}

export function rInterval({ low, high }: Figure): string {
  return t`${formatR(low)} to ${formatR(high)}`;
}

/** @example '0.243' */
export function scoreWords(score: number | null): string {
  if (score === null) return NOTHING_YET;
  return formatNumber(score, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
}

/** Millionths of a US dollar. */
export function costWords(microUsd: number | null): string {
  if (microUsd === null) return NOTHING_YET;
  if (microUsd === 0) return t`no cost`;
  return formatNumber(microUsd / 1e6, {
    style: 'currency',
    currency: 'USD',
    maximumSignificantDigits: 2,
  });
}

/** @example '501 ms' or '1.3 s' */
export function timeWords(ms: number | null): string {
  if (ms === null) return NOTHING_YET;
  if (ms < 1_000) return t`${formatCount(ms)} ms`;
  return t`${formatNumber(ms / 1_000, { maximumFractionDigits: 1 })} s`;
}

export const SORT_WORDS: Readonly<Record<BoardSort, string>> = {
  rank: t`Rank`,
  skill: t`Skill, lower end`,
  accuracy: t`Accuracy`,
  brier: t`Brier score`,
  log_loss: t`Log loss`,
  outcomes: t`Outcomes`,
  cost: t`Cost`,
  latency: t`Latency`,
};

export const PROVENANCE_WORDS: Readonly<
  Record<BoardResult['provenance'], Readonly<{ name: string; note: string }>>
> = {
  'real-agreed': {
    name: t`Real accounts`,
    note: t`Trades at a broker, on decisions whose bars others have.`,
  },
  'demo-agreed': {
    name: t`Demo accounts`,
    note: t`The same on a broker’s demo accounts.`,
  },
  'paper-live': {
    name: t`Paper accounts`,
    note: t`Paper trades on live decisions whose bars others have.`,
  },
};
