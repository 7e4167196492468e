import { t } from '@lingui/core/macro';
import type { ListedTrade, Trade } from '@quorate/contract/trades';
import type { TradeSort } from '../../lib/trade-selection.ts';
import type { Order } from './trade-filter.ts';

/** Whether trades are of a made-up market: the service lists those beside no others, so one tells of all. */
export function arePractice(trades: readonly Pick<Trade, 'account_type'>[] | undefined): boolean {
  return trades?.[0]?.account_type === 'practice';
}

/** The key of a trade: tickets repeat between accounts. */
export function tradeKey(trade: Pick<Trade, 'account_id' | 'position_ticket'>): string {
  return `${trade.account_id} ${trade.position_ticket}`;
}

export type TradesView = {
  trades: readonly ListedTrade[];
  userId: string;
  timeZone: string;
  /** The address of a trade's story, with the filter that it was found by. */
  storyOf: (trade: ListedTrade) => string;
};

export const SORT_WORDS: Readonly<Record<TradeSort, string>> = {
  time: t`Time`,
  symbol: t`Symbol`,
  volume: t`Volume`,
  profit: t`Profit`,
  trade_type: t`Type`,
  price: t`Entry`,
  account_type: t`Account type`,
  status: t`Status`,
  opened_at: t`Opening time`,
  closed_at: t`Closing time`,
  close_price: t`Exit`,
  duration: t`Duration`,
  r: 'R',
  exit_reason: t`Exit reason`,
  tags: t`Tags`,
  setup: t`Set-up`,
  costs: t`Costs`,
  best_excursion: t`Best excursion`,
  worst_excursion: t`Worst excursion`,
  account: t`Account`,
};

const TIMES: readonly TradeSort[] = ['time', 'opened_at', 'closed_at'];
const NAMES: readonly TradeSort[] = [
  'symbol',
  'trade_type',
  'account_type',
  'status',
  'exit_reason',
  'tags',
  'setup',
  'account',
];

/** Order means something else for every kind of column. */
export function orderWords(sort: TradeSort): Readonly<Record<Order, string>> {
  if (TIMES.includes(sort)) return { desc: t`Newest first`, asc: t`Oldest first` };
  if (NAMES.includes(sort)) return { desc: t`Z to A`, asc: t`A to Z` };
  if (sort === 'duration') return { desc: t`Longest first`, asc: t`Shortest first` };
  return { desc: t`High to low`, asc: t`Low to high` };
}

/** Names are sorted from A, all else from the top. */
export function firstOrder(sort: TradeSort): Order {
  return NAMES.includes(sort) ? 'asc' : 'desc';
}

/** Result in multiples of what was at risk; null where that is not known. */
export function rOf({ initial_risk: risk, profit, status }: Trade): number | null {
  const hasResult = status === 'CLOSED' || status === 'OPEN';
  return hasResult && risk !== null && risk > 0 ? profit / risk : null;
}

/** How long it was held, in milliseconds; null while it is open. */
export function durationOf({ opened_at, closed_at }: Trade): number | null {
  return closed_at === null ? null : Date.parse(closed_at) - Date.parse(opened_at);
}

export function costsOf({ commission, swap, fee }: Trade): number {
  return commission + swap + fee;
}
