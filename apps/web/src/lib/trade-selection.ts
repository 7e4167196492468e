import { t } from '@lingui/core/macro';
import type { ExitReason, Period, TradeResult } from '@quorate/contract/trade-filter';
import type { SortKey } from '@quorate/contract/trades';
import { EXIT_REASON_WORDS } from '@quorate/ui/exit-reason-words';

/** Which trades a list, its totals and its files are of, as the page's address has it. null: any. */
export type TradeSelection = Readonly<{
  period: Period;
  /** Days of a custom period, such as 2025-01-31; set together. */
  from: string | null;
  to: string | null;
  account: 'all' | 'demo' | 'real' | 'practice';
  symbol: string | null;
  side: 'BUY' | 'SELL' | null;
  result: TradeResult | null;
  exit: ExitReason | null;
  tag: string | null;
  text: string | null;
}>;

export type TradeSort = 'time' | Exclude<SortKey, 'trade_time'>;
type Sorting = Readonly<{ sort: TradeSort; order: 'asc' | 'desc' }>;

/** Period and account alone, as the calls take them. */
export function periodQuery(selection: TradeSelection, timeZone: string) {
  const { period, from, to, account } = selection;
  return {
    period,
    time_zone: timeZone,
    ...(account === 'all' ? {} : { account_type: account }),
    ...(period === 'custom' && from !== null && to !== null
      ? { start_date: from, end_date: to }
      : {}),
  };
}

/** The whole selection as the calls take it. */
export function selectionQuery(selection: TradeSelection, timeZone: string) {
  const { symbol, side, result, exit, tag, text } = selection;
  return {
    ...periodQuery(selection, timeZone),
    ...(symbol === null ? {} : { symbol }),
    ...(side === null ? {} : { trade_type: side }),
    ...(result === null ? {} : { result }),
    ...(exit === null ? {} : { exit_reason: exit }),
    ...(tag === null ? {} : { tag }),
    ...(text === null ? {} : { text }),
  };
}

export function sortQuery({ sort, order }: Sorting) {
  return { ...(sort === 'time' ? {} : { sort_by: sort }), sort_order: order };
}

export const RESULT_WORDS: Readonly<Record<TradeResult, string>> = {
  win: t`Win`,
  loss: t`Loss`,
  break_even: t`Break-even`,
};

/** What narrows the selection beside period and account, in words; empty where nothing does. */
export function narrowWords(selection: TradeSelection): string[] {
  const { symbol, side, result, exit, tag, text } = selection;
  return [
    symbol,
    side,
    result && RESULT_WORDS[result],
    exit && EXIT_REASON_WORDS[exit],
    tag === null ? null : t`tag “${tag}”`,
    text === null ? null : t`text “${text}”`,
  ].filter((words): words is string => words !== null);
}
