import { select, t } from '@lingui/core/macro';
import type { Period } from '@quorate/contract/trade-filter';
import { formatList } from '@quorate/ui/format';
import type { Practice } from '../../lib/query/hosted-accounts.ts';
import { narrowWords, type TradeSelection, type TradeSort } from '../../lib/trade-selection.ts';

/** What of the record is taken along, as the page's address has it. */
export type ExportFilter = TradeSelection &
  Readonly<{ sort: TradeSort; order: 'asc' | 'desc'; currency: string | null }>;

const PERIOD_WORDS: Readonly<Record<Exclude<Period, 'custom'>, string>> = {
  all: t`all time`,
  daily: t`today`,
  weekly: t`the last 7 days`,
  monthly: t`the last 30 days`,
};

/** @example periodWords({ period: 'weekly', … }) // 'the last 7 days' */
export function periodWords({ period, from, to }: ExportFilter): string {
  return period === 'custom' ? t`${from ?? ''} to ${to ?? ''}` : PERIOD_WORDS[period];
}

const PERIOD_NAMES: typeof PERIOD_WORDS = {
  all: t`All time`,
  daily: t`Today`,
  weekly: t`The last 7 days`,
  monthly: t`The last 30 days`,
};

/** The same by itself. @example periodName({ period: 'weekly', … }) // 'The last 7 days' */
export function periodName(filter: ExportFilter): string {
  return filter.period === 'custom' ? periodWords(filter) : PERIOD_NAMES[filter.period];
}

export function accountWords({ account }: ExportFilter, practice: Practice): string {
  const kind = accountKind(account, practice);
  return select(kind, {
    practice: 'practice accounts, on a made-up market',
    demo: 'demo accounts',
    real: 'real accounts',
    serious: 'all accounts but practice',
    other: 'all accounts',
  });
}

/** The same by itself. */
export function accountName({ account }: ExportFilter, practice: Practice): string {
  const kind = accountKind(account, practice);
  return select(kind, {
    practice: 'Practice accounts, on a made-up market',
    demo: 'Demo accounts',
    real: 'Real accounts',
    serious: 'All accounts but practice',
    other: 'All accounts',
  });
}

function accountKind(account: ExportFilter['account'], practice: Practice) {
  if (account !== 'all') return account;
  if (practice === 'alone') return 'practice';
  return practice === 'none' ? 'all' : 'serious';
}

/** What else narrows the trades. @returns null where nothing does */
export function otherWords(filter: ExportFilter): string | null {
  const words = narrowWords(filter);
  return words.length === 0 ? null : formatList(words, 'unit');
}
