import { t } from '@lingui/core/macro';
import type { Period } from '@quorate/contract/trade-filter';
import type { Practice } from '../../lib/query/hosted-accounts.ts';
import { narrowWords, type TradeSelection, type TradeSort } from '../../lib/trade-selection.ts';

/** What of the record is taken along, as the page's address has it. */
export type ExportFilter = TradeSelection &
  Readonly<{ sort: TradeSort; order: 'asc' | 'desc'; currency: string | null }>;

const PERIOD_WORDS: Readonly<Record<Exclude<Period, 'custom'>, string>> = {
  all: t`all time`,
  daily: 'today',
  weekly: t`the last 7 days`,
  monthly: t`the last 30 days`,
};

/** @example periodWords({ period: 'weekly', … }) // 'the last 7 days' */
export function periodWords({ period, from, to }: ExportFilter): string {
  return period === 'custom' ? t`${from ?? ''} to ${to ?? ''}` : PERIOD_WORDS[period];
}

export function accountWords({ account }: ExportFilter, practice: Practice): string {
  if (account === 'practice' || (account === 'all' && practice === 'alone'))
    return t`practice accounts, on a made-up market`;
  if (account !== 'all') return t`${account} accounts`;
  return practice === 'none' ? t`all accounts` : t`all accounts but practice`;
}

/** What else narrows the trades. @returns null where nothing does */
export function otherWords(filter: ExportFilter): string | null {
  const words = narrowWords(filter);
  return words.length === 0 ? null : words.join(', ');
}
